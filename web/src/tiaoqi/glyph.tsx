// A piece of each seat: a colour of its own, and a shape for those who cannot tell the colours.

import type { Point } from "./protocol";

const SHAPES: Record<Point, string> = {
  S: "M0-.2A.2.2 0 1 1 0 .2A.2.2 0 1 1 0-.2Z",
  SW: "M0-.24L.22.15L-.22.15Z",
  NW: "M-.18-.18H.18V.18H-.18Z",
  N: "M0-.26L.22 0L0 .26L-.22 0Z",
  NE: "M-.07-.24H.07V-.07H.24V.07H.07V.24H-.07V.07H-.24V-.07H-.07Z",
  SE: "M0-.27L.07-.09L.26-.08L.11.03L.16.22L0 .11L-.16.22L-.11.03L-.26-.08L-.07-.09Z",
};

export function Glyph({ point, lifted = false }: { point: Point; lifted?: boolean }) {
  return (
    <g class={`marble of-${point} ${lifted ? "lifted" : ""}`}>
      <circle class="body" r="0.4" />
      <path class="shape" d={SHAPES[point]} />
    </g>
  );
}

/** The piece beside a player's name. */
export function Chip({ point }: { point: Point }) {
  return (
    <svg class="chip" viewBox="-0.45 -0.45 0.9 0.9" aria-hidden="true">
      <Glyph point={point} />
    </svg>
  );
}
