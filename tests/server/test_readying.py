"""A server that several people come to in the same moment, when it has just started."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

# In a process of its own: in this one, other tests have read records of most kinds already.
FIRST_VISITORS = """
import sys
from pathlib import Path

from sandtable import Battle
from sandtable.dice import SeededDice
from sandtable.scenario import shipped
from sandtable.server.settings import Settings
from sandtable.server.site import Site

site = Site(Settings(data_dir=Path(sys.argv[1])))
late = []


def note(frame, event, _argument):
    if event == "call" and frame.f_code.co_name == "get_class_annotations":
        # Whoever lists the fields of a kind asks for the same, but shares it with nobody.
        if frame.f_back.f_globals["__name__"] != "msgspec.structs":
            late.append(frame.f_locals["obj"].__name__)


sys.setprofile(note)
for scenario in shipped():
    Battle.start(scenario, dice=SeededDice("1"))
sys.setprofile(None)
print(late)
"""


def test_how_records_are_read_is_known_before_anybody_comes(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FIRST_VISITORS, str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr) == ("[]\n", "")
