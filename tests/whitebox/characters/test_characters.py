"""Files of characters: what they say, what is wrong with them, what a battle makes of them."""

import pytest
from hypothesis import strategies as st

from sandtable.battle import Amend
from sandtable.battle.personal import (
    MOST_CHARACTERS,
    PersonalFileError,
    cards_for,
    may_take_out,
    personal_files_of,
)
from sandtable.journal import JournalWriter
from sandtable.rulebooks.whitebox.characters.checking import check, hit_points_of
from sandtable.rulebooks.whitebox.characters.files import write
from sandtable.rulebooks.whitebox.characters.model import Abilities, Fought, Health, Kit
from sandtable.rulebooks.whitebox.setting_up.people import BOMBS
from sandtable.rulebooks.whitebox.state.tables import ARMOR
from sandtable.scenario import Seat
from tests.whitebox.kit import *

ANNA = """
format = "sandtable-character"
version = 1
book = "owb"
name = "Anna Petrowa"
player = "Katja"
class = "medic"
level = 3
notes = "Speaks German."

[abilities]
strength = 9
dexterity = 17
constitution = 15

[health]
hit_points = 7
wounds = ["a scar"]

[kit]
weapons = ["submachinegun"]
blades = ["knife"]
armor = ["bdu"]

[kit.bombs]
grenade = 3
"""


def problem(text: str) -> str:
    with pytest.raises(PersonalFileError) as caught:
        read(text)
    return str(caught.value)


letters = st.characters(codec="utf-8").filter(str.isprintable)
texts = st.text(letters, max_size=40)
names = st.tuples(st.sampled_from("AnZ1é漢"), texts).map("".join)
scores = st.integers(3, 18)


def some(words: Iterable[str]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(list(words)), unique=True, max_size=4).map(tuple)


@st.composite
def characters(draw: st.DrawFn) -> Character:
    weapons = draw(some(MISSILE))
    loads = st.dictionaries(st.sampled_from(weapons), st.integers(0, 9)) if weapons else st.just({})
    sort = draw(
        st.one_of(
            st.fixed_dictionaries(
                {
                    "profession": st.sampled_from(["soldier", "medic", "wheelman"]),
                    "level": st.integers(1, 5),
                }
            ),
            st.fixed_dictionaries({"rank": st.sampled_from(["soldier", "veteran", "officer"])}),
        )
    )
    fought: st.SearchStrategy[Fought] = st.builds(
        Fought,
        scenario=names,
        title=texts,
        side=texts,
        rounds=st.integers(0, 99),
        result=st.sampled_from(["won", "lost", "drawn", "unfinished"]),
        fate=st.sampled_from(["unhurt", "wounded", "dead"]),
        hit_points=st.integers(-9, 20),
        fired=st.booleans(),
        left=st.booleans(),
    )
    return Character(
        format="sandtable-character",
        version=1,
        book="owb",
        name=draw(names),
        player=draw(texts),
        notes="\n".join(draw(st.lists(texts, max_size=3))),
        abilities=Abilities(
            strength=draw(scores), dexterity=draw(scores), constitution=draw(scores)
        ),
        health=Health(
            most=30,
            hit_points=draw(st.integers(1, 30)),
            wounds=tuple(draw(st.lists(texts, max_size=3))),
        ),
        kit=Kit(
            weapons=weapons,
            blades=draw(some(MELEE)),
            armor=draw(some(ARMOR)),
            bombs=draw(st.dictionaries(st.sampled_from(BOMBS), st.integers(0, 9))),
            loads=draw(loads),
            dry=draw(st.booleans()),
        ),
        battles=tuple(draw(st.lists(fought, max_size=3))),
        **sort,
    )


def street(**files: str) -> Scenario:
    return bring(scene(man("a", (10, 10)), man("b", (10, 15), side="b")), files)


def facts(card: Any) -> dict[str, str]:
    return {fact.label: fact.value for part in card.parts for fact in part.facts}


