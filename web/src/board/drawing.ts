// The bare board as one SVG, 900 × 1000 with the points at the centres of 9 × 10 cells of 100.

import { RIVER } from "./river";

const at = (n: number) => 50 + 100 * n;

function line(x1: number, y1: number, x2: number, y2: number): string {
  return `M${at(x1)} ${at(y1)}L${at(x2)} ${at(y2)}`;
}

function grid(): string {
  let path = "";
  for (let y = 0; y < 10; y++) path += line(0, y, 8, y);
  for (let x = 0; x < 9; x++) {
    // Only the edge files cross the river.
    path += x === 0 || x === 8 ? line(x, 0, x, 9) : line(x, 0, x, 4) + line(x, 5, x, 9);
  }
  for (const y of [0, 7]) path += line(3, y, 5, y + 2) + line(5, y, 3, y + 2);
  return path;
}

/** The four little corners around a point where a cannon or a pawn starts. */
function mark(x: number, y: number): string {
  const [gap, arm] = [9, 20];
  let path = "";
  for (const sx of [-1, 1]) {
    if (x + sx < 0 || x + sx > 8) continue;
    for (const sy of [-1, 1]) {
      const [px, py] = [at(x) + sx * gap, at(y) + sy * gap];
      path += `M${px + sx * arm} ${py}H${px}V${py + sy * arm}`;
    }
  }
  return path;
}

function marks(): string {
  let path = "";
  for (const y of [2, 7]) path += mark(1, y) + mark(7, y);
  for (const y of [3, 6]) for (let x = 0; x < 9; x += 2) path += mark(x, y);
  return path;
}

/** Long faint strokes along the board, as of planed wood; the same on every visit. */
function grain(): string {
  let path = "";
  let seed = 7;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  for (let i = 0; i < 46; i++) {
    const y = random() * 1000;
    const [a, b, c] = [random() * 44 - 22, random() * 44 - 22, random() * 26 - 13];
    path += `M-10 ${y.toFixed(0)}C250 ${(y + a).toFixed(0)} 620 ${(y + b).toFixed(0)} 910 ${(y + c).toFixed(0)}`;
  }
  return path;
}

function river(): string {
  return [175, 305, 595, 725]
    .map((x, i) => `<path transform="translate(${x} 500)" d="${RIVER[i]}"/>`)
    .join("");
}

/** The board as SVG markup. It looks the same from both sides, so turning it changes nothing. */
export function boardSvg(): string {
  return (
    '<svg class="board-lines" viewBox="0 0 900 1000" preserveAspectRatio="none" aria-hidden="true">' +
    `<path class="grain" d="${grain()}"/>` +
    `<path class="marks" d="${marks()}"/>` +
    `<path class="grid" d="${grid()}"/>` +
    '<rect class="edge" x="38" y="38" width="824" height="924"/>' +
    `<g class="river">${river()}</g></svg>`
  );
}
