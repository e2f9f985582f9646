"""Characters from files, behind the questions about personal files that a book answers."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.battle import Outcome
from sandtable.battle.personal import Card, PersonalFiles, ReadyMade
from sandtable.scenario import Scenario

from .characters.cards import card_in_battle, card_of
from .characters.files import read, write
from .characters.placing import after_battle, as_unit, rested
from .characters.ready_made import new_character, ready_made
from .setting_up.vehicles import is_vehicle
from .state import OwbState


class Characters(PersonalFiles[OwbState]):
    """The characters of OWB: operatives with a class and a level, and ordinary people."""

    def places(self, scenario: Scenario) -> tuple[str, ...]:
        return tuple(unit.id for unit in scenario.units if not is_vehicle(unit))

    def ready_made(self) -> tuple[ReadyMade, ...]:
        return ready_made()

    def new(self, kind: str, name: str) -> str:
        return write(new_character(kind, name))

    def name_of(self, text: str) -> str:
        return read(text).name

    def card_of_file(self, text: str) -> Card:
        return card_of(read(text))

    def rested(self, text: str) -> str:
        return write(rested(read(text)))

    def put_in(self, scenario: Scenario, unit: str, text: str) -> Scenario:
        character = read(text)
        units = tuple(as_unit(u, character) if u.id == unit else u for u in scenario.units)
        return replace(scenario, units=units)

    def card(self, state: OwbState, piece: str, *, whole: bool) -> Card | None:
        person = state.find_person(piece)
        return None if person is None else card_in_battle(state, person, whole=whole)

    def take_out(
        self, state: OwbState, piece: str, outcome: Outcome | None, *, left: bool
    ) -> str | None:
        person = state.find_person(piece)
        if person is None:
            return None
        return write(after_battle(state, person, outcome, left=left))


PERSONAL_FILES: Final = Characters()
