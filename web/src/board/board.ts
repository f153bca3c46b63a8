// The board on the page: chessgroundx told about nine files and ten ranks, our lines and pieces,
// file numbers, and a grid for keyboard and screen reader. It knows no rules (where a piece may go
// is given) and no framework; `play` and later pages put it into an element.

import type { Api } from "chessgroundx/api";
import { Chessground } from "chessgroundx/chessground";
import type { Key } from "chessgroundx/types";
import { type Color, fromKey, type Square, toKey } from "./coords";
import { boardSvg } from "./drawing";
import { Grid } from "./grid";
import { fileNumerals } from "./numerals";
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

const cgColor = (color: Color) => (color === "red" ? "white" : "black");

export class Board {
  private readonly ground: Api;
  private readonly grid: Grid;
  private readonly edges: Record<"top" | "bottom", HTMLElement>;
  private readonly overlay: SVGSVGElement;

  constructor(
    root: HTMLElement,
    view: BoardView,
    private readonly options: BoardOptions,
  ) {
    root.classList.add("xiangqi");
    const edge = (where: string) => {
      const element = document.createElement("div");
      element.className = `numerals ${where}`;
      element.setAttribute("aria-hidden", "true");
      return element;
    };
    this.edges = { top: edge("top"), bottom: edge("bottom") };
    const field = document.createElement("div");
    field.className = "field";
    const wrap = document.createElement("div");
    field.append(wrap);
    root.append(this.edges.top, field, this.edges.bottom);

    const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.ground = Chessground(wrap, {
      dimensions: { width: 9, height: 10 },
      kingRoles: ["k-piece"],
      coordinates: false,
      autoCastle: false,
      disableContextMenu: true,
      blockTouchScroll: true,
      animation: { enabled: !reduced, duration: 180 },
      drawable: { enabled: false, visible: false },
      premovable: { enabled: false },
      draggable: { showGhost: true },
      movable: { free: false, showDests: true, events: { after: (from, to) => this.moved(from, to) } },
      events: {
        insert: (elements) => elements.container.insertAdjacentHTML("afterbegin", boardSvg()),
      },
    });
    // chessgroundx remembers where it is until the page scrolls or is resized; whatever else may have
    // moved the board, a press must meet the point under the finger.
    field.addEventListener("pointerdown", () => this.ground.state.dom.bounds.clear(), { capture: true });
    // The keyboard stays on the board only for who uses it: after a press the page's own keys count.
    field.addEventListener("pointerdown", () => this.grid.blur());
    this.overlay = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.overlay.setAttribute("class", "overlay");
    this.overlay.setAttribute("viewBox", "0 0 900 1000");
    this.overlay.setAttribute("preserveAspectRatio", "none");
    this.overlay.setAttribute("aria-hidden", "true");
    field.append(this.overlay);
    this.grid = new Grid(field, (from, to) => options.onMove(from, to));
    this.set(view, options.texts);
  }

  /** Show `view`, named for screen readers in the words of `texts`. */
  set(view: BoardView, texts: BoardTexts): void {
    const dests = view.movable ? view.dests : {};
    this.ground.set({
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
    const selected = this.ground.state.selectable.selected;
    if (typeof selected === "string" && !(fromKey(selected as Key) in dests)) this.ground.unselect();
    for (const [where, side] of [
      ["bottom", view.below],
      ["top", view.below === "red" ? "black" : "red"],
    ] as const) {
      const numerals = fileNumerals(side, view.below);
      this.edges[where].innerHTML = numerals.map((n) => `<span>${n}</span>`).join("");
      this.edges[where].dataset.side = side;
    }
    const fatal = view.fatal ?? [];
    this.overlay.innerHTML = overlayMarkup(view.arrows ?? [], view.crossed ?? [], fatal, view.below);
    this.grid.set(parsePlacement(view.fen), dests, view.below, texts, fatal);
  }

  /** Put the keyboard on the board. */
  focus(): void {
    this.grid.focus();
  }

  destroy(): void {
    this.ground.destroy();
  }

  private moved(from: Key, to: Key): void {
    this.options.onMove(fromKey(from), fromKey(to));
  }
}
