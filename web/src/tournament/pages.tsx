// Which page of the events the address names.

import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import type { Address } from "./address";
import { DeskPage } from "./deskpage";
import { EventList } from "./eventlist";
import { LivePage } from "./livepage";
import { NewEventPage } from "./newevent";
import { event, live } from "./store";

export function EventPages({ address }: { address: Address }) {
  const name = event.value?.name;
  useEffect(() => {
    const before = document.title;
    document.title = name ? `${name} – 楚河 Chuhe` : before;
    return () => {
      document.title = before;
    };
  }, [name]);
  const screen = address.page === "event" && address.rest.split("/").at(-1) === "screen";
  return (
    <main class={screen ? "hall screen" : "hall"}>
      <Shown address={address} />
    </main>
  );
}

function Shown({ address }: { address: Address }) {
  if (address.page === "events") return <EventList />;
  if (address.page === "new") return <NewEventPage />;
  if (live.value === "missing")
    return (
      <p class="card bar">
        {t("There is no such event.")}
        <a href="#events">{t("Events")}</a>
      </p>
    );
  if (address.page === "event") return <LivePage id={address.id} rest={address.rest} />;
  return <DeskPage id={address.id} tab={address.tab} joining={address.key} />;
}
