"""Time limits, Ctrl-C, progress, threads, memory, panics."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import vuelta
from vuelta import _vuelta, queens, senku
from vuelta._run import Limits

IMPOSSIBLE = queens.Board(40).block(*((row, column) for row in range(37, 40) for column in range(37)))
"""The last three rows have room for their queens in three columns alone, where they attack each other."""


def interrupted_after(seconds: float, work) -> float:
    """Interrupts the work after a delay and returns the seconds that it took to end."""
    at: list[float] = []
    # A shell that starts the tests in the background has it ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupt() -> None:
        at.append(time.monotonic())
        signal.raise_signal(signal.SIGINT) if os.name != "posix" else os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(seconds, interrupt)
    timer.start()
    try:
        work()
    except KeyboardInterrupt:
        return time.monotonic() - at[0]
    finally:
        timer.cancel()
    raise AssertionError("it came to its end before")


@pytest.mark.parametrize(
    "work",
    [
        lambda: queens.count(20),
        lambda: queens.count(24, time_limit=100),
        lambda: queens.count(18, engine="backtrack"),
        lambda: queens.complete(IMPOSSIBLE, count=True),
        lambda: senku.count("european", engine="dense"),
        lambda: senku.count("wiegleb", engine="memo"),
        lambda: senku.solve("diamond", engine="backtrack"),
        lambda: senku.fewest_moves("wiegleb"),
        lambda: list(queens.solutions(18)),
        lambda: list(queens.solutions(IMPOSSIBLE)),
        lambda: list(queens.fundamental_solutions(17)),
        lambda: next(senku.solutions("wiegleb")),
        lambda: queens.solutions_array(17),
        lambda: queens.estimate(22, seconds=100),
        lambda: vuelta.verify(100),
    ],
)
def test_an_interrupt_ends_it_within_a_second(work) -> None:
    assert interrupted_after(0.3, work) < 1.0
    assert queens.count(8).total == 92


def test_an_interrupt_keeps_what_is_in_the_ledger(tmp_path) -> None:
    ledger = tmp_path / "ledger"
    assert interrupted_after(1.0, lambda: queens.count(20, checkpoint=ledger)) < 1.0
    with pytest.raises(vuelta.TimeLimitReached) as late:
        queens.count(20, checkpoint=ledger, time_limit=0.7)
    assert late.value.partial.record["resumed"] is True


def test_a_time_limit_gives_what_was_found() -> None:
    began = time.monotonic()
    with pytest.raises(TimeoutError, match="the time limit of 0.5 s came before the count was finished") as late:
        queens.count(20, time_limit=0.5)
    assert 0.4 < time.monotonic() - began < 1.5
    partial = late.value.partial
    assert 0 < partial.found < 39_029_188_884 and partial.agrees is None and not hasattr(partial, "total")
    for work, main in (
        (lambda: queens.placements(18, queens="all", time_limit=0.2), "counts"),
        (lambda: senku.count("wiegleb", engine="memo", time_limit=0.2), "games"),
    ):
        with pytest.raises(vuelta.TimeLimitReached) as late:
            work()
        assert type(late.value.partial) is type(partial) is vuelta.PartialCount
        assert late.value.partial.record[main] is None and late.value.partial.record["status"] == "partial"
    for work in (
        lambda: senku.fewest_moves("wiegleb", time_limit=0.2),
        lambda: queens.solutions_array(17, time_limit=0.2),
    ):
        with pytest.raises(vuelta.TimeLimitReached) as late:
            work()
        assert late.value.partial is None
    assert queens.count(8, time_limit=100).total == 92


def test_progress_is_told_at_most_ten_times_a_second() -> None:
    told: list = []
    times: list[float] = []

    def tell(progress: vuelta.Progress) -> None:
        told.append(progress)
        times.append(time.monotonic())

    with pytest.raises(TimeoutError):
        queens.count(20, progress=tell, time_limit=1.5)
    assert 5 <= len(told) <= 16 and all(b - a > 0.09 for a, b in zip(times, times[1:]))
    fractions = [progress.fraction for progress in told]
    assert fractions == sorted(fractions) and 0 <= fractions[0] <= fractions[-1] < 1
    assert told[-1].found > 0 and told[-1].total > told[-1].done and told[-1].eta > 0
    told.clear()
    queens.count(14, progress=tell)
    assert told[-1].fraction == 1.0 and told[-1].found == 365_596


def test_what_a_callback_raises_ends_the_count() -> None:
    class Enough(Exception):
        pass

    def stop(_: object) -> None:
        raise Enough("of this")

    began = time.monotonic()
    with pytest.raises(Enough, match="of this"):
        queens.count(20, progress=stop)
    assert time.monotonic() - began < 2


def test_a_bar(capsys) -> None:
    pytest.importorskip("tqdm")
    assert queens.count(16, progress=True).agrees
    assert "16 queens" in capsys.readouterr().err


def test_python_goes_on_while_it_counts() -> None:
    turns = 0
    done = threading.Event()

    def count() -> None:
        with pytest.raises(TimeoutError):
            queens.count(20, time_limit=0.8, threads=1)
        done.set()

    thread = threading.Thread(target=count)
    thread.start()
    while not done.is_set():
        turns += 1
        time.sleep(0.01)
    thread.join()
    assert turns > 20


def test_threads_count_side_by_side() -> None:
    results: list = [None] * 8

    def work(number: int) -> None:
        results[number] = (
            queens.count(12, threads=1 + number % 3).total,
            len(list(queens.solutions(9))),
            senku.count("triangle15").solutions,
        )

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [(14_200, 352, 6_816)] * 8


def memory() -> int:
    """Resident bytes of this process."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def running_threads() -> int:
    return len(os.listdir("/proc/self/task"))


