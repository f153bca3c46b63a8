// The board for keyboard and screen reader: a grid of ninety buttons laid over the points, seen only
// when it has the focus. Arrow keys walk, Enter or Space picks up and puts down, Escape lets go.

import type { BoardTexts } from "./board";
import { type Color, cellOf, FILES, RANKS, type Square, squareAt } from "./coords";
import type { Placement } from "./placement";

const STEPS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export class Grid {
  private readonly root: HTMLElement;
  private readonly cells: HTMLButtonElement[][] = [];
  private below: Color = "red";
  private dests: Record<Square, Square[]> = {};
  private placement: Placement = new Map();
  private texts: BoardTexts | undefined;
  private fatal: readonly string[] = [];
  private cursor: Square = "e0";
  private picked: Square | null = null;

  constructor(
    field: HTMLElement,
    private readonly onMove: (from: Square, to: Square) => void,
  ) {
    this.root = document.createElement("div");
    this.root.className = "points";
    this.root.setAttribute("role", "grid");
    for (let row = 0; row < RANKS; row++) {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      const buttons: HTMLButtonElement[] = [];
      for (let column = 0; column < FILES; column++) {
        const button = document.createElement("button");
        button.type = "button";
        button.setAttribute("role", "gridcell");
        button.tabIndex = -1;
        buttons.push(button);
      }
      line.append(...buttons);
      this.cells.push(buttons);
      this.root.append(line);
    }
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.root.addEventListener("click", (event) => {
      const sq = (event.target as HTMLElement).dataset.square;
      if (sq) this.press(sq);
    });
    field.append(this.root);
  }

  set(
    placement: Placement,
    dests: Record<Square, Square[]>,
    below: Color,
    texts: BoardTexts,
    fatal: readonly string[],
  ): void {
    Object.assign(this, { placement, dests, below, texts, fatal });
    if (this.picked && !(this.picked in dests)) this.picked = null;
    this.draw();
  }

  focus(): void {
    this.cellAt(this.cursor).focus({ preventScroll: true });
  }

  /** Let the keyboard go, if it is here. */
  blur(): void {
    const active = document.activeElement;
    if (active instanceof HTMLElement && this.root.contains(active)) active.blur();
  }

  private cellAt(sq: Square): HTMLButtonElement {
    const { row, column } = cellOf(sq, this.below);
    return this.cells[row]![column]!;
  }

  private draw(): void {
    this.root.setAttribute("aria-label", this.texts?.board ?? "");
    const targets = this.picked ? (this.dests[this.picked] ?? []) : [];
    this.cells.forEach((buttons, row) => {
      buttons.forEach((button, column) => {
        const sq = squareAt(row, column, this.below);
        const target = targets.includes(sq);
        const kind = !target ? "" : this.fatal.includes(`${this.picked}${sq}`) ? "fatal" : "legal";
        button.dataset.square = sq;
        button.tabIndex = sq === this.cursor ? 0 : -1;
        button.classList.toggle("target", target);
        button.setAttribute("aria-selected", String(sq === this.picked));
        button.setAttribute("aria-label", this.texts?.cell(sq, this.placement.get(sq), kind) ?? sq);
      });
    });
  }

  private key(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (step) {
      const { row, column } = cellOf(this.cursor, this.below);
      const next = this.cells[row + step[0]]?.[column + step[1]];
      if (next) {
        this.cursor = next.dataset.square!;
        this.draw();
        next.focus();
      }
    } else if (event.key === "Escape" && this.picked) {
      this.picked = null;
      this.draw();
    } else return;
    // The page's own keys (stepping through the moves) must not hear these.
    event.preventDefault();
    event.stopPropagation();
  }

  private press(sq: Square): void {
    const from = this.picked;
    this.cursor = sq;
    if (from && this.dests[from]?.includes(sq)) {
      this.picked = null;
      this.draw();
      this.onMove(from, sq);
      return;
    }
    this.picked = sq !== from && sq in this.dests ? sq : null;
    this.draw();
  }
}
