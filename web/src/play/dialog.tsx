import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { Icon } from "./icons";
import { dialog } from "./store";

const closeDialog = () => {
  dialog.value = null;
};

interface DialogProps {
  title: string;
  children: ComponentChildren;
  /** How it goes away. */
  close?(): void;
}

/** A modal window; Escape, the cross and a click beside it close it. */
export function Dialog({ title, children, close = closeDialog }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const node = element.current;
    const before = document.activeElement;
    if (node && !node.open) node.showModal();
    return () => {
      // The window is taken away rather than closed, so the browser does not lead the keyboard back.
      requestAnimationFrame(() => {
        const lost = !document.activeElement || document.activeElement === document.body;
        if (lost && before instanceof HTMLElement && before.isConnected)
          before.focus({ preventScroll: true });
      });
    };
  }, []);
  return (
    <dialog
      ref={element}
      aria-label={title}
      onClose={close}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <div class="dialog">
        <div class="dialog-head">
          <h2>{title}</h2>
          <button type="button" class="quiet" aria-label={t("Close")} onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
