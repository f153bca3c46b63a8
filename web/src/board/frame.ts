// What every board on the page has: nine files and ten ranks told to chessgroundx, our lines and pieces,
// file numbers along the edges, and a layer for what is drawn over the pieces.

import type { Api } from "chessgroundx/api";
import { Chessground } from "chessgroundx/chessground";
import type { Config } from "chessgroundx/config";
import { type Color, opposite } from "./coords";
import { boardSvg } from "./drawing";
import { fileNumerals } from "./numerals";

/** Our sides as chessgroundx calls them. */
export const cgColor = (color: Color) => (color === "red" ? "white" : "black");

export class Frame {
  readonly ground: Api;
  /** The ninety points, without the edges. */
  readonly field: HTMLElement;
  private readonly edges: Record<"top" | "bottom", HTMLElement>;
  private readonly overlay: SVGSVGElement;

  constructor(root: HTMLElement, config: Config) {
    root.classList.add("xiangqi");
    const edge = (where: string) => {
      const element = document.createElement("div");
      element.className = `numerals ${where}`;
      element.setAttribute("aria-hidden", "true");
      return element;
    };
    this.edges = { top: edge("top"), bottom: edge("bottom") };
    this.field = document.createElement("div");
    this.field.className = "field";
    const wrap = document.createElement("div");
    this.field.append(wrap);
    root.append(this.edges.top, this.field, this.edges.bottom);

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
      events: {
        insert: (elements) => elements.container.insertAdjacentHTML("afterbegin", boardSvg()),
      },
      ...config,
    });
    this.overlay = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.overlay.setAttribute("class", "overlay");
    this.overlay.setAttribute("viewBox", "0 0 900 1000");
    this.overlay.setAttribute("preserveAspectRatio", "none");
    this.overlay.setAttribute("aria-hidden", "true");
    this.field.append(this.overlay);
  }

  /** Number the files for whoever sits below, and draw `markup` over the pieces. */
  draw(below: Color, markup: string): void {
    for (const [where, side] of [
      ["bottom", below],
      ["top", opposite(below)],
    ] as const) {
      const numerals = fileNumerals(side, below);
      this.edges[where].innerHTML = numerals.map((n) => `<span>${n}</span>`).join("");
      this.edges[where].dataset.side = side;
    }
    this.overlay.innerHTML = markup;
  }

  destroy(): void {
    this.ground.destroy();
  }
}
