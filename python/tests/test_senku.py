"""Senku, against the textbook and the command line."""

from __future__ import annotations

import pickle

import pytest
import textbook

import vuelta
from vuelta import senku

CROSS = "x o o x\no o o o\no . o o\nx o o x\n"


def test_counts_are_those_of_the_textbook() -> None:
    for text in (CROSS, "triangle\n.\noo\nooo\noooo\n", "oo.o\noooo\n"):
        game = senku.Game(text, goal="any")
        count = senku.count(game)
        holes, pegs = frozenset(game.board), frozenset(game.start)
        assert (count.games, count.solutions) == textbook.senku(holes, pegs, game.board.is_triangular)
        assert len(list(senku.solutions(game))) == count.solutions


def test_the_two_numbers(program) -> None:
    count = senku.count("english")
    assert (count.games, count.solutions) == (577116156815309849672, 40861647040079968)
    assert count.agrees is True and count.engine == "dense" and count.positions == 23_475_688
    assert count.levels is not None and count.levels[:4] == (1, 1, 2, 8) and sum(count.levels) == count.positions
    assert senku.count("triangle15", winning=True).winning_positions is not None


def test_a_count_is_what_the_program_prints(program) -> None:
    said, count = program("senku", "count", "triangle15"), senku.count("triangle15")
    left_out = {"seconds", "environment"}
    assert {k: v for k, v in said.items() if k not in left_out} == {
        k: v for k, v in count.record.items() if k not in left_out
    }
    for engine in ("dense", "memo", "backtrack"):
        again = senku.count("triangle15", engine=engine, threads=2)
        assert (again.games, again.solutions, again.engine) == (count.games, count.solutions, engine)


def test_a_checkpoint_keeps_the_count(tmp_path) -> None:
    ledger = tmp_path / "triangle.ledger"
    first, again = (senku.count("triangle21", checkpoint=ledger) for _ in range(2))
    assert (first.games, first.solutions, first.levels) == (again.games, again.solutions, again.levels)
    assert again.record["resumed"] is True and again.record["subproblems_here"] == 0
    with pytest.raises(ValueError, match="belongs to another job"):
        senku.count("triangle15", checkpoint=ledger)


def test_boards_and_positions_are_values() -> None:
    board = senku.Board("english")
    assert len(board) == 33 and board[0] == (0, 2) and (3, 3) in board and len(board.jumps) == 76
    assert board == senku.Board("english") != senku.Board("european") and {board: 1}[senku.Board("english")]
    assert repr(board) == "Board('english')" and pickle.loads(pickle.dumps(board)) == board
    position = board.position() - {(3, 3)}
    assert isinstance(position, senku.Position) and len(position) == 32 and "d4" not in position
    assert position == senku.Game("english").start and hash(position) == hash(senku.Game("english").start)
    assert position == senku.Position.from_text(str(position)) and (2, 3) in position
    assert pickle.loads(pickle.dumps(position)) == position
    after = position.play(position.jumps()[0])
    assert after == position.play(tuple(position.jumps()[0]))  # type: ignore[arg-type]
    assert len(after) == 31 and str(position) != str(after) and position != after
    with pytest.raises(ValueError, match="cannot be made"):
        after.play(position.jumps()[0])
    assert board.position(["d4", (0, 2)]) == senku.Position(board, [(3, 3), "c7"]) == {(3, 3), (0, 2)}
    assert senku.Board(CROSS) == senku.Board.from_text(CROSS) and senku.Board(CROSS).name is None
    with pytest.raises(ValueError, match="is not part of a board"):
        senku.Board("o?o\n")
    assert len(senku.NAMES) == 13 and all(len(senku.Board(name)) > 14 for name in senku.NAMES)
    with pytest.raises(AttributeError):
        position.pegs = 3


def test_games_and_their_goals() -> None:
    game = senku.Game("english")
    assert game == senku.Game(senku.Board("english"), start=(3, 3), goal="same") != senku.Game(goal="any")
    assert repr(game) == "Game('english', start=(3, 3), goal=(3, 3))" and game.is_possible
    assert game.goal == {(3, 3)} and senku.Game("english", goal="any").goal is None
    assert not senku.Game("english", goal=(0, 2)).is_possible
    assert pickle.loads(pickle.dumps(game)) == game and hash(pickle.loads(pickle.dumps(game))) == hash(game)
    end = game.board.position([(2, 3), (0, 3)])
    assert senku.Game(goal=end).goal == end
    assert senku.Game(CROSS).start == senku.Position.from_text(CROSS)
    assert not senku.Game("european").is_possible and senku.solve("european") is None


