"""`sandtable play` with people: what they type, what they see, and how it is saved."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from sandtable.battle import Choice, Order, View
from sandtable.cli.app import app
from sandtable.cli.terminal import starting
from sandtable.journal import load, verify
from sandtable.rulebooks.panzer8.s03_turn.deploying import Hide
from sandtable.rulebooks.panzer8.state.orders import (
    Done,
    GoOn,
    Move,
)
from tests.cli.kit import FIELD, error, run

HILL = (
    FIELD.format(turns=1)
    + """
[[units]]
id = "rifles"
sheet = "uk-rifle-44"
side = "red"
at = [12, 6]
[[units]]
id = "scouts"
sheet = "uk-rifle-44"
side = "red"
at = [4, 6]
[[units]]
id = "mg"
sheet = "ge-mg"
side = "blue"
at = [12, 14]
facing = 180
[[units]]
id = "guns"
sheet = "ge-pak40"
side = "blue"
at = [20, 22]
facing = 90
[victory.break_at]
red = 0
blue = 0
"""
)


@pytest.fixture
def hill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small scenario, in a folder of its own that everything is saved in."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "hill.toml"
    path.write_text(HILL)
    return path


def typed(*lines: str, args: tuple[str, ...], code: int = 0) -> Result:
    """Play with these lines typed; it must end with ``code`` and never with a traceback."""
    text = "".join(f"{line}\n" for line in lines)
    result = CliRunner().invoke(app, ["play", *args], input=text, env={"COLUMNS": "120"})
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.output
    return result


def hotseat(hill: Path, *lines: str, more: tuple[str, ...] = (), code: int = 0) -> str:
    args = (str(hill), "--players", "human,human", "--seed", "5", *more)
    return typed(*lines, args=args, code=code).stdout


# -- a whole battle -------------------------------------------------------------------------------


def test_a_whole_battle_by_typed_orders(hill: Path) -> None:
    out = hotseat(
        hill,
        "fire rifles at mg",
        "move scouts to 4,9 facing 20",
        "done",  # blue does not react
        "done",  # blue's own turn
        more=("--record", "b.jsonl"),
    )
    assert "Red, it is your turn." in out
    assert "Blue, it is your turn." in out
    assert "Odds: out " in out
    assert "rifles" in out
    assert "p8.fire.hesa-against-unarmoured" in out  # modifiers with their rules
    assert "d10: " in out
    assert "No longer in play" in out
    assert "Recorded in b.jsonl." in out
    assert verify("b.jsonl").ok
    assert load("b.jsonl").outcome is not None


def test_numbers_pick_pieces_and_then_orders(hill: Path) -> None:
    out = hotseat(hill, "1", "1", "done", "done", "done")
    assert re.search(r"1  .*\(rifles\) +fire \(1\), move", out)
    assert "Not allowed" not in out
    assert "fires at" in out


def test_the_name_of_a_piece_lists_what_it_can_do(hill: Path) -> None:
    out = hotseat(hill, "rifles", "mg", "quit")
    assert re.search(r"fire at .* \(mg\), 7.2 in  \[out \d+%", out)
    assert "has nothing to do now." in out


@pytest.mark.parametrize(("columns", "side_by_side"), [("110", True), ("60", False)])
def test_choices_stand_side_by_side_only_where_they_fit(
    hill: Path, columns: str, side_by_side: bool
) -> None:
    arguments = ["play", str(hill), "--players", "human,human", "--seed", "5"]
    env = {"COLUMNS": columns}
    out = CliRunner().invoke(app, arguments, input="rifles\nquit\n", env=env).stdout
    moves = [line for line in out.splitlines() if re.match(r" +\d+  [NESW]+ \d", line)]
    assert moves
    assert all(len(line) <= int(columns) for line in moves)
    assert any(line.count(" in to ") == 2 for line in moves) == side_by_side
    fire = next(line for line in out.splitlines() if " fire at " in line)
    assert re.match(r" +1  fire at ", fire)


def test_a_name_of_several_words_lists_as_well(hill: Path) -> None:
    hill.write_text(HILL.replace('id = "rifles"', 'id = "rifles"\nname = "No. 1, A"'))
    out = hotseat(hill, "No. 1, A", "No. 9, Z", "quit")
    assert "No. 1, A (rifles) at 12.0,6.0" in out
    assert "'no.' is no order here." in out


def test_against_the_computer(hill: Path) -> None:
    args = (str(hill), "--players", "human,greedy", "--seed", "5")
    out = typed("done", *["1"] * 9, args=args).stdout
    assert "it is your turn" not in out  # there is only one person
    assert "No longer in play" in out


class _Scout:
    """A computer player that sends the scouts forward and goes on whatever happens."""

    def decide(self, view: View[Any], choice: Choice) -> Order:
        """Move once, then let everything pass."""
        if choice.ask == "resume":
            return GoOn()
        move = Move("scouts", path=((4, 9),))
        return Done() if view.check(move) else move


def test_a_computers_move_is_told_before_anybody_reacts(
    hill: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hill.write_text(HILL.replace("facing = 90", "facing = 180"))  # the gun as well
    monkeypatch.setattr(starting, "player_for", lambda name, seed: _Scout())
    args = (str(hill), "--players", "greedy,human", "--seed", "5")
    out = typed("react mg", "done", "done", "quit", args=args).stdout
    before, _, after = out.partition("reacts to")
    assert "move N 3.0 in to 4,9\n" in before
    assert "go on as planned\n" in after  # else the same question would seem to come twice


def test_a_seat_may_be_taken_by_its_name(hill: Path) -> None:
    out = typed("quit", args=(str(hill), "--players", "greedy,greedy", "--seat", "red"))
    assert "Red, turn 1> quit" in out.stdout
    told = error("play", str(hill), "--seat", "green")
    assert "there is no seat 'green'; there are: red, blue" in told


# -- mistakes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("fier rifles at mg", "Did you mean 'fire'?"),
        ("fire rifels at mg", "Nothing in play is called 'rifels'. Did you mean rifles?"),
        ("fire mg at rifles", "[p8.action.one-per-element]"),
        ("move rifles to 12,22", "Not allowed: "),
        ("move rifles to twelve", "fits nowhere"),
        ("move rifles facing", "Something is missing"),
        ("go", "That does not answer the question"),
        ("99", "There is no choice 99; they are 1 to "),
        ("\N{SUPERSCRIPT TWO}", "is no order here"),
        ("9" * 5000, "is no order here"),
        ("hunt rifles mg", "[p8.hunt.who]"),
        ("recover rifles", "[p8.rally.recover-action]"),
        ("recover", "Say who recovers."),
        ("rule p8.fire.nothing", "has no rule"),
        ("rule", "Say which: rule ID"),
        ("odds rifles nothing", "Nothing in play is called 'nothing'"),
        ("odds move rifles to 12,7", "That order itself rolls no dice."),
        ("odds", "Say whose: odds PIECE TARGET"),
        ("odds 99", "There is no choice 99; they are 1 to "),
        ("show me", "Nothing in play is called 'me'"),
        ("map x.png", "is no .svg file"),
        ("save no/such/folder/x.jsonl", "Not saved."),
        ("undo", "You have given no order yet"),
        ("fire rifles at mg\tmg mg", "p8.fire.secondary-guns"),
        ("\ufffd\x00", "is no order here"),
    ],
)
def test_mistakes_are_told_and_change_nothing(hill: Path, line: str, told: str) -> None:
    out = hotseat(hill, line, "quit")
    assert told in " ".join(out.split())
    assert "Nothing has been played, so nothing is saved." in out


# -- commands -------------------------------------------------------------------------------------


def test_help_names_orders_and_commands(hill: Path) -> None:
    out = hotseat(hill, "?", "quit")
    for word in (
        "fire ELEMENT at TARGET",
        "move ELEMENT to X,Y [X,Y ...] [facing N]",
        "odds PIECE",
        "undo",
        "quit",
    ):
        assert word in out


def test_show_odds_rule_map_and_log(hill: Path) -> None:
    out = hotseat(
        hill,
        "show",
        "show mg",
        "odds rifles mg",
        "rule p8.fire.mod-within-4",
        "rule [P8.FIRE.MOD-WITHIN-4]",
        "map",
        "map other.svg",
        "log",
        "list",
        "quit",
    )
    assert "12.0, 14.0" in out
    assert "HE/SA 6 to 36 in" in out
    assert out.count("p8.fire.mod-within-4  5.1, core") == 2
    assert Path("hill.svg").read_text().startswith("<svg")
    assert Path("other.svg").exists()
    assert out.count("Red player turn") == 2


def test_bookkeeping_of_the_book_is_no_marker(hill: Path) -> None:
    out = hotseat(hill, "move rifles to 12,6.5", "done", "show", "show rifles", "quit")
    shown = out.split("> show")[1]
    assert "acted, moved" in shown
    assert "shifted" not in shown
    assert "on table" not in shown


def test_odds_by_number_are_those_of_the_list(hill: Path) -> None:
    out = hotseat(hill, "odds 1", "odds 1", "quit")  # the first number lists the piece's orders
    assert "(rifles) at 12.0,6.0" in out
    assert "+5  Rifle section with PIAT, HE/SA  p8.fire.hesa-against-unarmoured" in out
    assert "Nothing has been played" in out


def test_odds_of_what_cannot_be_done_now_say_so(hill: Path) -> None:
    out = hotseat(hill, "move rifles to 12,6.5", "done", "odds rifles mg", "quit")
    assert "p8.fire.attack-roll" in out.split("odds rifles mg")[1]
    assert "Not allowed now: " in out
    assert "has already acted. [p8.action.one-per-element]" in out


# -- undo -----------------------------------------------------------------------------------------


def test_undo_is_free_until_a_die_is_rolled(hill: Path) -> None:
    hill.write_text(HILL.replace("facing = 180", "facing = 0"))  # nobody reacts
    out = hotseat(hill, "move scouts to 4,8", "undo", "show scouts", "fire rifles at mg", "undo")
    assert "Taken back." in out
    assert "(scouts)  Red; 4.0, 6.0, facing 0" in out
    assert "blue, do you agree to take it back? (yes/no)" in out


def test_the_other_side_may_agree_to_take_dice_back(hill: Path) -> None:
    out = hotseat(
        hill, "fire rifles at mg", "undo", "maybe", "no", "undo", "yes", "rifles", "save x.jsonl"
    )
    assert "Type yes or no." in out
    assert "It stands." in out
    assert out.count("Taken back.") == 1
    assert out.rstrip().count("fire at") >= 1  # the rifles can fire again
    kinds = [line.kind for line in load("x.jsonl").lines]
    assert kinds == ["order", "undo"]


def test_the_computer_takes_no_dice_back(hill: Path) -> None:
    args = (str(hill), "--players", "human,greedy", "--seed", "5")
    out = typed("fire rifles at mg", "undo", args=args).stdout
    assert "the computer does not take that back" in out


# -- real dice ------------------------------------------------------------------------------------


def test_real_dice_are_asked_for_one_by_one_and_may_be_retyped(hill: Path) -> None:
    out = hotseat(
        hill,
        "fire rifles at mg",
        "?",
        "eleven",
        "11",
        "3 4",
        "back",
        "7",
        "back",  # that was not a 7
        "0",  # a ten
        "2",
        "back",  # nor was that a 2
        "1",
        "",
        "quit",
        more=("--dice", "real"),
    )
    assert "Roll 1d10, Rifle section" in out
    assert "Type what the dice show, 0 for a ten" in out
    assert "'eleven' is no roll of 1d10" in out
    assert "11 is not a face of 1d10" in out
    assert "needs 1 number, not 2" in out
    assert "This is the first roll" in out
    assert "Taken back: 1d10, Rifle section" in out
    assert "[d10: 10 against 1]" in out
    battle = load("hill.jsonl")
    assert battle.header.dice.kind == "typed"
    assert [roll.faces for roll in battle.lines[0].rolls] == [(10,), (1,)]


@pytest.mark.parametrize("lines", [("7",), ("7", "quit"), ("7", "3", "quit")])
def test_leaving_in_the_middle_of_a_roll_changes_nothing(
    hill: Path, lines: tuple[str, ...]
) -> None:
    out = hotseat(hill, "fire rifles at mg", *lines, more=("--dice", "real"))
    assert "Nothing has been played, so nothing is saved." in out


class _Ambusher:
    """A computer player that hides its gun and does nothing else."""

    def decide(self, view: View[Any], choice: Choice) -> Order:
        """Hide, then be done."""
        order = Hide(("guns",), (20, 20))
        return Done() if view.check(order) else order


def test_with_real_dice_the_computer_does_not_say_whom_it_hides(
    hill: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = HILL.replace("at = [20, 22]\nfacing = 90", 'zone = "north"')
    scenario += """
