"""A table whose server may die at any moment: people who do all that can be done at a table.

They give orders, take them back, agree and decline, talk, give their words, say that they are
ready, throw real dice, hand seats over, and rule. Whatever was not acknowledged they send again,
and everything that was acknowledged they hold against the record.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx

from sandtable.dice.sealing import new_nonce, seal_of
from sandtable.scenario import load_scenario
from tests.server.robust.guests import Guest, LostError, Message
from tests.server.robust.processes import token

LONGEST = 70
"""After so many lines a table begins its next battle."""

TROUBLE = ("server.out-of-step", "server.not-recorded", "server.a-computer-sits-there")
"""By which rules of the server anything may be refused while servers and databases die."""


@dataclass
class Deed:
    """Something that somebody wants done, under a key.

    Attributes:
        guest: Who.
        message: What.
        number: The number with which it was acknowledged.
        proposed: Whether it was acknowledged as a wish that the others have to agree to.
    """

    guest: Guest
    message: Message
    number: int | None = None
    proposed: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """Its seat and its key."""
        return self.guest.seat, self.message["key"]


@dataclass
class Fought:
    """One battle of a table, and all that its people know of it.

    Attributes:
        id: Its id.
        host: The host's token.
        guests: Who sits there.
        done: What was acknowledged, in this order.
        refused: What was refused, by seat and key.
        doubt: What was sent, and has not been answered.
        waiting: An order that waits for real dice.
        thrown: The faces that were thrown for it, and acknowledged.
        kinds: Who plays a seat: what was acknowledged last, and what may have come after that.
        handed: Whether a computer has ever had a seat.
        nonces: What is needed to open one's seal, by commitment and seat.
    """

    id: str
    host: str
    guests: list[Guest]
    done: list[Deed] = field(default_factory=list)
    refused: set[tuple[str, str]] = field(default_factory=set)
    doubt: Deed | None = None
    waiting: Deed | None = None
    thrown: list[int] = field(default_factory=list)
    kinds: dict[str, set[str]] = field(default_factory=dict)
    handed: bool = False
    nonces: dict[tuple[str, str], str] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """The number of the last line that anybody knows of."""
        return max(guest.number for guest in self.guests)


class Table:
    """People who play one battle after another.

    Args:
        name: What it is called in keys.
        port: Where the server is.
        wanted: What is played: a request for a battle, but for its seats.
        seed: For what they do.
    """

    def __init__(self, name: str, port: int, wanted: Message, seed: int) -> None:
        self.name = name
        self.port = port
        self.wanted = wanted
        self.chance = random.Random(f"{name} {seed}")
        self.battle: Fought | None = None
        self.counts: Counter[str] = Counter()
        self.problems: list[str] = []
        self.over: list[Fought] = []
        self._http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30)
        self._keys = 0
        self._pause = False
        sides = load_scenario(wanted["scenario"]).side_ids()
        self._seats = [{"seat": side, "side": side, "kind": "me"} for side in sides]

    async def play(self, is_up: asyncio.Event, stop: asyncio.Event) -> None:
        """Play while the server is there, until told to stop."""
        while not stop.is_set():
            try:
                await is_up.wait()
                battle = await self._come_in()
                await self._settle_doubts(battle)
                while not stop.is_set() and self.battle is battle:
                    await self._step(battle)
                    self.counts["steps"] += 1
            except (LostError, httpx.TransportError, UnavailableError):
                await asyncio.sleep(0.003)
            except TimeoutError:
                self.problems.append(f"{self.name}: an answer never came")
                await asyncio.sleep(0.1)

    async def leave(self) -> None:
        """Go home."""
        for guest in self.battle.guests if self.battle else ():
            await guest.leave()
        await self._http.aclose()

    # -- coming in --------------------------------------------------------------------------------

    async def _come_in(self) -> Fought:
        if self.battle is None:
            self.battle = await self._begin()
        for guest in self.battle.guests:
            if not guest.is_there:
                await guest.come()
        return self.battle

    async def _begin(self) -> Fought:
        seed = f"{self.name} {self.chance.random()}"
        wanted = {**self.wanted, "seats": self._seats, "seed": seed}
        if wanted.get("dice", "computer") != "computer":
            del wanted["seed"]
        made = await self._call("POST", "/api/battles", wanted)
        links = {seat["seat"]: token(seat["link"]) for seat in made["seats"] if seat["link"]}
        guests = [Guest(self.port, made["id"], link, seat) for seat, link in links.items()]
        self.counts["begun"] += 1
        return Fought(made["id"], made["host"], guests, kinds={s: {"person"} for s in links})

    async def _call(self, method: str, path: str, body: Message, bearer: str = "") -> Any:
        headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
        response = await self._http.request(method, path, json=body, headers=headers)
        if response.status_code == 503:
            raise UnavailableError(response.text)
        if response.status_code >= 300:
            self.problems.append(f"{method} {path}: {response.status_code} {response.text}")
            raise UnavailableError(response.text)
        return response.json() if response.content else None

    async def _settle_doubts(self, battle: Fought) -> None:
        """Send again what was not answered; and what waits for dice, which is answered later."""
        deed, battle.doubt = battle.doubt, None
        if deed is not None:
            self.counts["in doubt"] += 1
            await self._do(battle, deed)
        if battle.waiting is not None:
            waiting, thrown = battle.waiting, battle.thrown
            battle.waiting = None
            try:
                await self._do(battle, waiting, thrown)
            except LostError:
                battle.doubt, battle.waiting, battle.thrown = None, waiting, thrown
                raise

    # -- what they do -----------------------------------------------------------------------------

    async def _step(self, battle: Fought) -> None:
        number = battle.number
        for guest in battle.guests:
            await guest.reach(number, 20)
        ways = self._ways(battle)
        if not ways:
            await self._end(battle)
            return
        do = self.chance.choices([way for _, way in ways], [weight for weight, _ in ways])[0]
        await do(battle)
        if self._pause:  # until the database is back
            self._pause = False
            await asyncio.sleep(0.05)

    async def _end(self, battle: Fought) -> None:
        """Play no more of this battle."""
        self.over.append(battle)
        self.battle = None
        for guest in battle.guests:
            await guest.leave()

    def _ways(self, battle: Fought) -> list[tuple[float, Callable[[Fought], Awaitable[None]]]]:
        """What can be done now, and how often it is; nothing if the battle is over."""
        standings = [guest.standing for guest in battle.guests]
        if any("dice" in standing for standing in standings):
            return [(12, self._throw), (1, self._cancel), (1, self._chat)]
        if standings[0]["status"] == "gathering":
            return [(1, self._chat), (4, self._gather)]
        if standings[0]["status"] == "over" or battle.number > LONGEST:
            return []
        if any(standing.get("proposal", {}).get("mine") for standing in standings):
            return [(8, self._consent), (1, self._chat)]
        ways: list[tuple[float, Callable[[Fought], Awaitable[None]]]] = [(1.5, self._chat)]
        if any(guest.is_asked for guest in battle.guests):
            ways.append((12, self._give))
        else:
            ways.append((4, self._wait))
        if any(standing.get("undo") is not None for standing in standings):
            ways.append((1.5, self._undo))
        if "referee" in (guest.seat for guest in battle.guests):
            ways.append((2, self._rule))
        if self.wanted.get("dice") != "real":
            ways.append((0.4, self._hand_over))
        return ways

    async def _wait(self, battle: Fought) -> None:
        """Wait for somebody else, such as a computer player."""
        await asyncio.sleep(0.003)
        for seat, kinds in battle.kinds.items():
            if kinds != {"person"}:
                await self._hand(battle, seat, "person")

    async def _give(self, battle: Fought) -> None:
        guest = next(guest for guest in battle.guests if guest.is_asked)
        number = guest.number
        order = await guest.idea()
        if order is not None:
            await self._tell(battle, guest, type="give", expect=number, order=order)

    async def _chat(self, battle: Fought) -> None:
        guest = self.chance.choice(battle.guests)
        await self._tell(battle, guest, type="chat", text=f"word {self._keys + 1}")

    async def _gather(self, battle: Fought) -> None:
        """Seal a word, open it, now and then begin anew; or say that one is ready."""
        standing = battle.guests[0].standing
        ceremony = standing.get("ceremony", {})
        for guest in battle.guests:
            if guest.seat in standing.get("words", ()):
                await self._speak(battle, guest, ceremony)
                return
        for guest in battle.guests:
            if guest.seat in standing.get("unready", ()):
                await self._tell(battle, guest, type="ready")
                return
        await asyncio.sleep(0.003)

    async def _speak(self, battle: Fought, guest: Guest, ceremony: Message) -> None:
        word, commitment = f"word of {guest.seat}", ceremony["commitment"]
        if ceremony["phase"] == "sealing":
            nonce = new_nonce()
            seal = seal_of(commitment, battle.id, guest.seat, nonce, word)
            battle.nonces[commitment, guest.seat] = nonce
            await self._tell(battle, guest, type="seal", commitment=commitment, seal=seal)
        elif self.chance.random() < 0.1 or (commitment, guest.seat) not in battle.nonces:
            await self._tell(battle, guest, type="begin-anew")
        else:
            nonce = battle.nonces[commitment, guest.seat]
            await self._tell(battle, guest, type="open", nonce=nonce, word=word)

    async def _undo(self, battle: Fought) -> None:
        willing = [guest for guest in battle.guests if guest.standing.get("undo") is not None]
        guest = self.chance.choice(willing)
        await self._tell(battle, guest, type="undo", expect=guest.number)

    async def _consent(self, battle: Fought) -> None:
        asked = [g for g in battle.guests if g.standing.get("proposal", {}).get("mine")]
        guest = self.chance.choice(asked)
        wish = guest.standing["proposal"]["proposal"]
        agree = self.chance.random() < 0.6
        await self._tell(battle, guest, type="consent", proposal=wish, agree=agree)

    async def _rule(self, battle: Fought) -> None:
        """Announce something, change something, or overrule the last order."""
        referee = next(guest for guest in battle.guests if guest.seat == "referee")
        number = referee.number
        chance = self.chance.random()
        if chance < 0.3:
            found = (await referee.ask("fields", order={"order": "overrule"})).get("fields", [])
            if found:
                results = {found[0]["name"]: self.chance.choice(found[0]["words"])}
                await self._tell(battle, referee, type="overrule", expect=number, results=results)
                return
        ruling: Message = {"order": "announce", "text": f"Hear, hear: {self._keys}"}
        if chance < 0.8:
            pieces = (await referee.ask("drawing")).get("pieces", [])
            piece = self.chance.choice(pieces)["piece"] if pieces else "nobody"
            suppressed = {"suppressed": self.chance.random() < 0.5}
            ruling = {"order": "amend", "piece": piece, "set": suppressed}
        await self._tell(battle, referee, type="decree", expect=number, ruling=ruling)

    async def _throw(self, battle: Fought) -> None:
        guest = next(guest for guest in battle.guests if "dice" in guest.standing)
        dice = guest.standing["dice"]
        if dice.get("drawn"):
            faces = self.chance.sample(range(1, dice["sides"] + 1), dice["count"])
        else:
            faces = [self.chance.randint(1, dice["sides"]) for _ in range(dice["count"])]
        await self._tell(battle, guest, type="throw", faces=faces)
        await self._news_of_dice(guest, dice)

    async def _cancel(self, battle: Fought) -> None:
        guest = next(guest for guest in battle.guests if "dice" in guest.standing)
        await self._tell(battle, guest, type="cancel-throw")

    async def _news_of_dice(self, guest: Guest, dice: Message) -> None:
        """After a throw, other dice are wanted or none; the update may come after the answer."""
        await guest.until(lambda: guest.standing.get("dice") != dice or guest.number, 1)

    async def _hand_over(self, battle: Fought) -> None:
        """Give a seat to a computer player for a moment."""
        seat = self.chance.choice([seat["seat"] for seat in self._seats])
        await self._hand(battle, seat, "computer")
        await asyncio.sleep(self.chance.uniform(0, 0.01))
        await self._hand(battle, seat, "person")

    async def _hand(self, battle: Fought, seat: str, kind: str) -> None:
        battle.handed = True
        level = "random" if kind == "computer" else "person"
        battle.kinds[seat].add(level)
        body = {"kind": kind, **({"level": level} if kind == "computer" else {})}
        await self._call("PATCH", f"/api/battles/{battle.id}/seats/{seat}", body, battle.host)
        battle.kinds[seat] = {level}
        self.counts["hand-over"] += 1

    # -- how it is done ---------------------------------------------------------------------------

    async def _tell(self, battle: Fought, guest: Guest, **message: Any) -> None:
        self._keys += 1
        message["key"] = f"{self.name}-{self._keys:06}"
        await self._do(battle, Deed(guest, message))

    async def _do(self, battle: Fought, deed: Deed, thrown: Sequence[int] = ()) -> None:
        """Send something, and note what came of it; maybe dice were thrown for it before."""
        guest, kind = deed.guest, deed.message["type"]
        battle.doubt = deed
        reply = guest.reply_to(deed.message["key"])
        await guest.send(deed.message)
        # An order that needs real dice is not answered yet.
        waits = kind in ("give", "undo", "consent", "decree", "overrule")
        waits = waits and self.wanted.get("dice") == "real"
        await guest.until(lambda: reply.done() or (waits and "dice" in guest.standing), 60)
        found = reply.result() if reply.done() else None
        battle.doubt = None
        if found is not None:
            self._note(battle, deed, found)
        elif battle.waiting is None:
            battle.waiting, battle.thrown = deed, list(thrown)

    def _note(self, battle: Fought, deed: Deed, reply: Message) -> None:
        kind = deed.message["type"]
        if reply["type"] != "done":
            self.counts[f"refused {reply.get('rule', reply['type'])}"] += 1
            self._pause = reply.get("rule") == "server.not-recorded"
            battle.refused.add(deed.key)
            free = kind not in ("give", "chat", "ready")
            if reply.get("rule") not in TROUBLE and not free:
                self.problems.append(f"{deed.message} was refused: {reply}")
            return
        deed.number = reply["number"]
        deed.proposed = kind == "undo" and reply["number"] == deed.message["expect"]
        self.counts[kind] += 1
        battle.done.append(deed)
        if kind == "throw":
            battle.thrown += deed.message["faces"]
        if kind in ("throw", "cancel-throw"):
            self._settle_waiting(battle)

    def _settle_waiting(self, battle: Fought) -> None:
        """An order that waited for dice is answered just before the throw that was the last."""
        waiting = battle.waiting
        if waiting is None:
            battle.thrown = []
            return
        number = waiting.guest.acknowledged.get(waiting.message["key"])
        if number is not None:
            waiting.number = number
            battle.done.insert(-1, waiting)
            self.counts[waiting.message["type"]] += 1
        elif battle.done[-1].message["type"] == "cancel-throw":
            battle.refused.add(waiting.key)
        else:
            return
        battle.waiting, battle.thrown = None, []


class UnavailableError(Exception):
    """The server is there, and cannot do it at the moment."""
