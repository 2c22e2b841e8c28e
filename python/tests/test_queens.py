"""N-queens, against the textbook and the command line."""

from __future__ import annotations

import contextlib
import json
import pickle
import time

import pytest
import textbook

import vuelta
from vuelta import queens


def test_counts_are_those_of_the_textbook() -> None:
    for size in range(1, 9):
        all_solutions = list(textbook.queens(size))
        classes = {min(textbook.images(columns)) for columns in all_solutions}
        count = queens.count(size)
        assert (count.total, count.fundamental) == (len(all_solutions), len(classes))
        assert count.agrees is True and int(count) == count.found == count.published == count.total
        assert [tuple(solution) for solution in queens.solutions(size)] == all_solutions
        assert [tuple(solution) for solution in queens.fundamental_solutions(size)] == sorted(classes)


def test_every_engine_and_instruction_set_gives_the_same(program) -> None:
    for engine in ("halves", "bitmask", "backtrack"):
        count = queens.count(10, engine=engine, threads=2)
        assert (count.total, count.engine, count.threads) == (724, engine, 2)
    for isa in program("info")["isas"]:
        assert queens.count(11, isa=isa).total == 2680


def test_conditions(program) -> None:
    board = queens.Board(8).fix("b4").block("a1-a3")
    blocked = frozenset({(7, 0), (6, 0), (5, 0)})
    expected = list(textbook.queens(8, {4: 1}, blocked))
    assert [tuple(solution) for solution in queens.solutions(board)] == expected
    count = queens.count(board)
    assert (count.total, count.fundamental, count.symmetric_90, count.agrees) == (len(expected), None, None, None)
    said = program("queens", "count", "8", "--fixed", "b4", "--blocked", "a1-a3")
    assert {key: said[key] for key in ("total", "fixed", "blocked")} == {
        key: count.record[key] for key in ("total", "fixed", "blocked")
    }


def test_a_count_is_what_the_program_prints(program) -> None:
    said, count = program("queens", "count", "13"), queens.count(13)
    left_out = {"seconds", "environment"}
    assert {k: v for k, v in said.items() if k not in left_out} == {
        k: v for k, v in count.record.items() if k not in left_out
    }
    assert str(count.total) == said["total"] and count.symmetric_180 == 136
    assert repr(count).startswith("Count(total=73712, fundamental=9233, symmetric_180=136, symmetric_90=8, agrees=True,")


def test_boards_are_values() -> None:
    board = queens.Board(8, fixed=["b4", (3, 3)], blocked=["a1"])
    assert board == queens.Board(8).block((7, 0)).fix("d5").fix("b4") != queens.Board(8)
    assert hash(board) == hash(queens.Board(8, fixed="b4,d5", blocked="a1"))
    assert repr(board) == "Board(8, fixed=['b4', 'd5'], blocked=['a1'])" and len(board) == board.size == 8
    assert board.fixed == ((4, 1), (3, 3)) and board.name((4, 1)) == "b4"
    assert pickle.loads(pickle.dumps(board)) == board
    assert queens.Board.from_text(str(board)) == board
    assert repr(queens.Board(30).fix((0, 5))) == "Board(30, fixed=['0,5'])"


def test_solutions_are_tuples_that_know_their_board() -> None:
    board = queens.Board(8).fix("b4", "d5")
    first = next(queens.solutions(board))
    assert first == (4, 0, 7, 3, 1, 6, 2, 5) and first.board is board and len(first) == 8
    assert first.squares[4] == (4, 1) and "b4" in first.names and first in {first.columns}
    copy = pickle.loads(pickle.dumps(first))
    assert copy == first and copy.board == board
    assert repr(first) == "Solution([4, 0, 7, 3, 1, 6, 2, 5])" and str(first).count("Q") == 8
    assert queens.Solution([1, 3, 0, 2]).board is None
    for columns, conditions, sentence in (
        ([0, 1, 2, 3], None, "not a solution: two queens attack each other"),
        ([-1, 7], None, "the column of a queen is -1; it must be from 0 to 1"),
        ([1, 3, 0, 2], queens.Board(8), r"not a solution of Board\(8\)"),
        ([1, 3, 0, 2], queens.Board(4).fix("c4"), r"not a solution of Board\(4, fixed=\['c4'\]\)"),
        ([1, 3, 0, 2], queens.Board(4).block("b4"), r"not a solution of Board\(4, blocked=\['b4'\]\)"),
    ):
        with pytest.raises(ValueError, match=sentence):
            queens.Solution(columns, conditions)