linux_only = pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="it asks /proc")


@linux_only
def test_ten_thousand_calls_take_no_more_memory_than_one() -> None:
    board = senku.Game("oo.o\noooo\n")

    def calls(times: int) -> None:
        for _ in range(times):
            queens.count(6, threads=1)
            next(queens.solutions(8))
            queens.Board(8).fix("b4")._repr_svg_()
            senku.count(board, threads=1, memory_limit=1 << 20, engine="memo")
            with pytest.raises(ValueError):
                queens.Board(8).fix("b4", "b5")

    calls(300)
    gc.collect()
    before = memory()
    calls(2_000)
    gc.collect()
    assert memory() - before < 8 << 20, "ten thousand calls"


@linux_only
def test_iterators_that_are_dropped_half_way_free_their_threads() -> None:
    before = running_threads()
    begun = [queens.solutions(20) for _ in range(10)] + [queens.fundamental_solutions(16) for _ in range(4)]
    begun += [senku.solutions("triangle15") for _ in range(10)]
    for iterator in begun:
        next(iterator)
    assert running_threads() > before
    del begun, iterator
    gc.collect()
    deadline = time.monotonic() + 5
    while running_threads() > before and time.monotonic() < deadline:
        time.sleep(0.05)
    assert running_threads() <= before


def test_iterators_end_and_stay_ended() -> None:
    iterator = queens.solutions(4)
    assert len(list(iterator)) == 2 and next(iterator, None) is None and iter(iterator) is iterator


def test_solutions_come_fast() -> None:
    def seconds() -> float:
        began = time.monotonic()
        assert sum(1 for _ in zip(range(200_000), queens.solutions(14))) == 200_000
        return time.monotonic() - began

    # Several tries: other work may keep the machine busy.
    assert any(seconds() < 2 for _ in range(5))


def test_a_short_count_takes_little_more_than_its_own_time() -> None:
    times = []
    for _ in range(5):
        began = time.perf_counter()
        own = queens.count(14).seconds
        times.append(time.perf_counter() - began - own)
    assert min(times) < 0.02


@pytest.mark.parametrize("place", ["here", "work", "worker"])
def test_a_panic_is_a_runtime_error_and_the_interpreter_goes_on(place: str, capfd) -> None:
    with pytest.raises(RuntimeError, match="this is a bug of Vuelta, please report it: asked for"):
        _vuelta.panic_in(place, Limits())
    assert queens.count(10).total == 724


def run(*arguments: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "vuelta", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_the_program_is_in_the_package() -> None:
    done = run("queens", "count", "16", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "14772512\n", "")
    assert run("--version").stdout == f"vuelta {vuelta.__version__}\n"
    assert run("queens", "solve", "8").stdout.endswith("\n1 3 5 7 2 0 6 4\n")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["queens", "count", "8", "--fixed", "b4,b5"], 2),
        (["senku", "solve", "european"], 1),
        (["queens", "count", "20", "--memory-limit", "1MiB"], 5),
        (["queens", "count", "20", "--time-limit", "0.3s", "--quiet"], 124),
        (["queens"], 2),
        (["--help"], 0),
    ],
)
def test_its_exit_codes_are_the_programs(arguments: list[str], code: int) -> None:
    done = run(*arguments)
    assert done.returncode == code and "Traceback" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="it sends a signal")
def test_an_interrupt_ends_the_program() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "vuelta", "queens", "count", "22"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    time.sleep(1.0)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=10)
    assert process.returncode == 130 and time.monotonic() - began < 2
    assert "stopping" in said and "KeyboardInterrupt" not in said


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="it forks")
def test_forked_processes_count_too() -> None:
    queens.count(10)
    begun = queens.solutions(12)
    next(begun)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        counts = pool.map(queens.count, [8, 9, 10])
    assert [count.total for count in counts] == [92, 352, 724] and counts[0].board == queens.Board(8)
    assert len(list(begun)) == 14_199
