"""Moves judged by scores made by hand; and games looked at by engines."""

import io
import json
import math
import threading
from pathlib import Path
from typing import Any

import pytest

from chuhe import Board, Game
from chuhe._core import Move
from chuhe.analysis import (
    Evaluation,
    Grade,
    Kept,
    accuracy,
    analyse,
    annotate,
    judge_move,
    place_key,
    plot_svg,
    report_html,
    report_of,
    win_share,
)
from chuhe.analysis.words import fault_text, numbered, score_text, without_sentences
from chuhe.engines import BuiltinEngine, EngineDied, Info, Limit, Score
from chuhe.errors import ParseError, RecordError
from chuhe.game import Eval, Node
from chuhe.i18n import use_language
from chuhe.pieces import BLACK, RED
from chuhe.records import read, write

BEST, SECOND, THIRD = map(Move.from_uci, ("h2e2", "b2e2", "a0a1"))


def cp(*scores: int, ended: float | None = None, choices: int = 44) -> Evaluation:
    """An evaluation with the best lines of these scores, for the side to move."""
    moves = [BEST, SECOND, THIRD]
    lines = [Info(10, Score(cp=score), (moves[i],), i + 1) for i, score in enumerate(scores)]
    return Evaluation(tuple(lines), ended, choices)


def mate(moves: int, second: int | None = None) -> Evaluation:
    lines = [Info(10, Score(mate=moves), (BEST,), 1)]
    if second is not None:
        lines.append(Info(10, Score(cp=second), (SECOND,), 2))
    return Evaluation(tuple(lines), None, 44)


def cp_of(share: float) -> int:
    """The score that stands for a share, by the formula in docs/analysis.md turned round."""
    return round(-280 * math.log(1 / share - 1))


@pytest.mark.parametrize(
    ("lost", "grade", "nag"),
    [
        (0.04, Grade.GOOD, None),
        (0.06, Grade.INACCURACY, 6),
        (0.09, Grade.INACCURACY, 6),
        (0.11, Grade.MISTAKE, 2),
        (0.14, Grade.MISTAKE, 2),
        (0.16, Grade.BLUNDER, 4),
        (0.45, Grade.BLUNDER, 4),
    ],
)
def test_the_share_lost_makes_the_class(lost: float, grade: Grade, nag: int | None) -> None:
    judged = judge_move(cp(0), cp(cp_of(0.5 + lost)), THIRD)
    assert (judged.grade, judged.nag) == (grade, nag)
    assert judged.loss == pytest.approx(lost, abs=0.002)
    assert judged.cp_loss == cp_of(0.5 + lost)


def test_the_same_pawns_weigh_less_in_a_won_position() -> None:
    even = judge_move(cp(0), cp(200), THIRD)
    won = judge_move(cp(1000), cp(-800), THIRD)
    assert even.cp_loss == won.cp_loss == 200
    assert (even.grade, won.grade) == (Grade.BLUNDER, Grade.GOOD)


def test_the_engines_own_move_loses_nothing_whatever_is_seen_later() -> None:
    judged = judge_move(cp(50, 40), cp(400), BEST)
    assert (judged.grade, judged.loss, judged.cp_loss) == (Grade.BEST, 0.0, 0)


def test_a_move_looked_at_before_is_judged_by_the_better_of_both_looks() -> None:
    assert judge_move(cp(50, 40), cp(400), SECOND).grade is Grade.GOOD
    assert judge_move(cp(50, 40), cp(400), THIRD).grade is Grade.BLUNDER


def test_an_only_move_is_praised_unless_it_takes_back_or_nothing_else_was_looked_at() -> None:
    assert judge_move(cp(0, -300), cp(0), BEST).grade is Grade.ONLY
    assert judge_move(cp(0, -300), cp(0), BEST).nag == 1
    assert judge_move(cp(0, -300), cp(0), BEST, recapture=True).grade is Grade.BEST
    assert judge_move(cp(0), cp(0), BEST).grade is Grade.BEST
    assert judge_move(cp(0, -100), cp(0), BEST).grade is Grade.BEST