def test_large_solutions_are_printed() -> None:
    large = queens.random(1001, seed=1)
    assert str(large) == repr(large) and large.names[1000] == f"1000,{large[1000]}"
    assert str(queens.random(1000)).count("Q") == 1000 and queens.random(27).names[0].startswith("0,")


def test_one_solution(program) -> None:
    assert queens.solve(8) == tuple(program("queens", "solve", "8")["queens"])
    assert queens.solve(2) is None and queens.solve(queens.Board(3)) is None
    board = queens.Board(40).fix((0, 7), (1, 20))
    found = queens.solve(board)
    assert found is not None and found[:2] == (7, 20) and queens.is_solution(found)
    large = queens.solve(100_000)
    assert large is not None and len(large) == 100_000 and queens.is_solution(large)
    assert queens.random(50, seed=3) == queens.random(50, seed=3) != queens.random(50, seed=4)
    assert queens.is_solution(queens.random(200)) and not queens.is_solution([0, 5, -1])


def test_the_most_queens(program) -> None:
    done = queens.complete(queens.Board(8).fix("a8", "f5"), count=True)
    said = program("queens", "complete", "8", "--fixed", "a8,f5", "--count")
    assert (done.maximum, done.placements) == (said["maximum"], int(said["placements"])) == (8, 2)
    assert [list(square) for square in done.queens] == said["queens"] and done.proved and done.least
    assert str(done).count("Q") == 8 and str(done).endswith("8 queens at most, proved\n2 boards with 8 queens") and done._repr_svg_().startswith("<svg")
    assert queens.complete(queens.Board(6).fix("a1")).maximum == 5
    large = queens.complete(queens.Board(200).fix((0, 0)))
    assert large.maximum == large.upper_bound == 200


def test_an_estimate_holds_the_total() -> None:
    estimate = queens.estimate(16, seconds=0.2, seed=7)
    assert estimate.seed == 7 and estimate.samples > 0 and not estimate.extrapolated
    assert estimate.solutions is not None and abs(estimate.solutions / 14_772_512 - 1) < 0.5


def test_arrays() -> None:
    numpy = pytest.importorskip("numpy")
    array = queens.solutions_array(8)
    assert array.shape == (92, 8) and array.dtype == numpy.uint8
    assert [tuple(row) for row in array.tolist()] == list(queens.solutions(8))
    assert json.dumps(queens.Solution(array[0])) == json.dumps(array[0].tolist())
    assert queens.count(numpy.arange(4, 7)) == queens.count({4, 5, 6}) == queens.count(size for size in range(4, 7))
    assert queens.solutions_array(2).shape == (0, 2)
    assert queens.solutions_array(12, limit=10).shape == (10, 12)
    assert queens.solutions_array(12).shape == (14_200, 12)
    with pytest.raises(MemoryError, match="needs .* of memory, and the limit is 1 MiB"):
        queens.solutions_array(14, memory_limit=1 << 20)


def test_an_array_is_refused_before_its_list_begins() -> None:
    pytest.importorskip("numpy")
    began = time.monotonic()
    with pytest.raises(MemoryError, match="the array of all 666,090,624 solutions needs 22.3.* GiB of memory"):
        queens.solutions_array(18, memory_limit=16 << 30)
    with pytest.raises(MemoryError, match="the array of the solutions needs"):
        queens.solutions_array(64)
    # Under conditions the solutions are counted first.
    with pytest.raises(MemoryError, match="the array of the solutions needs"):
        queens.solutions_array(queens.Board(14).fix((0, 3)), memory_limit=1 << 10)
    assert time.monotonic() - began < 5
    board = queens.Board(9).fix((0, 3)).block((1, 0))
    expected = list(textbook.queens(9, {0: 3}, frozenset({(1, 0)})))
    assert [tuple(row) for row in queens.solutions_array(board, memory_limit=1 << 20).tolist()] == expected
    assert queens.solutions_array(queens.Board(32).fix((0, 3)), limit=2).shape == (2, 32)


