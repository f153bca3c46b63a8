import { effect } from "@preact/signals";
import { render } from "preact";
import { language, setLanguage } from "./i18n";
import { App } from "./play/app";
import { route } from "./play/store";
import { keepLanguage, preferredLanguage } from "./settings";
import "./board/board.css";
import "./play/play.css";

setLanguage(preferredLanguage());
effect(() => keepLanguage(language()));
addEventListener("hashchange", route);
route();
render(<App />, document.getElementById("app")!);
