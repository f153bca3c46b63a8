// Preact's hand on the framework-free board.

import { useEffect, useRef } from "preact/hooks";
import { Board, type BoardView as View } from "../board/board";
import { language, t } from "../i18n";
import { cellText } from "./moves";
import { fresh, play } from "./store";

const texts = () => ({ board: t("Board"), cell: cellText });

/** @param focused whether the keyboard is put on the board when it appears. */
export function BoardView({ view, focused = false }: { view: View; focused?: boolean }) {
  const element = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  const words = language();
  useEffect(() => {
    board.current = new Board(element.current!, view, {
      texts: texts(),
      onMove: (from, to) => play(from + to),
    });
    if (focused) {
      board.current.focus();
      fresh.value = null;
    }
    return () => {
      board.current?.destroy();
      if (element.current) element.current.innerHTML = "";
    };
  }, []);
  useEffect(() => board.current?.set(view, texts()), [view, words]);
  return <div ref={element} class="board" />;
}
