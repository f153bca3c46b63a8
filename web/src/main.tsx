import { effect } from "@preact/signals";
import { render } from "preact";
import { language, setLanguage } from "./i18n";
import { App } from "./play/app";
import { choosePieces, route } from "./play/store";
import { keepLanguage, preferredLanguage, preferredPieces } from "./settings";
import "./board/board.css";
import "./style/base.css";
import "./style/page.css";
import "./style/side.css";
import "./style/forms.css";
import "./style/sizes.css";

setLanguage(preferredLanguage());
effect(() => keepLanguage(language()));
choosePieces(preferredPieces());
addEventListener("hashchange", route);
route();
render(<App />, document.getElementById("app")!);