def test_nobody_is_praised_for_answering_a_check() -> None:
    assert judge_move(cp(0, -300), cp(0), BEST, checked=True).grade is Grade.BEST
    # Black is in check by the chariot, and has one move that does not lose at once.
    game = Game("3ak4/9/9/9/9/9/9/9/4R4/3K5 b")
    node = game.add_line(["d9e8"])
    found = {game.root: cp(0, -900), node: cp(0)}
    first = found[game.root].lines[0]
    other = found[game.root].lines[1]
    lines = (Info(10, first.score, (Move.from_uci("d9e8"),)), other)
    found[game.root] = Evaluation(lines, None, 3)
    [move] = report_of(game, "", found, [node]).moves
    assert (move.judged.grade, move.judged.nag) == (Grade.BEST, None)


def test_beyond_ten_pawns_nothing_is_counted() -> None:
    assert judge_move(cp(2900), cp(-1000), THIRD).cp_loss == 0
    assert judge_move(mate(3), cp(-400), THIRD).cp_loss == 600


def test_without_a_choice_nobody_is_praised_or_blamed() -> None:
    assert judge_move(cp(0, choices=1), cp(500), BEST).grade is Grade.FORCED


@pytest.mark.parametrize(("left", "nag"), [(cp(-1500), 6), (cp(-560), 2), (cp(0), 4), (mate(1), 4)])
def test_a_missed_mate_has_a_glyph_by_what_is_left(left: Evaluation, nag: int) -> None:
    judged = judge_move(mate(3), left, THIRD)
    assert (judged.grade, judged.nag) == (Grade.MISSED_MATE, nag)


def test_a_longer_mate_is_no_missed_mate() -> None:
    assert judge_move(mate(2), mate(-5), THIRD).grade is Grade.GOOD


def test_walking_into_mate_is_a_blunder_unless_all_was_lost() -> None:
    assert judge_move(cp(0), mate(2), THIRD).grade is Grade.BLUNDER
    assert judge_move(mate(-3), mate(1), THIRD).grade is Grade.GOOD


def test_an_end_on_the_board_counts_what_it_gives() -> None:
    mated = judge_move(cp(300), Evaluation((), 0.0), BEST)
    assert (mated.share_after, mated.after) == (1.0, Score(mate=1))
    drawn = judge_move(cp(600), Evaluation((), 0.5), THIRD)
    assert (drawn.grade, drawn.share_after) == (Grade.BLUNDER, 0.5)


def test_shares_of_both_sides_add_up() -> None:
    for score in (Score(cp=37), Score(cp=-5000), Score(mate=4)):
        other = Score(cp=-score.cp) if score.cp is not None else Score(mate=-(score.mate or 0))
        assert win_share(score) + win_share(other) == pytest.approx(1)


def test_accuracy_falls_with_what_is_lost() -> None:
    assert accuracy([0, 0]) == 100
    values = [accuracy([loss]) or 0 for loss in (0.0, 0.05, 0.1, 0.3, 1.0)]
    assert values == sorted(values, reverse=True) and values[-1] < 1


MOVES = ["炮二平五", "马8进7", "马二进三", "车9平8"]


def by_hand(game: Game, scores: list[int]) -> dict[Node, Evaluation]:
    """Evaluations of the start and of each node, seen from Red; the best move is another one."""
    nodes = [game.root, *game.mainline()]
    found = {}
    for ply, (node, score) in enumerate(zip(nodes, scores, strict=True)):
        board = node.board()
        following = node.next()
        best = next(m for m in board.legal_moves if following is None or m != following.move)
        seen = score if ply % 2 == 0 else -score
        line = Info(12, Score(cp=seen), (best,))
        found[node] = Evaluation((line,), None, len(board.legal_moves))
    return found


def sample() -> Game:
    game = Game(headers=[("Red", "甲<b>"), ("Black", "乙")], result="1-0")
    game.add_line(MOVES)
    return game


