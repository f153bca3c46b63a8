// Preact's hand on the framework-free board.

import { useEffect, useRef } from "preact/hooks";
import { Board, type BoardView as View } from "../board/board";
import { language, t } from "../i18n";
import { cellText } from "./moves";
import { fresh, play as playAtTable } from "./store";

const texts = () => ({ board: t("Board"), cell: cellText });

interface BoardViewProps {
  view: View;
  /** Whether the keyboard is put on the board when it appears. */
  focused?: boolean;
  /** What a move made on it does; it is played at the table, if left out. */
  onMove?(uci: string): void;
}

export function BoardView({ view, focused = false, onMove = playAtTable }: BoardViewProps) {
  const element = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  const words = language();
  const moved = useRef(onMove);
  moved.current = onMove;
  useEffect(() => {
    board.current = new Board(element.current!, view, {
      texts: texts(),
      onMove: (from, to) => moved.current(from + to),
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
