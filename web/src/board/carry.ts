// A piece under the finger or the mouse, from wherever it was taken to wherever it is let go.

/** A press becomes a drag after so many pixels. */
const NEAR = 6;
/** A finger that rests so long, in ms, means something else. */
const HOLD = 550;

export interface CarryHands {
  /** The press has become a drag. */
  lift?(): void;
  /** Where the pointer is now, in the window. */
  over?(x: number, y: number): void;
  /** Let go after a drag. */
  drop(x: number, y: number): void;
  /** Let go without one. */
  tap?(): void;
  /** A finger has rested. */
  hold?(): void;
  /** Over, however it went. */
  end?(): void;
}

/**
 * Follow a press until it is let go.
 *
 * @param classes of the picture that goes with the pointer; null if nothing is to be carried.
 * @param size of that picture in pixels.
 */
export function follow(
  press: PointerEvent,
  classes: string | null,
  size: number,
  hands: CarryHands,
): { cancel(): void } {
  let ghost: HTMLElement | null = null;
  let moved = false;
  const stops = new AbortController();
  const timer =
    press.pointerType === "mouse" || !hands.hold
      ? 0
      : window.setTimeout(() => {
          finish();
          hands.hold?.();
          hands.end?.();
        }, HOLD);

  const finish = () => {
    clearTimeout(timer);
    stops.abort();
    ghost?.remove();
    ghost = null;
  };
  const on = (name: "pointermove" | "pointerup" | "pointercancel", act: (event: PointerEvent) => void) =>
    addEventListener(name, (event) => event.pointerId === press.pointerId && act(event), {
      signal: stops.signal,
    });

  on("pointermove", (event) => {
    const [x, y] = [event.clientX, event.clientY];
    if (!ghost) {
      moved ||= Math.hypot(x - press.clientX, y - press.clientY) >= NEAR;
      if (!moved) return;
      clearTimeout(timer);
      if (classes === null) return;
      ghost = document.createElement("i");
      ghost.className = `carried ${classes}`;
      ghost.style.width = ghost.style.height = `${size}px`;
      document.body.append(ghost);
      hands.lift?.();
    }
    ghost.style.transform = `translate(${x - size / 2}px, ${y - size / 2}px)`;
    hands.over?.(x, y);
  });
  on("pointerup", (event) => {
    const dragged = ghost !== null;
    finish();
    if (dragged) hands.drop(event.clientX, event.clientY);
    else if (!moved) hands.tap?.();
    hands.end?.();
  });
  const cancel = () => {
    finish();
    hands.end?.();
  };
  on("pointercancel", cancel);
  return { cancel };
}