def test_a_report_sees_both_sides_from_their_own_place() -> None:
    game = sample()
    found = by_hand(game, [0, 0, 300, 300, 310])
    report = report_of(game, "a hand", found, game.mainline())
    assert [m.judged.grade for m in report.moves] == [
        Grade.GOOD,
        Grade.BLUNDER,
        Grade.GOOD,
        Grade.GOOD,
    ]
    assert [m.ply for m in report.turning_points()] == [2]
    assert report.side(RED).accuracy == pytest.approx(100)
    assert (report.side(BLACK).accuracy or 0) < 80
    assert report.side(BLACK).cp_loss == pytest.approx(155)
    assert report.moves[1].red_share > 0.7
    facts = json.loads(json.dumps(report.to_json()))
    assert facts["moves"][1]["grade"] == "blunder" and facts["turning_points"] == [2]


def test_annotations_keep_what_people_wrote() -> None:
    game = sample()
    second = game.mainline()[1]
    second.nags, second.comment = [3], "妙手"
    report = report_of(game, "a hand", by_hand(game, [0, 0, 300, 300, 310]), game.mainline())
    with use_language("zh-Hans"):
        noted = annotate(report)
    node = noted.mainline()[1]
    assert node.nags == [3] and node.comment.startswith("妙手\n严重失误")
    assert [n.eval for n in noted.mainline()] == [
        Eval(0, False, 12),
        Eval(300, False, 12),
        Eval(300, False, 12),
        Eval(310, False, 12),
    ]
    other = noted.mainline()[0].variations[1]
    assert other.move == report.moves[1].before.best and other.eval == Eval(0, False, 12)
    assert noted.headers["Annotator"] == "a hand"
    assert game.count_variations() == 0 and second.comment == "妙手"  # the game itself is as it was
    again = report_of(noted, "a hand", by_hand(noted, [0, 0, 300, 300, 310]), noted.mainline())
    with use_language("zh-Hans"):
        assert annotate(again).same_tree(noted)


@pytest.mark.parametrize("format", ["json", "pgn"])
def test_another_analysis_takes_the_place_of_the_first(format: str) -> None:
    game = sample()
    third = game.mainline()[2]
    third.comment, third.nags = "人说的", [14]
    game.root.add_line(["兵七进一"])  # a variation of a person
    first = report_of(game, "a hand", by_hand(game, [0, 0, 300, -300, -310]), game.mainline())
    with use_language("zh-Hans"):
        noted = annotate(first)
    assert noted.mainline()[1].nags == [4] and "严重失误" in noted.mainline()[2].comment
    assert noted.count_variations() == 3
    file = io.BytesIO()
    list(write([noted], file, format))
    again = next(read(file.getvalue(), format=format))
    # The second finds less, another better move, and speaks another language.
    scores = [0, 0, 120, 120, 130]
    found = by_hand(again, scores)
    after = again.mainline()[0]
    board = after.board()
    other = next(m for m in reversed(board.legal_moves) if after.find(m) is None)
    found[after] = Evaluation((Info(9, Score(cp=0), (other,)),), None, 44)
    with use_language("en"):
        noted = annotate(report_of(again, "a hand", found, again.mainline()))
    second, third = noted.mainline()[1:3]
    assert second.nags == [2] and second.comment.startswith("mistake: ")
    assert [node.move for node in noted.mainline()[0].variations] == [second.move, other]
    assert (third.comment, third.nags) == ("人说的", [14])
    assert noted.count_variations() == 2
    assert noted.root.variations[1].zh == "兵七进一"


def test_a_line_in_which_people_wrote_stays() -> None:
    game = sample()
    report = report_of(game, "a hand", by_hand(game, [0, 0, 300, 300, 310]), game.mainline())
    noted = annotate(report)
    noted.mainline()[0].variations[1].comment = "this is what I meant"
    better = report_of(noted, "a hand", by_hand(noted, [0, 0, 0, 0, 0]), noted.mainline())
    again = annotate(better)
    assert again.mainline()[1].nags == [] and again.mainline()[1].comment == ""
    assert again.mainline()[0].variations[1].comment == "this is what I meant"


