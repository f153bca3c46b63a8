// What to do with what is laid out: play from it, alone or with somebody, or write its record.

import { useState } from "preact/hooks";
import type { Color } from "../board/coords";
import { t } from "../i18n";
import { Action, copy } from "../play/actions";
import * as api from "../play/api";
import { Dialog } from "../play/dialog";
import { invitation } from "../play/invite";
import { sideName } from "../play/moves";
import { dialog, fail, goto, proposal, startTable } from "../play/store";
import { coded } from "./address";
import { layout, view } from "./state";

/** Two persons at one screen. */
async function playHere(fen: string): Promise<void> {
  try {
    await startTable({ seats: { red: "human", black: "human" }, fen, diagram: true });
  } catch (error) {
    fail(error);
  }
}

function Friend({ close }: { close(): void }) {
  const [link, setLink] = useState<{ table: string; url: string } | null>(null);
  const open = async (side: Color) => {
    try {
      const seats = { red: "open", black: "open", [side]: "human" } as const;
      const { table, invites } = await api.newTable({ seats, fen: layout.value, diagram: true });
      const [[seat, key] = ["", ""]] = Object.entries(invites);
      setLink({ table: table.id, url: invitation(table.id, seat, key) });
    } catch (error) {
      fail(error);
    }
  };
  return (
    <Dialog title={t("Play with a friend")} close={close}>
      {link ? (
        <>
          <p>{t("Send this link to your friend. Whoever opens it first takes the seat.")}</p>
          <input class="invitation" readOnly value={link.url} aria-label={t("Link for your friend")} />
          <div class="buttons">
            <button type="button" onClick={() => copy(link.url)}>
              {t("Copy link")}
            </button>
            <button type="button" class="primary" onClick={() => goto(`t/${link.table}`)}>
              {t("To the board")}
            </button>
          </div>
        </>
      ) : (
        <div class="buttons" role="group" aria-label={t("You play")}>
          {(["red", "black"] as const).map((side) => (
            <button key={side} type="button" class="primary" onClick={() => void open(side)}>
              {sideName(side)}
            </button>
          ))}
        </div>
      )}
    </Dialog>
  );
}

export function Onward() {
  const [friend, setFriend] = useState(false);
  const found = view.value;
  const fen = layout.value;
  return (
    <section class="card onward">
      <h2>{t("From this position")}</h2>
      <div class="actions">
        <Action
          icon="play"
          label={t("Against the engine")}
          off={!found?.legal}
          onClick={() => {
            proposal.value = { text: fen };
            dialog.value = "new";
          }}
        />
        <Action
          icon="friend"
          label={t("With a friend")}
          off={!found?.playable}
          onClick={() => setFriend(true)}
        />
        <Action
          icon="screen"
          label={t("At one screen")}
          off={!found?.playable}
          onClick={() => void playHere(fen)}
        />
        <Action
          icon="open"
          label={t("Open as a record")}
          off={!found?.playable}
          onClick={() => goto(`record?fen=${coded(fen)}`)}
        />
      </div>
      {friend && <Friend close={() => setFriend(false)} />}
    </section>
  );
}
