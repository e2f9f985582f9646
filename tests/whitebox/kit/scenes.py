"""Fights for tests: a few men on a small map, with the dice that a test wants."""

from typing import TypeVar

from tests.whitebox.kit.book import *
from tests.whitebox.kit.orders import *

OwbBattle = Battle[OwbState]
T = TypeVar("T")
GUN: Final = "machinegun-medium"
ROWS = 36
A_FIRST = (6, 1)
B_FIRST = (1, 6)
"""Initiative rolls by which the one or the other side acts first."""


def middle(square: Square, rows: int = ROWS) -> tuple[float, float]:
    """The table point of a square of the grid."""
    return (square[0] + 0.5, rows - square[1] - 0.5)


def path(*squares: Square) -> tuple[tuple[float, float], ...]:
    """The way through some squares."""
    return tuple(middle(square) for square in squares)


def man(
    name: str,
    at: Square,
    side: str = "a",
    sheet: str = "rifleman",
    rank: str = "soldier",
    facing: int | None = None,
    hidden: bool = False,
    group: str | None = None,
    rows: int = ROWS,
    **status: Any,
) -> Unit:
    """A character in a square of the grid."""
    return Unit(
        id=name,
        sheet=sheet,
        side=side,
        quality=rank,
        formation=group,
        at=middle(at, rows),
        facing=360.0 if facing == 0 else (facing or 0) * 45.0,
        hidden=hidden,
        status=status,
    )


FAR: Final = man("far", (35, 0), "b")
"""Somebody far away, so that the battle does not end."""


def filled(name: str, kind: str, *squares: Square, rows: int = ROWS, **more: Any) -> Terrain:
    """A feature that fills the rectangle between two squares, or a single one."""
    (ax, ay), (bx, by) = squares[0], squares[-1]
    west, east, north, south = min(ax, bx), max(ax, bx) + 1, min(ay, by), max(ay, by) + 1
    corners = ((west, north), (east, north), (east, south), (west, south))
    outline = tuple((float(x), float(rows - y)) for x, y in corners)
    return Terrain(id=name, kind=kind, outline=outline, **more)


def edged(name: str, kind: str, *corners: Square, rows: int = ROWS, **more: Any) -> Terrain:
    """A feature along the edges between corners of squares (0, 0 is the north-west corner)."""
    line = tuple((float(x), float(rows - y)) for x, y in corners)
    return Terrain(id=name, kind=kind, line=line, **more)


def scene(
    *units: Unit,
    terrain: Sequence[Terrain] = (),
    size: tuple[int, int] = (ROWS, ROWS),
    options: dict[str, str | bool] | None = None,
    **rest: Any,
) -> Scenario:
    """A scenario of two sides, a from the south and b from the north, without surprise."""
    return Scenario(
        id="fight",
        title="A fight",
        book="owb",
        table=TableSize(width=float(size[0]), depth=float(size[1])),
        sides=(Side(id="a", name="A", home="south"), Side(id="b", name="B", home="north")),
        units=units,
        terrain=tuple(terrain),
        options={"surprise": "none", **(options or {})},
        **rest,
    )


def fight(
    *units: Unit, dice: Iterable[int] = A_FIRST, referee: bool | None = None, **rest: Any
) -> OwbBattle:
    """A battle with scripted dice; by default side a has the first turn."""
    return Battle(RULEBOOK, scene(*units, **rest), ScriptedDice(dice), referee=referee)


def state_of(*units: Unit, **rest: Any) -> OwbState:
    """The state at the beginning of a battle."""
    return fight(*units, dice=[6, 1, 1, 6, 5, 4], **rest).state


def person(battle: OwbBattle | OwbState, name: str) -> Person:
    """A character by his name."""
    state = battle.state if isinstance(battle, Battle) else battle
    return state.person(name)


def feed(battle: OwbBattle, *faces: int) -> None:
    """Add dice to the script of a battle."""
    assert isinstance(battle.dice, ScriptedDice)
    battle.dice.feed(*faces)


def play(battle: OwbBattle, *orders: Order, dice: Iterable[int] = ()) -> tuple[Event, ...]:
    """Give orders, one after another, whoever's turn it is; what came of the last one."""
    feed(battle, *dice)
    events: tuple[Event, ...] = ()
    for order in orders:
        events = battle.play(order, battle.choices[0].seats[0])
    return events