def test_a_file_says_who_somebody_is() -> None:
    anna = read(ANNA)
    assert (anna.name, anna.profession, anna.level) == ("Anna Petrowa", "medic", 3)
    assert anna.combatant.id == "op3"
    assert anna.kit.bombs == {"grenade": 3}
    assert hit_points_of(anna) == 7


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ("level = 3", "level = 9", "level: expected `int` <= 5, found 9"),
        ("level = 3", "levle = 3", "unknown field `levle`; did you mean 'level'?"),
        ("level = 3", "", "level: missing; an operative has a level from 1 to 5"),
        ("level = 3", 'level = 3\nrank = "veteran"', "rank: found beside class or level"),
        (
            'class = "medic"',
            'class = "medik"',
            "class: invalid value 'medik'; did you mean 'medic'",
        ),
        ('"submachinegun"', '"submachinegunn"', "did you mean 'submachinegun'?"),
        ('"submachinegun"', '"knife", "knife"', "kit.weapons: 'knife' is named twice"),
        ("grenade = 3", "grenades = 3", "kit.bombs: no explosive 'grenades'; did you mean"),
        ("grenade = 3", "grenade = -1", "expected `int` >= 0"),
        ("hit_points = 7", "hit_points = 70", "health.hit_points: expected at most 16"),
        ("hit_points = 7", "hit_points = 0", "health.hit_points: found 0, but who is fit has"),
        ("hit_points = 7", "stable = true", "health.stable: only who is incapacitated"),
        ("hit_points = 7", 'condition = "incapacitated"', "expected -5 to 0"),
        ("version = 1", "version = 2", "version: 2 is newer than this program can read"),
        ("version = 1", "", "version: missing; expected 1"),
        ('"sandtable-character"', '"scenario"', "format: found 'scenario'"),
        ('name = "Anna Petrowa"', 'name = ""', "name: expected `str` of length >= 1, found ''"),
        ('name = "Anna Petrowa"', 'name = "A\\u0007"', "name: holds signs that cannot be shown"),
        ('name = "Anna Petrowa"', 'name = " "', "name: holds only spaces"),
        ("strength = 9", "strength = 2", "abilities.strength: expected `int` >= 3, found 2"),
        ("strength = 9", "luck = 9", "abilities: unknown field `luck` (allowed: strength,"),
        ('book = "owb"', 'book = "p8"', "book: invalid value 'p8'"),
        ("[abilities]", "[abilities", "not valid TOML"),
    ],
)
def test_a_file_that_is_wrong_says_what_where_and_what_would_be_right(
    was: str, now: str, told: str
) -> None:
    assert was in ANNA
    assert told in problem(ANNA.replace(was, now, 1))


def test_a_file_that_is_too_long_or_too_deep_is_refused() -> None:
    assert "too long" in problem(ANNA + "#" * MOST_CHARACTERS)
    assert "not valid TOML" in problem("a = " + "[" * 20_000)


def test_the_book_of_a_file_is_found_by_what_it_says() -> None:
    assert personal_files_of(ANNA).name_of(ANNA) == "Anna Petrowa"
    for text, told in (
        ("name = 1", "book: missing; give the code of a rulebook (owb)"),
        ('book = "p8"', "'p8' has no personal files (there are: owb)"),
        ('book = "owl"', "book: "),
    ):
        with pytest.raises(PersonalFileError) as caught:
            personal_files_of(text)
        assert told in str(caught.value)


@settings(max_examples=few(40))
@given(characters())
def test_a_written_file_reads_as_the_same_character(character: Character) -> None:
    check(character)
    assert read(write(character)) == character


