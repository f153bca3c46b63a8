// Moving by keyboard and screen reader: Enter or Space picks up and puts down, Escape lets go.

import type { BoardTexts } from "./board";
import type { Color, Square } from "./coords";
import type { Placement } from "./placement";
import { Points } from "./points";

export class Grid {
  private readonly points: Points;
  private below: Color = "red";
  private dests: Record<Square, Square[]> = {};
  private placement: Placement = new Map();
  private texts: BoardTexts | undefined;
  private fatal: readonly string[] = [];
  private picked: Square | null = null;

  constructor(
    field: HTMLElement,
    private readonly onMove: (from: Square, to: Square) => void,
  ) {
    this.points = new Points(field, {
      press: (sq) => this.press(sq),
      key: (event) => {
        if (event.key !== "Escape" || !this.picked) return false;
        this.picked = null;
        this.draw();
        return true;
      },
    });
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
    this.points.focus();
  }

  blur(): void {
    this.points.blur();
  }

  private draw(): void {
    const targets = this.picked ? (this.dests[this.picked] ?? []) : [];
    this.points.draw(this.texts?.board ?? "", this.below, (sq) => {
      const target = targets.includes(sq);
      const kind = !target ? "" : this.fatal.includes(`${this.picked}${sq}`) ? "fatal" : "legal";
      const label = this.texts?.cell(sq, this.placement.get(sq), kind) ?? sq;
      return { label, target, picked: sq === this.picked };
    });
  }

  private press(sq: Square): void {
    const from = this.picked;
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