def test_one_solution_and_the_fewest_moves(program) -> None:
    solution = senku.solve("english")
    assert solution is not None and len(solution) == 31 and solution.game == senku.Game()
    said = program("senku", "solve", "english")["jumps"]
    assert [list(jump.start) for jump in solution] == [jump["from"] for jump in said]
    assert solution.positions[-1] == solution.game.goal and len(solution.positions) == 32
    assert solution[0].direction == said[0]["direction"] and len(solution[:3]) == 3
    fewest = senku.fewest_moves("triangle15")
    assert fewest is not None and len(fewest.moves) == 10 and sum(map(len, fewest.moves)) == 13
    assert pickle.loads(pickle.dumps(fewest)) == fewest and len({fewest, pickle.loads(pickle.dumps(fewest))}) == 1
    first = senku.solve("triangle15", engine="backtrack")
    assert first == next(senku.solutions("triangle15"))
    assert repr(fewest).endswith("13 jumps in 10 moves>")


def test_lists_of_jumps_are_checked() -> None:
    solution = senku.solve("english")
    for jumps in (str(solution), list(solution), [(jump.start, jump.end) for jump in solution]):
        assert senku.check("english", jumps)
        assert senku.Solution("english", jumps) == solution
    verdict = senku.check("english", "d6 d4; d6 d4")
    assert (verdict.legal, verdict.wins, verdict.at, len(verdict.jumps)) == (False, False, 2, 1)
    assert verdict.reason == "there is no peg in d6"
    assert verdict.position == verdict.game.start.play(verdict.jumps[0]) and len(verdict.position) == 31
    assert senku.check("english", solution).position == solution.positions[-1]
    verdict = senku.check("english", [("d6", "d4")])
    assert verdict.legal and not verdict and "31 pegs remain" in str(verdict.reason)
    with pytest.raises(ValueError, match="31 pegs remain"):
        senku.Solution("english", "d6 d4")


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: senku.Board("englisch"), "there is no board named 'englisch'; the names are english"),
        (lambda: senku.Game("english", start=(0, 0)), r"the board has no hole at \[0,0\]"),
        (lambda: senku.Game("english", start=(-1, 0)), r"the board has no hole at \(-1, 0\)"),
        (lambda: senku.Game("english", goal="middle"), "middle"),
        (lambda: senku.Game("ooo\nooo\n"), "no empty hole"),
        (lambda: senku.Game("o?o\n"), "is not part of a board"),
        (lambda: senku.Game(CROSS, start=senku.Board().position()), "the start is on another board"),
        (lambda: senku.Game(CROSS, goal=senku.Board().position()), "the goal is on another board"),
        (lambda: senku.Game(senku.Board().position([(3, 3), (3, 4)]), goal="same"), "exactly one empty hole"),
        (lambda: senku.count("english", engine="quick"), "there is no engine 'quick'"),
        (lambda: senku.solve("english", engine="dense"), "there is no engine 'dense' for one solution"),
        (lambda: senku.check("english", "up and down"), "line 1: 'up and down' is not a jump"),
        (lambda: senku.check("english", [(3,)]), r"\(3,\) is not a jump"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(ask, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence) as raised:
        ask()
    assert "\n" not in str(raised.value)


def test_memory_that_is_not_there() -> None:
    with pytest.raises(MemoryError, match="of memory, and the limit is"):
        senku.count("english", engine="dense", memory_limit=1 << 20)


def test_pictures() -> None:
    solution = senku.solve("triangle15")
    for thing in (solution.game.board, solution.game, solution.game.start, solution.positions[3]):
        assert thing._repr_svg_().startswith("<svg") and "<animate" not in thing._repr_svg_()
    assert solution._repr_svg_().count("<animate") == 14
    assert solution.gif(pixels=8)[:6] == b"GIF89a" and solution.game.start.png()[1:4] == b"PNG"
    assert str(solution.sheet(columns=4)).startswith("<svg")
    assert str(vuelta.gallery(solution.positions, columns=5, title="a game")).count("<g transform") >= 14
    printed = str(solution.sheet(page="letter"))
    assert "@page{size:letter" in printed and str(vuelta.gallery(solution.positions, page="a4")).count("mm;height:") == 1
    with pytest.raises(ValueError, match="a4 or letter"):
        solution.sheet(page="a3")
    with pytest.raises(ValueError, match="hundredths"):
        solution.animation(seconds=0)


def test_the_published_numbers_are_counted_again() -> None:
    short = vuelta.verify(time_limit=1.0)
    assert short and short.agrees and len(short.comparisons) > 10 and "all agree" in str(short)
    nothing = vuelta.verify(time_limit=0.0)
    assert not nothing and nothing.stopped_before is not None and "nothing is compared" in str(nothing)
