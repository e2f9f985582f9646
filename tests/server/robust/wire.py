"""Two battles that differ only in what one side hides: the other side is sent the very same bytes.

Each battle is on a server of its own, under the same id and with the same tokens, so that nothing
but the time may differ. A *pair* is both battles at one point of play, for one who may not know in
what they differ (the other player, or an onlooker): all messages that he was sent since the last
point, unasked and as answers to everything that can be asked, are compared byte for byte.
"""

from __future__ import annotations

import contextlib
import json
import random
import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sandtable.battle import Battle as Fight
from sandtable.battle import rulebook_for
from sandtable.battle.record import BY_NUMBER
from sandtable.dice import SeededDice
from sandtable.journal.lines import packed
from sandtable.scenario import Scenario
from sandtable.server.settings import Settings
from sandtable.server.storage import BattleRow, LineRow, SeatRow, Store
from sandtable.server.tokens import digest_of
from tests.conformance.pairs import MIXED, lane
from tests.conformance.variants import variants
from tests.panzer8.kit.hiding import copses
from tests.server.kit import Data, Running, Sitter, Table, running
from tests.server.robust.hardening import BOUNDLESS

FILES = ("/log.txt", "/replay", "/layers", "/drawing.svg?theme=dark", "/report.html", "")
TIMES = re.compile(rb'"(since|created|changed|at)":\s*[\d.]+')
STRANGERS = ("lurker-0", "gun", "surprise-12", "miller", "nobody")
"""Pieces that a player does not know of, whether or not they are there."""

Battle = dict[str, Sitter]
"""The people at one of the two tables, by seat."""


@dataclass
class Compared:
    """What came of it.

    Attributes:
        pairs: How many pairs were compared.
        messages: How many messages were, of each of the two.
        battles: How many pairs of battles were played.
        differences: How pairs can be told apart.
    """

    pairs: int = 0
    messages: int = 0
    battles: int = 0
    differences: list[str] = field(default_factory=list)


# -- two tables -----------------------------------------------------------------------------------


def token_of(seat: str) -> str:
    """The token of a seat."""
    return f"{seat}-{'0' * 30}"


def record(
    folder: Path, scenario: Scenario, *, friend: str | None = None, referee: bool = True
) -> None:
    """Put a battle into the database of a server that is not started yet.

    Both sides are the host's own, but for a friend's, to which the token is an invitation.
    """
    row = BattleRow(
        id="twin",
        created=1.0,
        changed=1.0,
        title="Twins",
        scenario=scenario,
        scenario_id=scenario.id,
        turns=scenario.turns,
        book=scenario.book,
        dice="computer",
        seed="5",
        referee=referee,
    )
    seats = [
        SeatRow(seat=side, place=place, side=side, own=side != friend)
        for place, side in enumerate(scenario.side_ids())
    ]
    if referee:
        seats.append(SeatRow(seat="referee", place=len(seats), role="referee", own=True))
    # The same dice in both, whatever is hidden: bound to numbers, as in format 1.
    book = rulebook_for(row.book)
    battle = Fight(book, scenario, SeededDice("5"), referee=referee, format=BY_NUMBER)
    raw, total = packed(battle.header, "")
    rows = [LineRow(0, 1.0, raw)]
    for line in battle.lines:
        raw, total = packed(line, total)
        rows.append(LineRow(line.line, 1.0, raw))
    store = Store(Settings(data_dir=folder).url)
    names = [*(seat.seat for seat in seats), "onlooker", "host"]
    digests = [(digest_of(token_of(name)), name) for name in names]
    store.add_battle(row, seats, digests, rows).result()
    store.close()


@contextlib.contextmanager
def seated(folder: Path, scenario: Scenario) -> Iterator[tuple[Running, Battle]]:
    """A server with a battle, begun or gone on with, and everybody at the table."""
    if not folder.exists():
        record(folder, scenario)
    with running(folder, limits=BOUNDLESS) as server, contextlib.ExitStack() as stack:
        names = [*scenario.side_ids(), "referee"]
        seats = [{"seat": name, "link": f"#{token_of(name)}"} for name in names]
        onlookers = f"#{token_of('onlooker')}"
        table = Table(server, {"id": "twin", "host": "", "seats": seats, "onlookers": onlookers})
        everybody = [*names, "onlooker"]
        yield server, {name: stack.enter_context(table.sit(name)) for name in everybody}


# -- what is asked --------------------------------------------------------------------------------


