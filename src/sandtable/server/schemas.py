"""The JSON Schema of the WebSocket's messages, worked out from the messages themselves.

To write it to a folder::

    python -m sandtable.server.schemas --write docs/schema
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from sandtable.journal.schemas import text_of
from sandtable.server.messages import PROTOCOL, Incoming, Outgoing

NAME = "messages.schema.json"


def messages_schema() -> dict[str, Any]:
    """The schema of one message, from a client or from the server.

    >>> [part["$ref"] for part in messages_schema()["anyOf"]]
    ['#/$defs/Incoming', '#/$defs/Outgoing']
    """
    (incoming, outgoing), parts = msgspec.json.schema_components(
        (Incoming, Outgoing), ref_template="#/$defs/{name}"
    )
    parts["Incoming"] = {**incoming, "description": "Anything that a client may send."}
    parts["Outgoing"] = {**outgoing, "description": "Anything that the server may send."}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Message of a Sandtable battle, protocol {PROTOCOL}",
        "description": "What goes over the WebSocket of a battle. Fields of the server's messages "
        "that have their default are left out. Orders have schemas of their own.",
        "anyOf": [{"$ref": "#/$defs/Incoming"}, {"$ref": "#/$defs/Outgoing"}],
        "$defs": parts,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the schema, or write it to a folder; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m sandtable.server.schemas")
    parser.add_argument("--write", metavar="FOLDER", type=Path, help="write it to this folder")
    folder: Path | None = parser.parse_args(arguments).write
    if folder is None:
        sys.stdout.write(text_of(messages_schema()))
    else:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / NAME).write_text(text_of(messages_schema()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
