"""How fast the dice are: opposed pools against icepool, a seeded die, an exact contest.

Run with `python bench/bench_dice.py`. Nothing is kept between repeats, on either side: our
answers are computed anew, and icepool keeps results only in objects that are made anew each time.
"""

from __future__ import annotations

import time
from fractions import Fraction
from statistics import median
from typing import TYPE_CHECKING, Any

import icepool

from sandtable.dice import Dice, FairDice, Pool, SeededDice, exact
from sandtable.dice.answers import contest_answers, opposed_answers

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.rows import Row

ATTACK, DEFENCE = Pool(8, 8, 4), Pool(6, 8, 4)


def ours() -> dict[int, Fraction]:
    """The hits of 8d8 against 6d8, as a procedure would ask for them."""
    opposed_answers.cache_clear()
    return dict(exact(lambda dice: dice.opposed(ATTACK, DEFENCE).hits))


def chances(die: Any) -> dict[int, Fraction]:
    return {hits: Fraction(ways, die.denominator()) for hits, ways in die.items()}


def icepool_as_the_rule_reads() -> dict[int, Fraction]:
    """Strike out dice below 4 on both sides, pair what can be paired, count the rest."""
    counting = range(4, 9)
    fire = icepool.d8.pool(8).keep_outcomes(counting)
    cover = icepool.d8.pool(6).keep_outcomes(counting)
    return chances(fire.max_pair_drop("<=", cover, "high").size())


def icepool_fewer_faces() -> dict[int, Fraction]:
    """The same with dice whose blank faces are one face, so that there are fewer to visit.

    A blank defence die is lower than a blank attack die, so that it cancels nothing.
    """
    fire = icepool.d8.map(lambda face: face if face >= 4 else 0).pool(8)
    cover = icepool.d8.map(lambda face: face if face >= 4 else -1).pool(6)
    return chances(fire.max_pair_drop("<=", cover, "high").drop_outcomes([0]).size())


class HitsLeft(icepool.MultisetEvaluator[int, int]):
    """A state machine written for this rule: faces from high to low, (defence dice free, hits)."""

    def initial_state(  # type: ignore[override]
        self, order: Any, *_: Any, **__: Any
    ) -> tuple[int, int]:
        if order != icepool.Order.Descending:
            raise icepool.UnsupportedOrder
        return 0, 0

    def next_state(self, state: Any, _: Any, outcome: int, /, *counts: int) -> tuple[int, int]:
        if outcome < 4:
            return state  # type: ignore[no-any-return]
        free, hits = state
        attackers, defenders = counts
        free += defenders
        return max(free - attackers, 0), hits + max(attackers - free, 0)

    def final_outcome(  # type: ignore[override]
        self, final_state: Any, *_: Any, **__: Any
    ) -> int:
        return final_state[1]  # type: ignore[no-any-return]


def icepool_own_evaluator() -> dict[int, Fraction]:
    """A new evaluator each time, since it keeps what it has computed."""
    fire = icepool.d8.map(lambda face: face if face >= 4 else 0).pool(8)
    cover = icepool.d8.map(lambda face: face if face >= 4 else 0).pool(6)
    return chances(HitsLeft().evaluate(fire, cover))


def seconds(work: Callable[[], object], repeats: int) -> float:
    """The median time of one run."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return median(times)


def per_die(dice: Dice, count: int = 1000) -> float:
    """Seconds per die, thrown one by one in one place."""

    def throw() -> None:
        dice.begin(1)
        for _ in range(count):
            dice.die(10, "firer")

    return seconds(throw, 30) / count


def shot_in_play(dice: Dice) -> float:
    """Seconds per journal line with one contest."""

    def play() -> None:
        for place in range(1000):
            dice.begin(place)
            dice.contest(10, "firer", "target")

    return seconds(play, 15) / 1000


def exact_contest() -> object:
    contest_answers.cache_clear()
    return exact(lambda dice: dice.contest(10, "firer", "target") + 2 >= 5)


def measure() -> list[Row]:
    """The rows of `bench/run.py`; the rival is icepool at its best."""
    from bench.rows import Row

    rivals = (icepool_as_the_rule_reads, icepool_fewer_faces, icepool_own_evaluator)
    expected = ours()
    for rival in rivals:
        assert rival() == expected, f"{rival.__name__} gives other fractions"
    best, name = min((seconds(rival, 11), rival.__name__) for rival in rivals)
    return [
        Row(
            what="exact hits of 8d8 (4+) against 6d8 (4+)",
            unit="ms",
            ours=seconds(ours, 51) * 1e3,
            theirs=best * 1e3,
            rival=name.replace("_", " ").replace("icepool", "icepool,", 1),
            aim_ratio=5,
        ),
        Row(what="exact d10 contest", unit="µs", ours=seconds(exact_contest, 501) * 1e6),
        Row(what="seeded die", unit="ns", ours=per_die(SeededDice(1)) * 1e9),
        Row(
            what="seeded line with one contest",
            unit="ns",
            ours=shot_in_play(SeededDice(1)) * 1e9,
        ),
        Row(what="fair die", unit="ns", ours=per_die(FairDice(bytes(32), ["a"])) * 1e9),
    ]


def main() -> None:
    expected = ours()
    print("hits of 8d8 (4+) against 6d8 (4+), exact, median of one run")
    own = seconds(ours, 51)
    print(f"  sandtable                    {own * 1e3:8.2f} ms")
    best = float("inf")
    for rival in (icepool_as_the_rule_reads, icepool_fewer_faces, icepool_own_evaluator):
        if rival() != expected:
            raise SystemExit(f"{rival.__name__} gives other fractions")
        taken = seconds(rival, 11)
        best = min(best, taken)
        print(f"  {rival.__name__:<28} {taken * 1e3:8.2f} ms")
    print(f"  icepool at its best / sandtable: {best / own:.1f} (same fractions)")
    print(f"seeded die                     {per_die(SeededDice(1)) * 1e9:8.0f} ns")
    print(f"seeded line with one contest   {shot_in_play(SeededDice(1)) * 1e9:8.0f} ns")
    print(f"fair die                       {per_die(FairDice(bytes(32), ['a'])) * 1e9:8.0f} ns")
    print(f"exact d10 contest              {seconds(exact_contest, 501) * 1e6:8.1f} µs")


if __name__ == "__main__":
    main()