@settings(max_examples=few(40))
@given(characters())
def test_a_battle_in_which_nothing_happens_changes_nobody(character: Character) -> None:
    """What goes into a battle comes out of it, but for what is empty."""
    battle = Battle(RULEBOOK, street(a=write(character)), SeededDice("1"))
    text = present(take_out(battle, "a"))
    found = read(text)
    assert found.battles[-1].result == "unfinished"
    assert found.battles[:-1] == character.battles
    for name in ("name", "player", "notes", "abilities", "profession", "level", "rank"):
        assert getattr(found, name) == getattr(character, name)
    assert hit_points_of(found) == hit_points_of(character)
    assert found.kit.weapons == character.kit.weapons
    assert found.kit.bombs == {n: c for n, c in character.kit.bombs.items() if c}


@rule("owb.base.classes", "owb.base.loadouts")
def test_every_ready_made_character_can_fight() -> None:
    files = personal_files_for("owb")
    kinds = [each.id for each in files.ready_made()]
    assert {"soldier", "medic", "wheelman", "combat-engineer", *LOADOUTS} == set(kinds)
    for kind in kinds:
        text = files.new(kind, "Sam")
        Battle(RULEBOOK, street(a=text), SeededDice("1"))
        assert files.card_of_file(text).title == "Sam"
    with pytest.raises(PersonalFileError, match="did you mean 'medic'"):
        files.new("medik", "Sam")
    with pytest.raises(PersonalFileError, match="name"):
        files.new("medic", "\n")


@rule("owb.base.combatants", "owb.base.attributes")
def test_a_character_takes_the_place_of_a_unit() -> None:
    before = scene(man("a", (10, 10), ducked=True, hp=2), man("b", (10, 15), side="b"))
    battle = Battle(RULEBOOK, bring(before, {"a": ANNA}), ScriptedDice([6, 1]))
    anna = person(battle, "a")
    assert (anna.name, anna.rank, anna.profession) == ("Anna Petrowa", "op3", "medic")
    assert (anna.strength, anna.dexterity, anna.constitution) == (0, 1, 1)
    assert (anna.hp, anna.most_hp) == (7, 16)
    assert [arm.id for arm in anna.arms] == ["submachinegun"]
    assert (anna.blades, anna.armor, anna.bombs) == (("knife",), ("bdu",), (("grenade", 3),))
    assert anna.ducked
    assert (anna.x, anna.y) == before.units[0].at


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"c": ANNA}, "c: no unit that a character can stand in for 'c'"),
        ({"a": ANNA, "b": ANNA}, "b: name: 'a' is called 'Anna Petrowa' already"),
        ({"a": ANNA.replace("level = 3", "level = 0")}, "a: level: expected `int` >= 1"),
        (
            {"a": ANNA.replace("hit_points = 7", 'condition = "dead"')},
            "a: health.condition: Anna Petrowa is dead",
        ),
        (
            {"a": ANNA.replace("hit_points = 7", 'hit_points = -2\ncondition = "incapacitated"')},
            "let him rest before he fights again",
        ),
    ],
)
def test_who_cannot_fight_is_not_let_in(files: dict[str, str], told: str) -> None:
    with pytest.raises(PersonalFileError) as caught:
        street(**files)
    assert told in str(caught.value)


def test_a_book_without_personal_files_says_so() -> None:
    with pytest.raises(PersonalFileError, match="'p8' has no personal files"):
        bring(load_scenario("saint-aubin"), {"x": ANNA})


def test_a_scenario_with_a_record_that_is_wrong_is_refused() -> None:
    with pytest.raises(ScenarioError, match=r"status\.character"):
        Battle(RULEBOOK, scene(man("a", (1, 1), character={"playr": "K"})), ScriptedDice([]))


@rule("owb.ammo.count-rounds")
def test_spare_loads_are_kept_weapon_by_weapon_where_rounds_are_counted() -> None:
    text = ANNA.replace("[kit.bombs]", "[kit.loads]\nsubmachinegun = 1\n[kit.bombs]")
    before = scene(man("a", (10, 10)), man("b", (10, 15), side="b"), options={"ammo": "count"})
    battle = Battle(RULEBOOK, bring(before, {"a": text}), ScriptedDice([6, 1]))
    assert person(battle, "a").arms[0].loads == 1
    out = present(take_out(battle, "a"))
    assert read(out).kit.loads == {"submachinegun": 1}
    uncounted = Battle(RULEBOOK, street(a=text), ScriptedDice([6, 1]))
    assert read(take_out(uncounted, "a") or "").kit.loads == {"submachinegun": 1}