def questions(player: Sitter, side: str, step: int) -> Iterator[tuple[str, Data]]:
    """Everything that a player may ask, of all pieces that he knows of and of some others."""
    drawn = player.ask("drawing")
    own = [each["piece"] for each in drawn["pieces"] if each["side"] == side]
    others = [each["piece"] for each in drawn["pieces"] if each["side"] != side]
    offers = player.ask("offers").get("offers", [])
    yield "drawing", {"theme": "dark"}
    yield "actions", {}
    yield "fields", {}
    yield "hint", {"level": "greedy"}
    for piece in (*own, *others, *STRANGERS):
        for about in ("sheet", "sights", "actions"):
            yield about, {"piece": piece}
    for piece in own[step % 3 :: 3]:
        yield "reach", {"piece": piece, "order": {"order": "move"}}
        way = {"order": "move", "element": piece, "path": [[step % 40, 20]]}
        yield "farthest", {"piece": piece, "order": way, "slot": "path"}
        yield "targets", {"order": {"order": "fire", "element": piece}, "slot": "target"}
        for target in (*STRANGERS[:2], *others[:1]):
            yield "preview", {"order": {"order": "fire", "element": piece, "target": target}}
    for offer in offers[:: max(1, len(offers) // 12)]:
        yield "preview", {"order": offer["order"]}


def inquire(battle: Battle, side: str, step: int) -> None:
    """Ask everything, and order some things that are refused."""
    player = battle[side]
    for about, more in list(questions(player, side, step)):
        player.ask(about, **more)
    battle["onlooker"].ask("drawing")
    piece = player.ask("drawing")["pieces"][0]["piece"]
    for target in (*STRANGERS[:2], "german-counter-1"):
        order = {"order": "fire", "element": piece, "target": target}
        player.give(order, key=f"probe-{step}-{target}")


def fetched(server: Running, seats: Sequence[str]) -> dict[str, bytes]:
    """Everything that some may fetch."""
    found = {}
    for seat in seats:
        with server.http(token_of(seat)) as http:
            for file in FILES:
                response = http.get(f"/api/battles/twin{file}")
                assert response.status_code == 200, response.text
                found[f"{seat} {file}"] = TIMES.sub(b"", response.content)
    return found


# -- how they are played --------------------------------------------------------------------------


class Twins:
    """Two battles that are played alike, and what those who do not know the secret are sent.

    Args:
        pairs: The servers and who sits at them.
        owner: The side that hides something.
        found: Where it is noted what came of it.
    """

    def __init__(
        self, pairs: Sequence[tuple[Running, Battle]], owner: str, found: Compared
    ) -> None:
        self.servers = [server for server, _ in pairs]
        self.battles = [battle for _, battle in pairs]
        self.owner = owner
        self.side = next(
            name for name in self.battles[0] if name not in (owner, "referee", "onlooker")
        )
        self.found = found
        self.hidden = self._hidden_now()

    def _hidden_now(self) -> set[str]:
        """What the owner sees of his own in either battle, and the other side does not."""
        found: set[str] = set()
        for battle in self.battles:
            seen = {each["piece"] for each in battle[self.side].ask("drawing")["pieces"]}
            own = {each["piece"] for each in battle[self.owner].ask("drawing")["pieces"]}
            found |= own - seen
        return found

    def compare(self, step: int) -> None:
        """Ask everything in both battles; whoever does not know the secret is sent the same."""
        for battle in self.battles:
            inquire(battle, self.side, step)
        for seat in (self.side, "onlooker"):
            one, two = (self._sent(battle[seat]) for battle in self.battles)
            self.found.pairs += 1
            self.found.messages += len(one)
            if one != two:
                where = next(
                    (n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), -1
                )
                text = f"{seat} at step {step}, message {where}: {one[where]!r}\n{two[where]!r}"
                self.found.differences.append(text[:3000])
        for battle in self.battles:
            for seat in (self.side, "onlooker"):
                battle[seat].raw.clear()

    def _sent(self, sitter: Sitter) -> list[bytes]:
        return [TIMES.sub(b"", raw.encode()) for raw in sitter.raw]

    def fetch(self) -> None:
        """Fetch all files in both battles, which are the same, too."""
        one, two = (fetched(server, (self.side, "onlooker")) for server in self.servers)
        for name in one:
            if one[name] != two[name]:
                self.found.differences.append(f"{name} differs")

    def next_order(self, chance: random.Random) -> tuple[str, Data] | None:
        """Who is asked, and an order that he can give in both without telling the secret."""
        for seat in (self.side, self.owner):
            asked = self.battles[0][seat].standing.get("questions", ())
            if asked:
                break
        else:
            return None
        if seat == self.owner and asked[0]["ask"] in ("reveal", "recce"):
            return None
        if not self.battles[1][seat].standing.get("questions"):
            return None
        one, two = (battle[seat].offers() for battle in self.battles)
        orders = [order for order in one if order in two and order["order"] != "show"]
        if seat == self.side and chance.random() < 0.7:  # so that the others get their turn
            orders = [order for order in orders if order["order"] == "done"] or orders
        return (seat, chance.choice(orders)) if orders else None

    def is_out(self) -> bool:
        """Whether a secret is out, so that the battles may differ from now on.

        The owner's own drawing marks what is hidden from others; whoever is on the other side's as
        well has come out, by his owner's will or because he was found.
        """
        return any(
            event["kind"] in ("spotted", "revealed", "dummy", "out")
            for battle in self.battles
            for event in battle[self.side].events
        ) or any(self._has_come_out(battle) for battle in self.battles)

    def _has_come_out(self, battle: Battle) -> bool:
        seen = {each["piece"] for each in battle[self.side].ask("drawing")["pieces"]}
        return not seen.isdisjoint(self.hidden)

    def give(self, seat: str, order: Data, step: int) -> None:
        """Give an order in both."""
        self.do(seat, "give", order=order, key=f"order-{step:03}")

    def do(self, seat: str, kind: str, **more: object) -> None:
        """Do something in both, and have everybody hear of it."""
        for battle in self.battles:
            done = battle[seat].do(kind, expect=battle[seat].number, **more)
            assert done["type"] == "done", done
            for sitter in battle.values():
                sitter.reach_at_least(done["number"])

    def play(self, chance: random.Random, first: int, steps: int) -> int:
        """Play both alike until the secret is out, and compare them; at which step that was."""
        for step in range(first, first + steps):
            if self.is_out():
                return -1
            self.compare(step)
            if self.found.differences:
                return -1
            if step % 7 == 4:
                text = {"order": "announce", "text": f"Hear: {step}"}
                self.do("referee", "decree", ruling=text, key=f"ruling-{step:03}")
            elif step % 7 == 6:
                self.do("referee", "undo", key=f"undo-{step:04}")
            elif (found := self.next_order(chance)) is not None:
                self.give(*found, step)
            else:
                return -1
        return first + steps

    def check_they_differ(self) -> None:
        """The secret is one: its owner sees different things."""
        one, two = (json.dumps(battle[self.owner].ask("drawing")) for battle in self.battles)
        cards = []
        for battle in self.battles:
            owner = battle[self.owner]
            pieces = [each["piece"] for each in owner.ask("drawing")["pieces"]]
            cards.append([owner.ask("sheet", piece=piece).get("sheet") for piece in pieces])
        assert one != two or cards[0] != cards[1], "they are the same battle"


def play_twins(
    one: Scenario, two: Scenario, owner: str, found: Compared, *, seed: int = 1, steps: int = 6
) -> None:
    """Play two battles alike, with their servers stopped and started once in between."""
    chance = random.Random(seed)
    found.battles += 1
    with tempfile.TemporaryDirectory() as name:
        folder, step = Path(name), 0
        for life in range(2):
            with (
                seated(folder / "one", one) as first,
                seated(folder / "two", two) as second,
            ):
                twins = Twins([first, second], owner, found)
                if life == 0:
                    twins.check_they_differ()
                    for battle in twins.battles:
                        battle[owner].raw.clear()
                step = twins.play(chance, step, steps)
                if not twins.is_out():
                    twins.fetch()
            if step < 0:
                return


def cases(chance: random.Random) -> Iterator[tuple[Scenario, Scenario, str]]:
    """Pairs of scenarios without end, never the same twice."""
    grounds = [(copses(MIXED, turns=3), "german"), (lane(), "american")]
    while True:
        for scenario, owner in (grounds[0], grounds[0], grounds[1]):
            one, two = variants(scenario, owner, 2, chance)
            yield one, two, owner


def compare_many(count: int, seed: int) -> Compared:
    """Compare so many pairs, until some can be told apart."""
    found = Compared()
    chance = random.Random(seed)
    for number, (one, two, owner) in enumerate(cases(chance)):
        play_twins(one, two, owner, found, seed=seed * 1000 + number)
        if found.pairs >= count or len(found.differences) > 4:
            return found
    raise AssertionError("there is no end of cases")
