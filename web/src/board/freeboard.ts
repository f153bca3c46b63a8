// A board on which pieces are laid out by hand: carried from square to square, on to the board and off it.
// It shows what it is given and reports what the hand does; what may stand where is not its business.

import { follow } from "./carry";
import { type Color, type Square, squareAt } from "./coords";
import { cgColor, Frame } from "./frame";
import { type Ring, ringMarkup } from "./overlay";
import { parsePlacement, writePlacement } from "./placement";
import { Points } from "./points";

/** Everything the board shows. */
export interface FreeView {
  /** Pieces, as the first field of a FEN. */
  pieces: string;
  below: Color;
  /** Squares with a ring around them. */
  rings: readonly Ring[];
  /** The square whose piece waits to be put elsewhere. */
  picked: Square | null;
}

export interface FreeTexts {
  /** Name of the whole board for a screen reader. */
  board: string;
  /** What stands on a square. */
  cell(sq: Square, piece: string | undefined): string;
}

export interface FreeHands {
  /** A square was pressed, by whatever means. */
  press(sq: Square): void;
  /** The piece on `from` was carried to `to`, or off the board. */
  carry(from: Square, to: Square | null): void;
  /** The piece on `sq` is to go: by the right button, or a finger that rests. */
  remove(sq: Square): void;
  /** A key on a square; true if it meant something. */
  key(event: KeyboardEvent, sq: Square): boolean;
}

/** The look of a piece away from the board. */
export const pieceClasses = (letter: string): string =>
  `small-piece ${letter === letter.toUpperCase() ? "red" : "black"} ${letter.toLowerCase()}`;

export class FreeBoard {
  private readonly frame: Frame;
  private readonly points: Points;
  private view: FreeView;
  private texts: FreeTexts;
  /** The square whose piece is under the pointer, and the one it is over. */
  private lifted: Square | null = null;
  private hovered: Square | null = null;
  private held: { cancel(): void } | null = null;

  constructor(
    root: HTMLElement,
    view: FreeView,
    texts: FreeTexts,
    private readonly hands: FreeHands,
  ) {
    this.view = view;
    this.texts = texts;
    this.frame = new Frame(root, { viewOnly: true });
    const { field } = this.frame;
    field.addEventListener("pointerdown", (event) => this.pressed(event));
    field.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.held?.cancel();
      const sq = this.at(event.clientX, event.clientY);
      if (sq && parsePlacement(this.view.pieces).has(sq)) hands.remove(sq);
    });
    this.points = new Points(field, { press: (sq) => hands.press(sq), key: (...of) => hands.key(...of) });
    this.draw();
  }

  set(view: FreeView, texts: FreeTexts): void {
    this.view = view;
    this.texts = texts;
    this.draw();
  }

  focus(): void {
    this.points.focus();
  }

  destroy(): void {
    this.held?.cancel();
    this.frame.destroy();
  }

  /** Carry a piece that is not on the board; `put` is told where it is let go, `tap` if it was only pressed. */
  bring(event: PointerEvent, letter: string, put: (to: Square | null) => void, tap: () => void): void {
    this.held = follow(event, pieceClasses(letter), this.cell(), {
      over: (x, y) => this.hover(this.at(x, y)),
      drop: (x, y) => put(this.at(x, y)),
      tap,
      end: () => this.letGo(),
    });
  }

  /** The square at a point of the window, if it is on the board. */
  private at(x: number, y: number): Square | null {
    const box = this.frame.field.getBoundingClientRect();
    const column = Math.floor(((x - box.left) / box.width) * 9);
    const row = Math.floor(((y - box.top) / box.height) * 10);
    if (column < 0 || column > 8 || row < 0 || row > 9) return null;
    return squareAt(row, column, this.view.below);
  }

  private cell(): number {
    return this.frame.field.getBoundingClientRect().width / 9;
  }

  private pressed(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    const from = this.at(event.clientX, event.clientY);
    if (!from) return;
    this.points.blur();
    const letter = parsePlacement(this.view.pieces).get(from);
    this.held = follow(event, letter ? pieceClasses(letter) : null, this.cell(), {
      lift: () => {
        this.lifted = from;
        this.draw();
      },
      over: (x, y) => this.hover(this.at(x, y)),
      drop: (x, y) => {
        const to = this.at(x, y);
        if (to !== from) this.hands.carry(from, to);
      },
      tap: () => this.hands.press(from),
      hold: letter ? () => this.hands.remove(from) : undefined,
      end: () => this.letGo(),
    });
  }

  private letGo(): void {
    this.held = null;
    this.lifted = null;
    this.hovered = null;
    this.draw();
  }

  private hover(sq: Square | null): void {
    if (sq === this.hovered) return;
    this.hovered = sq;
    this.draw();
  }

  private draw(): void {
    const { pieces, below, rings, picked } = this.view;
    const placement = parsePlacement(pieces);
    const drawn = new Map(placement);
    if (this.lifted) drawn.delete(this.lifted);
    this.frame.ground.set({ fen: writePlacement(drawn), orientation: cgColor(below) });
    const marked = [...rings];
    if (picked) marked.push({ square: picked, kind: "picked" });
    if (this.hovered) marked.push({ square: this.hovered, kind: "over" });
    this.frame.draw(below, ringMarkup(marked, below));
    this.points.draw(this.texts.board, below, (sq) => ({
      label: this.texts.cell(sq, placement.get(sq)),
      target: false,
      picked: sq === picked,
    }));
  }
}