@rule("owb.base.damage-and-zero-hp")
def test_who_is_wounded_in_one_battle_comes_wounded_into_the_next() -> None:
    battle = Battle(RULEBOOK, street(b=ANNA.replace("hit_points = 7", "")), ScriptedDice([6, 1]))
    turn(battle, "a", Shoot("a", target="b", weapon="rifle-large"), dice=[19, 6, 3])
    hurt = person(battle, "b")
    assert 0 < hurt.hp < hurt.most_hp
    out = present(take_out(battle, "b"))
    wounded = read(out)
    assert wounded.health.hit_points == hurt.hp
    assert wounded.battles[-1].fate == "wounded"
    again = Battle(RULEBOOK, street(a=out), ScriptedDice([6, 1]))
    assert (person(again, "a").hp, person(again, "a").most_hp) == (hurt.hp, hurt.most_hp)
    third = read(take_out(again, "a") or "")
    assert [fought.fate for fought in third.battles] == ["wounded", "wounded"]
    assert hit_points_of(read(personal_files_for("owb").rested(out))) == hurt.most_hp


def test_rest_heals_who_is_incapacitated_and_not_who_is_dead() -> None:
    files = personal_files_for("owb")
    down = ANNA.replace("hit_points = 7", 'hit_points = -2\ncondition = "incapacitated"')
    assert read(files.rested(down)).health == Health(wounds=("a scar",))
    with pytest.raises(PersonalFileError, match="is dead; rest does not help"):
        files.rested(ANNA.replace("hit_points = 7", 'condition = "dead"'))


def test_a_battle_to_the_end_is_recorded_and_replays(tmp_path: Path) -> None:
    short = load_scenario("pavlovs-street")
    short = replace(short, options={**short.options, "round_limit": "3"})
    scenario = bring(short, {"lena": ANNA})
    battle = Battle.start(scenario, dice=SeededDice("7"))
    with JournalWriter(tmp_path / "battle.jsonl", fsync=False) as journal:
        battle.attach(journal)
        run_battle(battle, seat_players(battle, ("random", "random"), "7"))
    assert verify(tmp_path / "battle.jsonl").ok
    text = present(take_out(battle, "lena"))
    fought = read(text).battles[-1]
    assert battle.outcome is not None
    assert fought.scenario == "pavlovs-street"
    expected = {"soviet": "won", "german": "lost", None: "drawn"}[battle.outcome.winner]
    assert fought.result == expected
    assert fought.rounds == battle.state.turn


def test_anybody_can_be_taken_out_of_a_battle_but_a_thing_that_is_not_there() -> None:
    battle = Battle(RULEBOOK, street(), ScriptedDice([6, 1]))
    soldier = read(take_out(battle, "a") or "")
    assert (soldier.rank, soldier.level) == ("soldier", None)
    assert take_out(battle, "nobody") is None


@rule("owb.base.information")
def test_an_enemy_sees_only_what_everybody_may_know() -> None:
    battle = Battle(RULEBOOK, street(a=ANNA), ScriptedDice([6, 1]))
    own = cards_for(battle, "a")["a"]
    assert own.whole
    assert own.subtitle == "Medic, level 3"
    assert facts(own)["Dexterity"] == "17 (+1)"
    assert facts(own)["Hit points"] == "7 of 16"
    assert own.marks == ("wounded",)
    for seat in ("b", None):
        card = cards_for(battle, seat)["a"]
        assert not card.whole
        assert facts(card)["Dexterity"] == "+1"
        assert facts(card)["Hit points"] == "7 of 16"
        assert not {"Player", "Notes", "Wound", "Firefights"} & facts(card).keys()
        assert not any(text in str(card) for text in ("Katja", "Speaks German", "scar", "17"))
    for label, value in (("Player", "Katja"), ("Wound", "a scar"), ("Notes", "Speaks German.")):
        assert facts(own)[label] == value


