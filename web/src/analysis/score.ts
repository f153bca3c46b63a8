// Scores as people read them, always seen from Red.

import { t } from "../i18n";
import type { Score } from "../records/protocol";
import scale from "./scale.json";

/** Hundredths of a pawn in one unit of the curve: tools/export_web_words.py writes it. */
const UNIT = scale.unit;

export interface Told {
  cp: number | null;
  mate: number | null;
  /** Red's share of the point where the server told it: an end on the board has no other score. */
  share?: number;
}

/** Red's share of the point. */
export function shareOf({ cp, mate, share }: Told): number {
  if (share !== undefined) return share;
  if (mate !== null) return mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-(cp ?? 0) / UNIT));
}

export const toldOf = (score: Score): Told => ({ cp: score.score ?? null, mate: score.mate ?? null });

/** A score beyond this is no count of material: so the engine tells of games that repetition decides. */
const DECIDED = 9000;

export function scoreText({ cp, mate }: Told): string {
  if (mate !== null) return `#${mate}`;
  if (Math.abs(cp ?? 0) >= DECIDED) return cp! > 0 ? t("Red wins") : t("Black wins");
  const pawns = (cp ?? 0) / 100;
  return `${pawns > 0 ? "+" : ""}${pawns.toFixed(2)}`;
}

/** The score in words. */
export function scoreWords({ cp, mate }: Told): string {
  if (mate !== null)
    return mate > 0 ? t("Red mates in {n}", { n: mate }) : t("Black mates in {n}", { n: -mate });
  const score = scoreText({ cp, mate });
  return Math.abs(cp ?? 0) >= DECIDED ? score : t("Score {score}, seen from Red", { score });
}