@pytest.mark.parametrize("tag", ["en", "zh-Hans"])
@pytest.mark.parametrize("before", [cp(0), mate(3), cp(100)])
@pytest.mark.parametrize("after", [cp(300), mate(2), cp(900)])
def test_what_is_said_of_a_fault_is_known_again(
    tag: str, before: Evaluation, after: Evaluation
) -> None:
    game = sample()
    node = game.mainline()[0]
    other = Evaluation(
        (Info(9, before.score, (Move.from_uci("b2e2"),)), *before.lines[1:]), None, 44
    )
    [move] = report_of(game, "", {game.root: other, node: after}, [node]).moves
    with use_language(tag):
        said = fault_text(move)
    for comment, left in [(said, ""), (f"mine\n{said}", "mine"), (f"mine {said} too", "mine too")]:
        [(grade, better)] = without_sentences(comment)[1]
        assert without_sentences(comment)[0] == left
        assert grade is move.judged.grade
        assert better == move.best_line("zh" if tag == "zh-Hans" else "wxf", 1)[0]


def test_a_game_decided_by_the_rules_has_no_hundreds_of_pawns() -> None:
    with use_language("en"):
        told = [score_text(Score(cp=cp)) for cp in (29_995, -29_995, 2500)]
    assert told == ["certain win", "certain loss", "+25.00"]


def test_no_variation_is_written_twice_or_when_it_is_not_wanted() -> None:
    game = sample()
    found = by_hand(game, [0, 0, 300, 300, 310])
    best = found[game.mainline()[0]].best
    assert best is not None
    game.mainline()[0].add_variation(best)
    report = report_of(game, "a hand", found, game.mainline())
    assert annotate(report).count_variations() == 1
    bare = annotate(report_of(sample(), "", {}, []), comments=False, lines=False)
    assert bare.same_tree(sample())


def test_numbers_of_rounds_follow_the_side_that_begins() -> None:
    game = Game("3aka3/9/4C4/9/9/7C1/9/9/9/3K5 b")
    game.add_line(["d9e8"] if Board(game.start_fen).is_legal(Move.from_uci("d9e8")) else [])
    first = game.root.add_variation(Board(game.start_fen).legal_moves[0])
    evaluations = {
        game.root: cp(0),
        first: cp(0),
    }
    [move] = report_of(game, "", evaluations, [first]).moves
    assert numbered(move).startswith("1… ") and move.side is BLACK


@pytest.mark.parametrize("tag", ["en", "zh-Hans"])
def test_the_page_needs_nothing_else_and_lets_no_header_through(tag: str) -> None:
    game = sample()
    report = report_of(game, "a hand", by_hand(game, [0, 0, 300, 300, 310]), game.mainline())
    with use_language(tag):
        page = report_html([report])
        said = fault_text(report.moves[1])
    assert "<b>" not in page and "甲&lt;b&gt;" in page
    assert "http" not in page.replace("http://www.w3.org/", "") and "<script" not in page
    assert page.count('class="plot"') == 1 and page.count("<h3>") == 1
    assert ("blunder" in said) == (tag == "en")


def test_a_page_of_several_games_begins_with_a_table_and_has_the_moves() -> None:
    game = sample()
    report = report_of(game, "a hand", by_hand(game, [0, 0, 300, 300, 310]), game.mainline())
    black = Game("3ak4/9/9/9/9/9/9/9/4R4/3K5 b")
    node = black.add_line(["d9e8"])
    second = report_of(black, "a hand", {black.root: cp(0), node: cp(-200)}, [node])
    with use_language("en"):
        page = report_html([report, second, report_of(Game(), "a hand", {}, [])])
    assert [page.count(f'href="#game{n}"') for n in (1, 2, 3)] == [1, 1, 1]
    assert "<i>1.</i><span>C2=5 <small>+0.00</small></span><span>H8+7<em>??</em> " in page
    assert "<i>1.</i><span>…</span><span>A4+5 <small>-2.00</small></span>" in page
    assert page.count("There is no move to look at.") == 1


def test_a_curve_has_a_point_for_each_position() -> None:
    game = sample()
    report = report_of(game, "a hand", by_hand(game, [0, 0, 300, 300, 310]), game.mainline())
    svg = plot_svg(report.mainline, marked=report.turning_points())
    line = svg.split('class="line" d="M')[1].split('"')[0]
    heights = [float(point.split()[1]) for point in line.split("L")]
    assert len(heights) == 5
    assert heights[0] == heights[1] > heights[2] == heights[3] > heights[4]  # up is Red's