def test_who_lies_in_ambush_has_no_card_for_others() -> None:
    hidden = scene(man("a", (10, 10), hidden=True), man("b", (10, 15), side="b"))
    battle = Battle(RULEBOOK, bring(hidden, {"a": ANNA}), SeededDice("3"))
    if person(battle, "a").hidden:
        assert "a" not in cards_for(battle, "b")
        assert "a" not in cards_for(battle, None)
    assert "a" in cards_for(battle, "a")


def test_only_who_commands_a_character_may_take_him_out() -> None:
    seats = (
        Seat(id="one", side="a", pieces=("a",)),
        Seat(id="two", side="a", pieces=("c",)),
        Seat(id="b", side="b"),
    )
    units = (man("a", (10, 10)), man("c", (12, 10)), man("b", (10, 15), side="b"))
    battle = Battle(RULEBOOK, scene(*units, seats=seats), ScriptedDice([6, 1]))
    allowed = {
        seat for seat in ("one", "two", "b", "referee", None) if may_take_out(battle, seat, "a")
    }
    assert allowed == {"one", "referee"}
    assert cards_for(battle, "two")["a"].whole


def test_the_example_in_the_documentation_is_good() -> None:
    page = Path(__file__).parents[3] / "docs" / "characters.md"
    example = page.read_text("utf-8").partition("```toml\n")[2].partition("```")[0]
    assert read(example).battles[-1].result == "won"
    assert read(write(read(example))) == read(example)


@rule("owb.crew.positions")
def test_a_character_can_drive_and_no_vehicle_can_be_stood_in_for() -> None:
    wheels = personal_files_for("owb").new("wheelman", "Dora")
    before = parked("car", with_=[driver()]).scenario
    assert "driver" in personal_files_for("owb").places(before)
    assert CAR not in personal_files_for("owb").places(before)
    battle = Battle(RULEBOOK, bring(before, {"driver": wheels}), SeededDice("1"))
    dora = person(battle, "driver")
    assert (dora.name, dora.aboard, dora.seat) == ("Dora", CAR, "operator")
    card = cards_for(battle, dora.side)["driver"]
    assert any(mark.startswith("aboard") for mark in card.marks)
    assert CAR not in cards_for(battle, dora.side)
    assert read(take_out(battle, "driver") or "").profession == "wheelman"


def test_who_has_left_the_map_comes_out_as_he_left() -> None:
    edge = scene(man("a", (10, 35)), man("b", (10, 5), side="b"), man("c", (20, 30)))
    battle = Battle(RULEBOOK, bring(edge, {"a": ANNA}), ScriptedDice([6, 1]))
    turn(battle, "a", Leave("a"))
    assert battle.state.left == ("a",)
    assert "a" not in cards_for(battle, "a")
    gone = read(take_out(battle, "a") or "")
    assert gone.battles[-1].left
    assert hit_points_of(gone) == 7


@pytest.mark.parametrize(
    "changes",
    [
        {"hp": 5000, "most_hp": 5000},
        {"hp": -5000},
        {"bombs": [["grenade", 5000]]},
        {"blades": ["knife"] * 300},
        {"arms": [{"id": "rifle-large", "loads": 9000}]},
    ],
    ids=str,
)
def test_whatever_a_referee_has_made_of_somebody_a_file_can_hold_him(
    changes: dict[str, Any],
) -> None:
    scenario = load_scenario("pavlovs-street")
    options = {**scenario.options, "referee_override": "on"}
    battle = Battle.start(replace(scenario, options=options), referee=True)
    battle.rule(Amend(piece="lena", set=changes))
    text = present(take_out(battle, "lena"))
    assert personal_files_of(text).name_of(text) == battle.state.pieces["lena"].name
