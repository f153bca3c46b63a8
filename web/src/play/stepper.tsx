import { t } from "../i18n";
import { Icon, type IconName } from "./icons";

interface StepperProps {
  /** The ply looked at, and the last there is. */
  ply: number;
  last: number;
  go(ply: number): void;
}

/** Buttons to walk through the moves. */
export function Stepper({ ply, last, go }: StepperProps) {
  const button = (icon: IconName, label: string, to: number, off: boolean) => (
    <button type="button" class={icon} aria-label={label} title={label} disabled={off} onClick={() => go(to)}>
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="stepper" role="group" aria-label={t("Step through the moves")}>
      {button("first", t("First position (Home)"), 0, ply === 0)}
      {button("previous", t("Previous move (←)"), ply - 1, ply === 0)}
      <output aria-label={t("Move shown")}>
        {ply} / {last}
      </output>
      {button("next", t("Next move (→)"), ply + 1, ply === last)}
      {button("last", t("Last position (End)"), last, ply === last)}
    </div>
  );
}