def test_an_array_has_progress_and_a_time_limit() -> None:
    pytest.importorskip("numpy")
    told: list[vuelta.Progress] = []
    array = queens.solutions_array(12, progress=told.append, threads=1)
    assert told and told[-1].fraction == 1.0 and told[-1].found == told[-1].total == len(array) == 14_200
    began = time.monotonic()
    with pytest.raises(vuelta.TimeLimitReached, match="the array"):
        queens.solutions_array(24, limit=10**8, time_limit=0.3, memory_limit=1 << 40)
    assert time.monotonic() - began < 2


def test_there_is_one_way_to_place_no_queen() -> None:
    none = queens.count(0)
    assert (none.total, none.fundamental, none.symmetric_180, none.symmetric_90, none.published) == (1, 1, 1, 1, 1)
    assert none.board.size == 0 and str(none.board) == "" and pickle.loads(pickle.dumps(none.board)) == none.board
    assert [count.total for count in queens.count(range(5))] == [1, 1, 0, 0, 2]
    for ask in (queens.solve, queens.complete, queens.estimate, queens.solutions):
        with pytest.raises(ValueError, match="the board size is 0; it must be from 1 to"):
            ask(none.board)


def test_boards_are_read_in_the_forms_of_other_programs() -> None:
    board = queens.Board(2, fixed=["a2"], blocked=["b1"])
    for text in ("Q.\n.x", "\n\u265b_\n_X\n", "1 0\n0 x\n", '["Q.", ".x"]', '[["Q", "."], [".", "x"]]', str(board) + "\n"):
        assert queens.Board.from_text(text) == board


def test_several_sizes_are_counted_in_one_call() -> None:
    counts = queens.count(range(8, 12))
    assert [count.total for count in counts] == [92, 352, 724, 2680]
    board = queens.Board(8).fix("b4", "d5")
    assert [count.total for count in queens.count([8, board])] == [92, 2] and queens.count(range(0)) == []
    with pytest.raises(vuelta.TimeLimitReached) as late:
        queens.count([6, 27], time_limit=0.3, engine="halves")
    assert [count.total for count in late.value.partial] == [4]
    with pytest.raises(ValueError, match="a checkpoint is for one board"):
        queens.count(range(8, 12), checkpoint="x.ledger")


def test_sizes_and_checkpoints_that_make_no_sense_are_named_alike() -> None:
    for ask, largest in ((queens.estimate, 31), (queens.solutions, 64), (queens.Board, 1000), (queens.random, 10**6)):
        for size in (0, -1):
            with pytest.raises(ValueError, match=f"the board size is {size}; it must be from 1 to {largest}$"):
                ask(size)
    for size in (-1, 65, 10**30):
        with pytest.raises(ValueError, match=f"the board size is {size}; it must be from 0 to 64$"):
            queens.count(size)
    with pytest.raises(TypeError, match="checkpoint is b'x.ledger', which is bytes"):
        queens.count(8, checkpoint=b"x.ledger")  # type: ignore[call-overload]


