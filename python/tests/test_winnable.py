"""The map of winnable positions, against the textbook search."""

from __future__ import annotations

import pytest

from vuelta import TimeLimitReached, senku


def test_every_position_of_a_game_is_as_the_textbook_search_says() -> None:
    winnable = senku.Winnable("triangle15")
    game = winnable.game
    for start in next(senku.solutions(game)).positions[5:]:
        for position in (start, *(start.play(jump) for jump in start.jumps())):
            here = senku.Game(position, goal=game.goal)
            ways = len(list(senku.solutions(here)))
            assert (position in winnable, winnable.solutions(position)) == (ways > 0, ways)
        good = [jump for jump in start.jumps() if start.play(jump) in winnable]
        assert list(winnable.good_jumps(start)) == good


def test_random_solutions_win_and_repeat() -> None:
    winnable = senku.Winnable("triangle15")
    start = winnable.game.start
    drawn = [winnable.random(start, seed) for seed in range(8)]
    assert len(set(drawn)) > 4 and drawn[3] == winnable.random(start, 3)
    for solution in drawn:
        assert solution is not None and senku.check(solution.game, list(solution)).wins
    assert winnable.random(winnable.game.board.position([(0, 0), (4, 4)]), 1) is None


def test_a_map_is_kept_in_a_file(tmp_path) -> None:
    path = tmp_path / "triangle.map"
    made, read = senku.Winnable("triangle15", map=path), senku.Winnable("triangle15", map=str(path))
    assert made.solutions(made.game.start) == read.solutions(read.game.start) == 6816
    with pytest.raises(ValueError, match="belongs to another game"):
        senku.Winnable("triangle21", map=path)
    path.write_text("my notes\n")
    with pytest.raises(ValueError, match="is not a map"):
        senku.Winnable("triangle15", map=path)
    assert path.read_text() == "my notes\n"


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(MemoryError):
        senku.Winnable("english", memory_limit=1 << 20)
    with pytest.raises(TimeLimitReached):
        senku.Winnable("english", time_limit=0.0)
    winnable = senku.Winnable("triangle15")
    with pytest.raises(ValueError, match="another board"):
        winnable.contains(senku.Board("english").position())
    with pytest.raises(ValueError, match="up to 14 pegs"):
        winnable.solutions(winnable.game.board.position())
    assert winnable.game.board not in winnable and repr(winnable).startswith("Winnable(Game('triangle15'")
