import { beforeEach, describe, expect, test } from "vitest";
import { overlayMarkup } from "../src/board/overlay";
import { setLanguage } from "../src/i18n";
import { actAt, FEW, fatalMove, marksAt, moveArrow, waysShown } from "../src/play/judged";
import { EMPTY } from "../src/play/reduce";
import { RulingPanel } from "../src/play/ruling";
import {
  allWays,
  books,
  bookTitle,
  dialog,
  doubtful,
  game,
  play,
  pointed,
  receive,
  viewing,
} from "../src/play/store";
import { WarningPanel } from "../src/play/warning";
import { chased, entry, named, played, position, state, warning } from "./fixtures";
import { all, words } from "./vnodes";

const warned = (change = {}) => state(1, { position: { ...position(0), warning: warning(change) } });

beforeEach(() => {
  game.value = EMPTY;
  setLanguage("en");
  books.value = [{ name: "club", title: { zh: "俱乐部棋规", en: "club rules" } }];
  [dialog.value, doubtful.value, pointed.value, viewing.value, allWays.value] = [
    null,
    null,
    null,
    null,
    false,
  ];
});

describe("a move that loses by repetition", () => {
  test("is found among those of the warning", () => {
    const now = { ...position(0), warning: warning() };
    expect(fatalMove(now, "h2e2")).toEqual(named("h2e2"));
    expect(fatalMove(now, "b0c2")).toBeNull();
    expect(fatalMove(position(0), "h2e2")).toBeNull();
  });

  test("is asked about and not yet drawn", () => {
    receive(warned());
    play("h2e2");
    expect([dialog.value, doubtful.value?.uci, game.value.pending]).toEqual(["fatal", "h2e2", null]);
    play("h2e2", true);
    expect(game.value.pending?.uci).toBe("h2e2");
  });

  test("a way out is played at once", () => {
    receive(warned());
    play("b0c2");
    expect([dialog.value, game.value.pending?.uci]).toEqual([null, "b0c2"]);
  });

  test("the question goes when the position has changed meanwhile", () => {
    receive(warned());
    play("h2e2");
    receive(state(1, { position: { ...position(0), warning: warning() } }));
    expect(dialog.value).toBe("fatal");
    receive(played(2, 1));
    expect(dialog.value).toBeNull();
  });
});

describe("the warning beside the board", () => {
  const panel = (change = {}) => WarningPanel({ warning: warning(change) });

  test("says who must vary, by which book, what loses and what does not", () => {
    const text = words(panel()).join(" ");
    for (const part of ["Red must vary", "Once more", "Wh2e2", "Ways out: 1", "Wb0c2"])
      expect(text).toContain(part);
    setLanguage("zh");
    expect(words(panel()).join(" ")).toContain("红方须变着");
  });

  test("shows the first of many ways out and says how many more there are", () => {
    const many = Array.from({ length: 20 }, (_, i) => named(`a${i % 10}b${i % 10}`));
    expect(waysShown(warning({ ways_out: many }), false)).toEqual({ shown: many.slice(0, FEW), more: 15 });
    expect(waysShown(warning({ ways_out: many }), true).shown).toHaveLength(20);
    // One more is shown rather than hidden behind a button.
    expect(waysShown(warning({ ways_out: many.slice(0, FEW + 1) }), false).more).toBe(0);
    expect(words(panel({ ways_out: many })).join(" ")).toContain("15 more");
  });

  test("a way out that is looked at is an arrow", () => {
    const [way] = all(panel(), "button");
    (way!.props.onFocus as () => void)();
    expect(pointed.value).toBe("b0c2");
    (way!.props.onBlur as () => void)();
    expect(pointed.value).toBeNull();
  });

  test("has no list of ways out for who is not to move", () => {
    expect(all(panel({ fatal: [], ways_out: [] }), "ul")).toEqual([]);
  });
});

describe("the ruling", () => {
  test("gives verdict, sides, clause with its book, plies and other books", () => {
    const text = words(RulingPanel({ outcome: chased })).join(" ");
    for (const part of [
      "Perpetual chase by Black alone",
      "Red: idle",
      "Black chases with every move",
      "Cycle: plies 8 to 9",
      "A perpetual chase loses.",
      "Black loses",
      "The rook attacks the cannon",
      "[engine] draw",
    ])
      expect(text).toContain(part);
  });

  test("a ply chosen is the position shown", () => {
    receive(
      state(1, { moves: Array.from({ length: 9 }, (_, i) => entry(i + 1)), status: "over", outcome: chased }),
    );
    const [eight] = all(RulingPanel({ outcome: chased }), "button");
    (eight!.props.onClick as () => void)();
    expect(viewing.value).toBe(8);
    const current = all(RulingPanel({ outcome: chased }), "button").map(
      (button) => button.props["aria-current"],
    );
    expect(current).toEqual(["step", undefined]);
  });

  test("is nothing where there is none", () => {
    expect(RulingPanel({ outcome: { ...chased, ruling: null } })).toBeNull();
    expect(marksAt(null, 9)).toEqual({ arrows: [], crossed: [] });
  });

  test("has the arrows of each ply", () => {
    expect(marksAt(chased.ruling, 9).arrows).toEqual([{ from: "a5", to: "c5", kind: "chase" }]);
    expect(marksAt(chased.ruling, 8)).toEqual({ arrows: [], crossed: ["b0"] });
    expect(actAt(chased.ruling, 7)).toBeNull();
  });

  test("a loop gone through again is drawn as the first time", () => {
    const again = { ply: 10, last: 11, text: { zh: "", en: "" }, arrows: [], crossed: [], same_as: 8 };
    const ruling = { ...chased.ruling!, acts: [...chased.ruling!.acts, again] };
    expect(marksAt(ruling, 10).crossed).toEqual(["b0"]);
    expect(marksAt(ruling, 11).arrows).toHaveLength(1);
    expect(marksAt(ruling, 12).arrows).toEqual([]);
  });
});

test("a book goes by its name until the server has told its title", () => {
  expect(bookTitle("club")).toBe("Club rules");
  expect(bookTitle("wxf")).toBe("Wxf");
});

describe("over the board", () => {
  test("an arrow runs between the rims of its squares and turns with the board", () => {
    const draw = (below: "red" | "black") => overlayMarkup([moveArrow("a0a9", "way")], [], [], below);
    // a0 is the lower left corner for Red: x 50, y 950; rims of 40, a head of 26.
    expect(draw("red")).toContain('<path d="M50 910L50 116"/>');
    expect(draw("black")).toContain('<path d="M850 90L850 884"/>');
    expect(draw("red")).toContain('class="arrow way"');
  });

  test("a crossed point stands for all moves to it", () => {
    const markup = overlayMarkup([], [], ["a0a1", "b1a1", "e0e1"], "red");
    expect(markup.match(/class="cross"/g)).toHaveLength(2);
    expect(markup).toContain('data-square="a1" transform="translate(50 850)"');
  });

  test("a guard in vain has a bar across", () => {
    const markup = overlayMarkup([], ["e8", "e8"], [], "red");
    expect(markup.match(/class="bar"/g)).toHaveLength(1);
    expect(markup).toContain("translate(450 150)");
  });

  test("the same arrow is drawn once, and one to its own square not at all", () => {
    const twice = [moveArrow("a0a9", "way"), moveArrow("a0a9", "way"), moveArrow("c3c3", "way")];
    expect(overlayMarkup(twice, [], [], "red").match(/<g /g)).toHaveLength(1);
  });
});
