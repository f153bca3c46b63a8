// Red's share of the point along the line, as far as it is known. A press goes to that move.

import { t } from "../i18n";
import { goPly, line, treeNow } from "../records/state";
import { ROOT } from "../records/tree";
import { scoreText, shareOf, type Told, toldOf } from "./score";
import { whole } from "./whole";

const WIDTH = 400;
const HEIGHT = 84;

export interface Point {
  ply: number;
  told: Told;
  nag: number;
}

/** What is known of the positions along the line; of a move looked at now what was found so far. */
export function usePoints(): Point[] {
  const on = treeNow();
  const game = whole.value;
  const points: Point[] = [];
  [ROOT, ...line.value].forEach((node, ply) => {
    const note = on.notes.get(node);
    const live = game?.tree === on && game.nodes[ply] === node ? game.scores.get(ply) : undefined;
    const told = live ?? (note?.eval ? toldOf(note.eval) : null);
    if (told) points.push({ ply, told, nag: note?.nags?.find((nag) => nag <= 6) ?? 0 });
  });
  return points;
}

/** Places of the points in the picture. */
export function places(points: readonly Point[], last: number): [number, number][] {
  return points.map(({ ply, told }) => [
    last ? (ply / last) * WIDTH : 0,
    (1 - shareOf(told)) * (HEIGHT - 8) + 4,
  ]);
}

export function Graph({ ply }: { ply: number }) {
  const points = usePoints();
  const last = line.value.length;
  if (points.length < 2) return null;
  const where = places(points, last);
  const path = where.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  const here = points.find((point) => point.ply === ply);
  const label = t("Course of the game: Red's expected score after each move");
  const press = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    goPly(Math.round(((event.clientX - box.left) / box.width) * last));
  };
  return (
    <figure class="evalgraph">
      {/* The arrows of the keyboard walk along the same moves. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the stepper does the same for the keyboard */}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        onClick={press}
      >
        <title>{label}</title>
        <rect class="field" width={WIDTH} height={HEIGHT} />
        <path
          class="share"
          d={`M${where[0]![0]} ${HEIGHT}L${path}L${where.at(-1)![0].toFixed(1)} ${HEIGHT}Z`}
        />
        <path class="middle" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
        <path class="course" d={`M${path}`} />
        {points.map(({ ply: at, nag }, index) =>
          [2, 4, 6].includes(nag) ? (
            <circle key={at} class={`nag${nag}`} cx={where[index]![0]} cy={where[index]![1]} r="4" />
          ) : null,
        )}
        <path class="here" d={`M${last ? (ply / last) * WIDTH : 0} 0V${HEIGHT}`} />
      </svg>
      <figcaption>
        {t("{name}: {text}", {
          name: t("After move {ply}", { ply }),
          text: here ? scoreText(here.told) : "–",
        })}
      </figcaption>
    </figure>
  );
}
