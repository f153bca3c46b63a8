import type { ComponentChildren } from "preact";
import { Dialog } from "../play/dialog";
import { pane } from "./state";

/** A window over the record. */
export function Pane({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <Dialog title={title} close={() => (pane.value = null)}>
      {children}
    </Dialog>
  );
}
