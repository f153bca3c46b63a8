// Preact's hand on the framework-free board.

import { useEffect, useRef } from "preact/hooks";
import { Board, type BoardView as View } from "../board/board";
import { language, t } from "../i18n";
import { cellText } from "./moves";
import { play } from "./store";

const texts = () => ({ board: t("Board"), cell: cellText });

export function BoardView({ view }: { view: View }) {
  const element = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  const words = language();
  useEffect(() => {
    board.current = new Board(element.current!, view, {
      texts: texts(),
      onMove: (from, to) => play(from + to),
    });
    return () => {
      board.current?.destroy();
      if (element.current) element.current.innerHTML = "";
    };
  }, []);
  useEffect(() => board.current?.set(view, texts()), [view, words]);
  return <div ref={element} class="board" />;
}