def test_a_checkpoint_keeps_what_is_finished(tmp_path) -> None:
    ledger = tmp_path / "13.ledger"
    first = queens.count(13, checkpoint=ledger)
    again = queens.count(13, checkpoint=str(ledger))
    assert first.total == again.total == 73_712 and ledger.stat().st_size > 0
    assert again.record["resumed"] is True and again.record["subproblems_here"] == 0
    for limit in range(20):  # it may come between the total and the numbers up to symmetry
        with contextlib.suppress(vuelta.TimeLimitReached):
            late = queens.count(13, checkpoint=ledger, time_limit=limit / 2000)
            numbers = late.fundamental, late.symmetric_180, late.symmetric_90
            assert late.total == 73_712 and numbers in ((9233, 136, 8), (None, None, None))
    with pytest.raises(ValueError, match="another|belongs|foreign|differ"):
        queens.count(14, checkpoint=ledger)


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: queens.Board(8).fix("b4").fix("d2"), "the fixed queens on b4 and d2 attack each other"),
        (lambda: queens.Board(8).fix((4, 1), (6, 3)), r"the fixed queens on \[4,1\] and \[6,3\] attack each other"),
        (lambda: queens.Board(8).fix((8, 0)), r"the fixed square \[8,0\] is off the 8 x 8 board"),
        (lambda: queens.Board(8).fix((-1, 0)), r"the square \(-1, 0\) is off the 8 x 8 board"),
        (lambda: queens.Board(8).fix("b4").block("b4"), "the square b4 is both fixed and blocked"),
        (lambda: queens.Board(8).fix("z9"), "'z9' .*a name from a1 to h8"),
        (lambda: queens.Board(8).fix((1, 2, 3)), r"\(1, 2, 3\) is not a square"),
        (lambda: queens.solutions(queens.Board(65)), "the board size is 65; it must be from 1 to 64"),
        (lambda: queens.count(33, engine="halves"), "the engine halves counts boards up to N = 31, not N = 33"),
        (lambda: queens.count(8, engine="quick"), "there is no engine 'quick'"),
        (lambda: queens.count(8, isa="avx9"), "avx9"),
        (lambda: queens.count(8, threads=-1), "threads is -1; it must be from 0 to 4096"),
        (lambda: queens.count(8, memory_limit=-1), "memory_limit is -1"),
        (lambda: queens.count(8, time_limit=float("nan")), "time_limit is nan"),
        (lambda: queens.count(40), "would take far more than a year here"),
        (lambda: queens.estimate(40), "the board size is 40; it must be from 1 to 31"),
        (lambda: queens.estimate(queens.Board(40)), "estimates go up to N = 31, not N = 40"),
        (lambda: queens.random(3), "the 3 x 3 board has no solution"),
        (lambda: queens.random(8, seed=-1), "seed is -1"),
        (lambda: queens.Board.from_text("Q.\n..x"), "line 2: the row has 3 squares, and the board has 2 rows"),
        (lambda: queens.Board.from_text("\n..\n..\n\n..\n..\n"), "line 5: a second board begins here"),
        (lambda: vuelta.gallery([]), "at least one board"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(ask, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence) as raised:
        ask()
    assert "\n" not in str(raised.value) and len(raised.value.args) == 1


def test_memory_that_is_not_there() -> None:
    with pytest.raises(MemoryError, match="of memory, and the limit is 1 MiB"):
        queens.count(20, memory_limit=1 << 20, time_limit=20)


def test_pictures() -> None:
    board = queens.Board(8).fix("b4", "d5")
    solution = queens.solve(board)
    for thing in (board, solution, solution.picture(attacks=True, coordinates="names")):
        assert thing._repr_svg_().startswith("<svg") and thing._repr_svg_().endswith("</svg>\n")
    assert solution.png(pixels=16)[:8] == b"\x89PNG\r\n\x1a\n"
    with pytest.raises(ValueError, match="they are none, numbers or names"):
        board.picture(coordinates="letters")


def test_a_gallery_is_one_picture_whose_names_are_its_own(tmp_path) -> None:
    twelve = list(queens.fundamental_solutions(8))
    first, second = (str(vuelta.gallery(twelve, columns=columns)) for columns in (4, 3))
    names = [set(part.split('"')[0] for part in svg.split('id="')[1:]) for svg in (first, second)]
    assert names[0] and not names[0] & names[1]
    used = {part.split('"')[0] for part in first.split('href="#')[1:]}
    assert used == names[0]
    picture = vuelta.gallery(queens.solutions(6), title="all four", captions=False)
    picture.save(tmp_path / "four.svg")
    assert (tmp_path / "four.svg").read_text(encoding="utf-8") == str(picture)
    with pytest.raises(TypeError, match="not int"):
        vuelta.gallery([3])
