// Scores as people read them, always seen from Red.

import { t } from "../i18n";
import type { Score } from "../records/protocol";

/** Hundredths of a pawn in one unit of the curve, as docs/analysis.md has it. */
const UNIT = 280;

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

export function scoreText({ cp, mate }: Told): string {
  if (mate !== null) return `#${mate}`;
  const pawns = (cp ?? 0) / 100;
  return `${pawns > 0 ? "+" : ""}${pawns.toFixed(2)}`;
}

/** The score in words. */
export function scoreWords({ cp, mate }: Told): string {
  if (mate !== null)
    return mate > 0 ? t("Red mates in {n}", { n: mate }) : t("Black mates in {n}", { n: -mate });
  return t("Score {score}, seen from Red", { score: scoreText({ cp, mate }) });
}
