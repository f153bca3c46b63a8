// The page: header, what the address names, and whatever lies over it.

import { useEffect } from "preact/hooks";
import { language, setLanguage, t } from "../i18n";
import { OpenRecord, Reading } from "../records/open";
import { RecordPage } from "../records/recordpage";
import { SetupPage } from "../setup/setuppage";
import { wanted as setupWanted } from "../setup/state";
import { wanted } from "../tiaoqi/state";
import { TiaoqiPages } from "../tiaoqi/tiaoqipage";
import { EventPages } from "../tournament/pages";
import { address } from "../tournament/store";
import { FatalDialog } from "./fataldialog";
import { NewGame } from "./newgame";
import { ResignDialog } from "./resign";
import { StartPage, WaitingPage } from "./startpage";
import { announced, dialog, flipped, goPly, link, notice, page, shownPly } from "./store";
import { TablePage } from "./tablepage";

function Header() {
  const other = language() === "zh" ? "en" : "zh";
  return (
    <header class="masthead">
      <a class="brand" href="#home">
        <span class="seal" aria-hidden="true">
          楚
        </span>
        <span class="name" lang="zh-Hans">
          楚河
        </span>
        <span class="latin">Chuhe</span>
      </a>
      <nav>
        <button type="button" onClick={() => (dialog.value = "new")}>
          {t("New game")}
        </button>
        <button type="button" onClick={() => (dialog.value = "record")}>
          {t("Open record")}
        </button>
        <a class="button spare" href="#setup">
          {t("Set up")}
        </a>
        <a class="button" href="#tiaoqi">
          {t("Chinese checkers")}
        </a>
        <a class="button" href="#events">
          {t("Events")}
        </a>
        <button
          type="button"
          class="language"
          lang={other === "zh" ? "zh-Hans" : "en"}
          onClick={() => setLanguage(other)}
        >
          {other === "zh" ? "中文" : "English"}
        </button>
      </nav>
    </header>
  );
}

function Connection() {
  if (link.value !== "reconnecting" || !["table", "waiting"].includes(page.value)) return null;
  return (
    <p class="connection" role="status">
      {t("Connection lost. Reconnecting …")}
    </p>
  );
}

const inField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest("input, textarea, select, dialog, [role=radiogroup]") !== null;

function keys(event: KeyboardEvent): void {
  if (
    address.value ||
    page.value === "record" ||
    wanted.value !== null ||
    setupWanted.value !== null ||
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    inField(event.target)
  )
    return;
  switch (event.key) {
    case "ArrowLeft":
      goPly(shownPly.value - 1);
      break;
    case "ArrowRight":
      goPly(shownPly.value + 1);
      break;
    case "Home":
      goPly(0);
      break;
    case "End":
      goPly(Number.MAX_SAFE_INTEGER);
      break;
    case "f":
      flipped.value = !flipped.value;
      break;
    default:
      return;
  }
  event.preventDefault();
}

export function App() {
  useEffect(() => {
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  }, []);
  return (
    <>
      <Header />
      <Connection />
      <Reading />
      {address.value ? (
        <EventPages address={address.value} />
      ) : wanted.value !== null ? (
        <TiaoqiPages />
      ) : setupWanted.value !== null ? (
        <main class="page setup">
          <SetupPage />
        </main>
      ) : (
        <main class={`page ${page.value}`}>
          {page.value === "start" && <StartPage />}
          {page.value === "waiting" && <WaitingPage />}
          {page.value === "table" && <TablePage />}
          {page.value === "record" && <RecordPage />}
        </main>
      )}
      {dialog.value === "new" && <NewGame />}
      {dialog.value === "record" && <OpenRecord />}
      {dialog.value === "resign" && <ResignDialog />}
      {dialog.value === "fatal" && <FatalDialog />}
      {notice.value && (
        <p class={`notice ${notice.value.kind}`} role="alert">
          {notice.value.text}
        </p>
      )}
      <p class="unseen" aria-live="polite">
        {announced.value}
      </p>
    </>
  );
}