def turn(
    battle: OwbBattle, name: str, *orders: Order, dice: Iterable[int] = (), end: Order | None = None
) -> None:
    """The whole turn of a character."""
    feed(battle, *dice)
    battle.play(Begin(person=name), battle.choices[0].seats[0])
    for order in orders:
        battle.play(order, battle.choices[0].seats[0])
    frame = battle.state.turn_frame()
    if battle.outcome is None and frame is not None and frame.person == name:
        battle.play(end or EndTurn(person=name), battle.choices[0].seats[0])


def pass_all(battle: OwbBattle, *, until: str = "", dice: Iterable[int] = ()) -> None:
    """Let everything pass until a question of a kind is asked, or a new round has begun."""
    feed(battle, *dice)
    started = battle.state.turn
    for _ in range(60):
        if battle.outcome is not None or not battle.choices:
            return
        choice = battle.choices[0]
        if choice.ask == until or (not until and battle.state.turn != started):
            return
        answer: Order
        match choice.ask:
            case "interrupt" | "another target":
                answer = Hold()
            case "turn":
                answer = EndTurn(person=choice.about[0])
            case _:
                answer = Done()
        battle.play(answer, choice.seats[0])


def told(battle: OwbBattle, kind: str) -> list[Event]:
    """What has been told of a kind."""
    return [event for event in battle.events if event.kind == kind]


def square_of(state: OwbState, name: str) -> Square:
    """The square of a character."""
    return state.square(state.person(name))


def shot(target: str, weapon: str = "rifle-large", who: str = "ivan", **more: Any) -> Shoot:
    """The order to shoot at somebody."""
    return Shoot(person=who, target=target, weapon=weapon, **more)  # type: ignore[arg-type]


def throw(square: Square, who: str = "ivan", bomb: str = "grenade") -> Throw:
    """The order to throw an explosive at a square."""
    return Throw(person=who, bomb=bomb, at=middle(square))  # type: ignore[arg-type]


def asked_at(state: OwbState, frame: Interrupt) -> list[str]:
    """Who is asked at a moment, one after another, if all of them let it pass."""
    found = next_to_interrupt(state, frame)
    if found is None:
        return []
    return [found.id, *asked_at(state, replace(frame, passed=(*frame.passed, found.id)))]


def asked_for(battle: OwbBattle) -> str:
    """What the battle waits for."""
    return battle.choices[0].ask


def refusal(battle: OwbBattle, order: Order, seat: str = "a") -> str:
    """The rule by which an order is refused, which it must be."""
    found = rulebook_for("owb").check(battle.state, seat, order)
    assert found is not None
    return found.rule


def legal(found: T | Refusal) -> T:
    """What was asked for, which must be possible."""
    assert not isinstance(found, Refusal), found
    return found


def rolled_all(battle: OwbBattle) -> bool:
    """Whether every die of the script has been used."""
    assert isinstance(battle.dice, ScriptedDice)
    return battle.dice.remaining == ()


def last_aim(battle: OwbBattle) -> tuple[int, int]:
    """What was added to the roll of the last explosive, and the Armor Class of its area."""
    tallies = told(battle, "explosive")[-1].tallies
    return tallies[0].total, tallies[1].total


def lands(battle: OwbBattle) -> Square | None:
    """Where the last explosive has landed."""
    found: Square | None = told(battle, "explosive")[-1].data["lands"]
    return found


def present(found: T | None) -> T:
    """What was asked for, which must be there."""
    assert found is not None
    return found


IVAN: Final = man("ivan", (10, 20))
FOE_AHEAD: Final = man("foe", (10, 10), "b")
FOE_FACING: Final = man("foe", (10, 10), "b", facing=4)
FOE_AWAY: Final = man("foe", (1, 1), "b")
"""Who stands in most scenes: Ivan, a foe 10 squares to the north of him, or one out of the way."""


def begun(name: str, *units: Unit, **rest: Any) -> OwbBattle:
    """A battle in which the turn of a character has begun."""
    battle = fight(*units, **rest)
    play(battle, Begin(name))
    return battle
