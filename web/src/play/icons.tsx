// Line icons, 24 × 24, drawn in the text's colour.

const PATHS = {
  first: "M6 5v14M18 6l-8 6 8 6z",
  previous: "M15 6l-6 6 6 6",
  next: "M9 6l6 6-6 6",
  last: "M18 5v14M6 6l8 6-8 6z",
  takeback: "M9 7L4 12l5 5M4 12h10a5 5 0 0 1 0 10h-2",
  flip: "M7 4v14M3.5 14.5L7 18l3.5-3.5M17 20V6M13.500 9.500L17 6l3.500 3.500",
  resign: "M6 21V4M6 5c4-2.500 7 2.500 12 0v9c-5 2.500-8-2.500-12 0",
  draw: "M5 9h14M5 15h14",
  add: "M12 5v14M5 12h14",
  save: "M12 4v11M7.500 11l4.500 4.500L16.500 11M5 20h14",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  open: "M3 19V6h6l2 2h10v11zM3 12h18",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  now: "M13 3L5 14h6l-1 7 8-11h-6z",
  pieces: "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18zM8.500 16L12 7.500 15.500 16M9.800 13h4.400",
  play: "M8 5l11 7-11 7z",
  branch: "M7 21V3M7 15c0-5 10-3 10-9M14 8l3-3 3 3",
  up: "M6 15l6-6 6 6",
  down: "M6 9l6 6 6-6",
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  main: "M12 21V8M6 12l6-6 6 6M5 3h14",
  rest: "M4 6h16M4 12h7M14 12l6 6M20 12l-6 6",
  bin: "M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14M10 11v6M14 11v6",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1.500 1.500M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1.500-1.500",
  swap: "M4 8h13l-3-3M20 16H7l3 3",
  mirror: "M12 3v18M8 7l-5 10h5zM16 7l5 10h-5z",
  right: "M5 12l5 5L19 7",
  board: "M4 4h16v16H4zM4 12h16M12 4v16",
  friend: "M9 11a3 3 0 1 0 0-6 3 3 0 1 0 0 6zM3 20c0-4 3-6 6-6s6 2 6 6M16 5a3 3 0 0 1 0 6M17 14c3 .5 4 3 4 6",
  screen: "M3 5h18v11H3zM9 20h6M12 16v4",
  close: "M6 6l12 12M18 6L6 18",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
