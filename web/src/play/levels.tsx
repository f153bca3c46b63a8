// The engine's levels by name, and what each is like to play against.

import { t } from "../i18n";

interface LevelWords {
  name: string;
  about: string;
}

/** What `level` is called; the same words as `chuhe.engines.levels`. */
export function levelWords(level: number): LevelWords {
  switch (level) {
    case 1:
      return { name: t("First steps"), about: t("Takes what it can and hardly looks at your answer.") };
    case 2:
      return {
        name: t("Beginner"),
        about: t("Looks for what can be taken; often does not see what you can take."),
      };
    case 3:
      return {
        name: t("Learner"),
        about: t("Thinks of your answer, but often misses horses, cannons and moves backward."),
      };
    case 4:
      return { name: t("Casual player"), about: t("Leaves fewer pieces hanging; plays by feeling.") };
    case 5:
      return {
        name: t("Keen player"),
        about: t("Thinks of the next move too; still misses what is far away or quiet."),
      };
    case 6:
      return {
        name: t("Club player"),
        about: t("Finds short combinations and knows what a position is worth."),
      };
    case 7:
      return { name: t("Strong club player"), about: t("Seldom overlooks anything two moves ahead.") };
    case 8:
      return { name: t("Expert"), about: t("Calculates well; errs in long lines only.") };
    case 9:
      return { name: t("Formidable"), about: t("Overlooks nothing, but does not think for long.") };
    default:
      return { name: t("Full strength"), about: t("Holds nothing back and takes its time.") };
  }
}

/** A level by number and name. */
export function levelName(level: number): string {
  return t("{level} · {name}", { level, name: levelWords(level).name });
}