[options]
hidden_placement = true
[[zones]]
id = "north"
side = "blue"
outline = [[14, 14], [24, 14], [24, 24], [14, 24]]
"""
    hill.write_text(scenario.replace('name = "Blue"', 'name = "Blue"\nhidden = 1.0'))
    monkeypatch.setattr(starting, "player_for", lambda name, seed: _Ambusher())
    args = (str(hill), "--players", "human,greedy", "--dice", "real")
    out = typed("quit", args=args).stdout
    assert "Blue decides something out of sight." in out
    assert "hide" not in out
    assert "guns" not in out


def test_real_dice_decide_who_goes_first(hill: Path) -> None:
    hill.write_text(HILL.replace('first = "red"\n', ""))
    out = hotseat(hill, "3", "9", "", "quit", more=("--dice", "real"))
    assert "Blue has the first player turn." in out


# -- stopping and going on ------------------------------------------------------------------------


def test_the_end_of_input_saves_and_says_how_to_go_on(hill: Path) -> None:
    out = hotseat(hill, "fire rifles at mg")
    assert "Saved in hill.jsonl." in out
    assert "To go on: sandtable play --resume hill.jsonl --players human,human" in out
    again = typed(
        "move scouts to 4,9",
        "done",
        "done",
        args=("--resume", "hill.jsonl", "--players", "human,human"),
    ).stdout
    assert "The battle goes on after line 1 of its journal." in again
    assert "fires at" in again  # what has happened in this turn is told again
    assert load("hill.jsonl").outcome is not None
    assert verify("hill.jsonl").ok


class _Disturbed(_Scout):
    """A computer player during whose thoughts something happens."""

    def __init__(self, happens: Callable[[], None]) -> None:
        self.happens = happens

    def decide(self, view: View[Any], choice: Choice) -> Order:
        """Never come to a decision."""
        self.happens()
        return super().decide(view, choice)


def _control_c() -> None:
    raise KeyboardInterrupt


def _polite_end() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


@pytest.mark.parametrize("happens", [_control_c, _polite_end])
def test_leaving_while_the_computer_thinks_saves_as_well(
    hill: Path, monkeypatch: pytest.MonkeyPatch, happens: Callable[[], None]
) -> None:
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("only the main thread can catch signals")
    monkeypatch.setattr(starting, "player_for", lambda name, seed: _Disturbed(happens))
    before = signal.getsignal(signal.SIGTERM)
    args = (str(hill), "--players", "human,greedy", "--seed", "5")
    out = typed("fire rifles at mg", "done", args=args).stdout
    assert "To go on: sandtable play --resume hill.jsonl --players human,greedy" in out
    assert load("hill.jsonl").number == 2
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_fault_of_the_program_does_not_lose_the_battle(
    hill: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault() -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(starting, "player_for", lambda name, seed: _Disturbed(fault))
    arguments = ["play", str(hill), "--players", "human,greedy", "--seed", "5"]
    result = CliRunner().invoke(app, arguments, input="fire rifles at mg\ndone\n")
    assert isinstance(result.exception, RuntimeError)
    assert "Saved in hill.jsonl." in result.stdout
    assert verify("hill.jsonl").ok


def test_a_recorded_battle_needs_no_saving(hill: Path) -> None:
    out = hotseat(hill, "fire rifles at mg", "save", "quit", more=("--record", "b.jsonl"))
    assert out.count("Every step is saved in b.jsonl as it is taken.") == 2
    assert "--resume b.jsonl" in out
    assert load("b.jsonl").number == 1


def test_saving_twice_does_not_take_another_name(hill: Path) -> None:
    Path("hill.jsonl").write_text("something else")
    out = hotseat(hill, "fire rifles at mg", "save", "save")
    assert out.count("Saved in hill-2.jsonl.") == 3
    assert Path("hill.jsonl").read_text() == "something else"


def test_real_dice_go_on_after_a_resume(hill: Path) -> None:
    hotseat(hill, "fire rifles at mg", "5", "5", "", "save x.jsonl", more=("--dice", "real"))
    out = typed("fire scouts at mg", "9", "1", "", "quit", args=("--resume", "x.jsonl")).stdout
    assert "[d10: 9 against 1]" in out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--dice", "loaded"], "there are no 'loaded' dice; there are: computer, real"),
        (["--players", "human"], "1 player given (human), but saint-aubin has 2 sides"),
        (["--players", "human,gredy"], "'greedy'? (there are: random, greedy, human)"),
        (["--players", "humn,greedy"], "no player is called 'humn'; did you mean 'human'?"),
        (["--players", "human,human", "--json"], "--json is for battles between computer players"),
        (["--resume", "nothing.jsonl"], "nothing.jsonl: cannot be read"),
        (["saint-aubin", "--resume", "x.jsonl"], "give no scenario"),
    ],
)
def test_mistakes_in_the_command(arguments: list[str], told: str) -> None:
    assert told in error("play", *arguments)


def test_without_a_terminal_and_without_input_it_says_so(hill: Path) -> None:
    result = typed(args=(str(hill), "--players", "human,greedy", "--record", "b.jsonl"), code=2)
    assert "no terminal is attached and nothing was typed" in result.stderr
    assert "--players greedy,greedy" in result.stderr
    assert not Path("b.jsonl").exists()


# -- a real terminal ------------------------------------------------------------------------------


CONTROL_C = b"\x03"


def is_prompt(seen: bytes) -> bool:
    """Whether what a terminal shows ends with a question."""
    return seen.rstrip(b"\x1b[?2004h").endswith((b"> ", b">", b": ", b") "))


def at_a_terminal(arguments: list[str], lines: list[str], end: bytes = b"") -> str:
    """Run the program at a pseudo-terminal, typing each line when it is asked for one."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "dumb", "COLUMNS": "110"}
    program = subprocess.Popen(
        [sys.executable, "-m", "sandtable", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=env,
        start_new_session=True,
    )
    os.close(theirs)
    seen = b""
    waiting = [f"{line}\n".encode() for line in lines] + ([end] if end else [])
    answered = 0  # so much was seen when something was typed last
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        ready, _, _ = select.select([ours], [], [], 0.2)
        if ready:
            try:
                data = os.read(ours, 4096)
            except OSError:
                break
            if not data:
                break
            seen += data
        elif waiting and len(seen) > answered and is_prompt(seen):
            answered = len(seen)
            line = waiting.pop(0)
            if line == CONTROL_C:
                program.send_signal(signal.SIGINT)
            else:
                os.write(ours, line)
        elif program.poll() is not None:
            break
    program.kill()
    program.wait()
    os.close(ours)
    return seen.decode()


@pytest.mark.slow
def test_at_a_terminal(hill: Path) -> None:
    seen = at_a_terminal(
        ["play", str(hill), "--players", "human,human", "--seed", "5"],
        ["fire rifles at mg", "nonsense", "done"],
        end=b"\x04",
    )
    assert "Traceback" not in seen
    assert "No terminal is attached" not in seen
    assert "'nonsense' is no order here" in seen
    assert "To go on: sandtable play --resume hill.jsonl" in seen
    assert load("hill.jsonl").number == 2


@pytest.mark.slow
def test_control_c_saves_as_well(hill: Path) -> None:
    seen = at_a_terminal(
        ["play", str(hill), "--players", "human,human", "--seed", "5"],
        ["fire rifles at mg"],
        end=CONTROL_C,
    )
    assert "Traceback" not in seen
    assert "To go on: " in seen


# -- data sheets ----------------------------------------------------------------------------------


def test_data_sheets_are_found_by_name_nation_and_type() -> None:
    assert "Tiger I  ge-tiger1" in run("data", "p8", "tiger").stdout
    assert "fr-b1" in run("data", "p8", "FR").stdout
    assert "secondary" in run("data", "p8", "fr-b1").stdout
    assert run("data", "p8").stdout.count("\n") > 100


def test_data_sheets_for_programs() -> None:
    from tests.cli.kit import data

    (tiger,) = data("data", "p8", "ge-tiger1")
    assert (tiger["name"], tiger["def"], tiger["nation"]) == ("Tiger I", 7, "GE")
    assert {sheet["type"] for sheet in data("data", "p8", "spaa")} == {"spaa"}


def test_a_data_sheet_that_there_is_not() -> None:
    assert "did you mean ge-tiger" in error("data", "p8", "tigger", code=1)
    assert "no rulebook has the code 'p9'" in error("data", "p9")
