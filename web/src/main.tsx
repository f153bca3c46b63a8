import { effect } from "@preact/signals";
import { render } from "preact";
import { language, setLanguage } from "./i18n";
import { App } from "./play/app";
import { routeInvitation } from "./play/invite";
import { choosePieces, fail, learnBooks, route } from "./play/store";
import { store } from "./records/keeping";
import { takeFiles } from "./records/open";
import { routeRecord, turnBack } from "./records/opening";
import { unsaved } from "./records/state";
import { keepLanguage, preferredLanguage, preferredPieces } from "./settings";
import { routeSetup } from "./setup/state";
import { routeTiaoqi } from "./tiaoqi/state";
import { routeEvents, stillToSend } from "./tournament/store";
import "./board/board.css";
import "./style/base.css";
import "./style/page.css";
import "./style/side.css";
import "./style/judged.css";
import "./style/forms.css";
import "./style/event.css";
import "./style/desk.css";
import "./style/live.css";
import "./style/tiaoqi.css";
import "./style/record.css";
import "./style/explorer.css";
import "./style/analysis.css";
import "./style/setup.css";
import "./style/sizes.css";

setLanguage(preferredLanguage());
effect(() => keepLanguage(language()));
choosePieces(preferredPieces());
function show(): void {
  routeEvents(location.hash.slice(1));
  routeTiaoqi(location.hash.slice(1));
  routeRecord(location.hash.slice(1));
  routeSetup(location.hash.slice(1));
  routeInvitation(location.hash.slice(1)).catch(fail);
  route();
}
addEventListener("hashchange", show);
addEventListener("popstate", turnBack);
// Results that have not reached the server would be lost with the page; so would edits of a record, or be
// forgotten.
addEventListener("beforeunload", (event) => {
  if (unsaved.value) void store();
  if (stillToSend() || unsaved.value) event.preventDefault();
});
show();
takeFiles();
void learnBooks();
render(<App />, document.getElementById("app")!);