# --- with an engine


def test_positions_go_to_the_engine_with_their_history() -> None:
    seen: list[tuple[str, int]] = []

    class Listening(BuiltinEngine):
        def analyse(self, board: Board, limit: Limit, **more: object) -> list[Info]:
            seen.append((board.start_fen, board.ply))
            return super().analyse(board, limit)

    game = sample()
    report = analyse(game, Listening(), Limit(depth=1))
    assert report.complete and len(report.moves) == 4
    assert sorted(seen) == [(game.start_fen, ply) for ply in range(5)]


def test_the_end_on_the_board_needs_no_engine() -> None:
    game = Game("4k4/9/4N4/9/9/1C7/9/9/9/3K5 w")
    game.add_line(["b4e4"])
    report = analyse(game, BuiltinEngine(), Limit(depth=3))
    assert report.evaluations[game.end()].ended == 0.0
    assert report.moves[0].judged.share_after == 1.0


def test_variations_and_plies_are_chosen() -> None:
    class Forgetful(
        BuiltinEngine
    ):  # what it thinks of a move does not depend on what it saw before
        def analyse(self, board: Board, *args: Any, **more: Any) -> list[Info]:
            self.new_game()
            return super().analyse(board, *args, **more)

    game = sample()
    game.root.add_variation("兵七进一")
    few = analyse(game, BuiltinEngine(), Limit(depth=1), plies=range(3, 5))
    assert [m.ply for m in few.moves] == [3, 4]
    all_of_them = analyse(game, Forgetful(), Limit(depth=1), variations=True)
    assert [m.main for m in all_of_them.moves].count(False) == 1
    assert (
        all_of_them.side(RED).grades == analyse(game, Forgetful(), Limit(depth=1)).side(RED).grades
    )


def test_a_stop_gives_what_there_is_and_what_is_kept_is_not_asked_again(tmp_path: Path) -> None:
    game = sample()
    stop = threading.Event()
    how = {"engine": "x", "depth": 2}
    path = tmp_path / "kept.jsonl"
    with Kept(path, how) as kept:

        def note(node: Node, found: Evaluation) -> None:
            kept.add(place_key(node), found)
            if len(kept) == 2:
                stop.set()

        part = analyse(game, BuiltinEngine(), Limit(depth=2), on_found=note, stop=stop)
    assert not part.complete and len(part.moves) == 1
    path.write_text(path.read_text("utf-8") + '{"at": "cut o', "utf-8")
    asked: list[Node] = []
    with Kept(path, how) as kept:
        whole = analyse(
            game,
            BuiltinEngine(),
            Limit(depth=2),
            known=kept,
            on_found=lambda node, _found: asked.append(node),
        )
    assert whole.complete and len(asked) == 3
    with pytest.raises(ParseError):
        Kept(path, {"engine": "another", "depth": 2})
    path.write_text("no JSON\n", "utf-8")
    with pytest.raises(ParseError):
        Kept(path, how)


def test_several_engines_share_the_work_and_a_failing_one_is_told() -> None:
    report = analyse(sample(), [BuiltinEngine(), BuiltinEngine()], Limit(depth=2))
    assert report.complete and len(report.moves) == 4

    died = threading.Event()

    class Dying(BuiltinEngine):
        def analyse(self, *_args: object, **_more: object) -> list[Info]:
            died.set()
            raise EngineDied("engine.died", {"name": "x", "status": 1, "said": ""})

    class Patient(BuiltinEngine):  # leaves work for the other
        def analyse(self, board: Board, *args: Any, **more: Any) -> list[Info]:
            died.wait(60)
            return super().analyse(board, *args, **more)

    with pytest.raises(EngineDied):
        analyse(sample(), [Patient(), Dying()], Limit(depth=2))


def test_a_start_that_cannot_be_played_is_refused() -> None:
    from chuhe.records import read

    [game] = read(b'[FEN "9/9/9/9/9/9/9/9/9/9 w"]\n\n*\n', format="pgn")
    with pytest.raises(RecordError):
        analyse(game, BuiltinEngine(), Limit(depth=1))
