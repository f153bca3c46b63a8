// The board on the page, to be looked at and moved on: a frame, and a grid for keyboard and screen reader.
// It knows no rules (where a piece may go is given) and no framework; the pages put it into an element.

import type { Key } from "chessgroundx/types";
import { type Color, fromKey, type Square, toKey } from "./coords";
import { cgColor, Frame } from "./frame";
import { Grid } from "./grid";
import { type BoardArrow, overlayMarkup } from "./overlay";
import { parsePlacement } from "./placement";

/** Everything the board shows. */
export interface BoardView {
  fen: string;
  /** Who sits at the bottom. */
  below: Color;
  turn: Color;
  /** May the side to move be moved here and now? */
  movable: boolean;
  /** Legal targets by origin. */
  dests: Record<Square, Square[]>;
  last: readonly [Square, Square] | null;
  check: Square | null;
  /** Drawn over the pieces. */
  arrows?: readonly BoardArrow[];
  /** Pieces with a bar across. */
  crossed?: readonly Square[];
  /** Moves whose targets are crossed out; they can be played all the same. */
  fatal?: readonly string[];
}

export interface BoardTexts {
  /** Name of the whole board for a screen reader. */
  board: string;
  /** What stands on a square, e.g. "red horse b0"; `piece` is a letter or undefined. */
  cell(sq: Square, piece: string | undefined, target: "" | "legal" | "fatal"): string;
}

export interface BoardOptions {
  texts: BoardTexts;
  onMove(from: Square, to: Square): void;
}

export class Board {
  private readonly frame: Frame;
  private readonly grid: Grid;

  constructor(
    root: HTMLElement,
    view: BoardView,
    private readonly options: BoardOptions,
  ) {
    this.frame = new Frame(root, {
      draggable: { showGhost: true },
      movable: { free: false, showDests: true, events: { after: (from, to) => this.moved(from, to) } },
    });
    const { field, ground } = this.frame;
    // chessgroundx remembers where it is until the page scrolls or is resized; whatever else may have
    // moved the board, a press must meet the point under the finger.
    field.addEventListener("pointerdown", () => ground.state.dom.bounds.clear(), { capture: true });
    // The keyboard stays on the board only for who uses it: after a press the page's own keys count.
    field.addEventListener("pointerdown", () => this.grid.blur());
    this.grid = new Grid(field, (from, to) => options.onMove(from, to));
    this.set(view, options.texts);
  }

  /** Show `view`, named for screen readers in the words of `texts`. */
  set(view: BoardView, texts: BoardTexts): void {
    const dests = view.movable ? view.dests : {};
    const { ground } = this.frame;
    ground.set({
      fen: view.fen,
      orientation: cgColor(view.below),
      turnColor: cgColor(view.turn),
      lastMove: view.last ? view.last.map(toKey) : undefined,
      check: view.check ? [toKey(view.check)] : false,
      movable: {
        color: view.movable ? cgColor(view.turn) : undefined,
        dests: new Map(Object.entries(dests).map(([from, to]) => [toKey(from), to.map(toKey)])),
      },
    });
    // Cut the selection of a piece that may no longer move (a stale click must not play it).
    const selected = ground.state.selectable.selected;
    if (typeof selected === "string" && !(fromKey(selected as Key) in dests)) ground.unselect();
    const fatal = view.fatal ?? [];
    const markup = overlayMarkup(view.arrows ?? [], view.crossed ?? [], fatal, view.below);
    this.frame.draw(view.below, markup);
    this.grid.set(parsePlacement(view.fen), dests, view.below, texts, fatal);
  }

  /** Put the keyboard on the board. */
  focus(): void {
    this.grid.focus();
  }

  destroy(): void {
    this.frame.destroy();
  }

  private moved(from: Key, to: Key): void {
    this.options.onMove(fromKey(from), fromKey(to));
  }
}
