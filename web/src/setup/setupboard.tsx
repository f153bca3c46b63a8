// The board and the two trays beside it: each side's pieces that are not on the board.

import { useEffect, useRef } from "preact/hooks";
import { type Color, opposite, type Square } from "../board/coords";
import { FreeBoard, type FreeView, pieceClasses } from "../board/freeboard";
import { language, t } from "../i18n";
import { pieceName, sideName } from "../play/moves";
import { fields, KINDS, remaining } from "./layout";
import {
  below,
  boardKey,
  carry,
  choose,
  hand,
  layout,
  picked,
  place,
  press,
  rings,
  starts,
  take,
  tool,
} from "./state";

function cellText(sq: Square, piece: string | undefined): string {
  const what = piece ? `${pieceName(piece)} ${sq}` : sq;
  const marked = rings.value.some(({ square, kind }) => square === sq && kind !== "check");
  return marked ? t("{what}, a reason speaks of it", { what }) : what;
}

const texts = () => ({ board: t("Board to set up"), cell: cellText });

function Layout() {
  const element = useRef<HTMLDivElement>(null);
  const view: FreeView = {
    pieces: fields(layout.value).pieces,
    below: below.value,
    rings: rings.value,
    picked: picked.value,
  };
  const words = language();
  useEffect(() => {
    hand.board = new FreeBoard(element.current!, view, texts(), {
      press,
      carry,
      remove: take,
      key: boardKey,
    });
    return () => {
      hand.board?.destroy();
      hand.board = null;
      if (element.current) element.current.innerHTML = "";
    };
  }, []);
  useEffect(() => hand.board?.set(view, texts()), [view.pieces, view.below, view.rings, view.picked, words]);
  // The board gives its element a class of its own: what changes stands around it.
  return (
    <div class={tool.value ? "stamping" : ""}>
      <div ref={element} class="board" />
    </div>
  );
}

function Tray({ side }: { side: Color }) {
  const left = remaining(layout.value, starts.value?.set ?? "");
  return (
    <div
      class={`tray ${side}`}
      role="group"
      aria-label={t("{side}: pieces to put on the board", { side: sideName(side) })}
    >
      {KINDS.map((kind) => {
        const letter = side === "red" ? kind : kind.toLowerCase();
        const count = left.get(letter) ?? 0;
        return (
          <button
            key={letter}
            type="button"
            data-letter={letter}
            class={count > 0 ? "" : count < 0 ? "over" : "none"}
            aria-pressed={tool.value === letter}
            aria-label={t("{piece}, {count} left", { piece: pieceName(letter), count })}
            title={t("Drag it, or press it and then squares")}
            // By key or screen reader; a press is followed from its beginning, below.
            onClick={(event) => event.detail === 0 && choose(letter)}
            onPointerDown={(event) => {
              if (event.button !== 0 || !event.isPrimary) return;
              const put = (to: Square | null) => to && place(to, letter);
              hand.board?.bring(event, letter, put, () => choose(letter));
            }}
          >
            <i class={pieceClasses(letter)} />
            <span aria-hidden="true">{count}</span>
          </button>
        );
      })}
    </div>
  );
}

export function SetupBoard() {
  return (
    <div class="boardside">
      <Tray side={opposite(below.value)} />
      <Layout />
      <Tray side={below.value} />
    </div>
  );
}
