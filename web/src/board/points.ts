// Ninety buttons laid over the points, for keyboard and screen reader, seen only when they have the
// focus. Arrow keys walk; what else a key or a press does is for whoever uses them.

import { type Color, cellOf, FILES, RANKS, type Square, squareAt } from "./coords";

const STEPS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export interface PointHands {
  /** A point was pressed: Enter, Space, or the click of a screen reader. */
  press(sq: Square): void;
  /** Any other key on a point; true if it meant something. */
  key(event: KeyboardEvent, sq: Square): boolean;
}

/** How a point is named and marked. */
export interface PointLook {
  label: string;
  target: boolean;
  picked: boolean;
}

export class Points {
  private readonly root: HTMLElement;
  private readonly cells: HTMLButtonElement[][] = [];
  private below: Color = "red";
  private cursor: Square = "e0";

  constructor(
    field: HTMLElement,
    private readonly hands: PointHands,
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
      if (!sq) return;
      this.cursor = sq;
      hands.press(sq);
    });
    field.append(this.root);
  }

  focus(): void {
    this.cellAt(this.cursor).focus({ preventScroll: true });
  }

  /** Let the keyboard go, if it is here. */
  blur(): void {
    const active = document.activeElement;
    if (active instanceof HTMLElement && this.root.contains(active)) active.blur();
  }

  /** Name and mark every point. */
  draw(name: string, below: Color, look: (sq: Square) => PointLook): void {
    this.below = below;
    this.root.setAttribute("aria-label", name);
    this.cells.forEach((buttons, row) => {
      buttons.forEach((button, column) => {
        const sq = squareAt(row, column, below);
        const { label, target, picked } = look(sq);
        button.dataset.square = sq;
        button.tabIndex = sq === this.cursor ? 0 : -1;
        button.classList.toggle("target", target);
        button.setAttribute("aria-selected", String(picked));
        button.setAttribute("aria-label", label);
      });
    });
  }

  private cellAt(sq: Square): HTMLButtonElement {
    const { row, column } = cellOf(sq, this.below);
    return this.cells[row]![column]!;
  }

  private key(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (step && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const { row, column } = cellOf(this.cursor, this.below);
      const next = this.cells[row + step[0]]?.[column + step[1]];
      if (next) {
        this.cellAt(this.cursor).tabIndex = -1;
        next.tabIndex = 0;
        this.cursor = next.dataset.square!;
        next.focus();
      }
    } else if (!this.hands.key(event, this.cursor)) return;
    // The page's own keys (stepping through the moves) must not hear these.
    event.preventDefault();
    event.stopPropagation();
  }
}
