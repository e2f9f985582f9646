"""`sandtable seats`: fresh links to the seats of a battle, for whoever has lost his."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.common import AsJson, stop, turn_name, write_json

if TYPE_CHECKING:
    from sandtable.server.storage import Store


def seats(
    battle: Annotated[
        str | None,
        typer.Argument(metavar="BATTLE", help="The id of a battle; without one, all are listed."),
    ] = None,
    seat: Annotated[
        str | None, typer.Option(metavar="SEAT", help="Only this seat; or onlooker, or host.")
    ] = None,
    database_url: Annotated[
        str | None, typer.Option(metavar="URL", help="The database, if it is not your own.")
    ] = None,
    data_dir: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where battles are kept.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make fresh links to the seats of a battle, for whoever has lost his; old ones stay valid.

    Only digests of links are kept, so an old one cannot be shown again. Put the address of your
    server before each. Everybody in the battle is told that you made them.

    Examples:

    * sandtable seats

    * sandtable seats k3m9x2p7q4ab --seat british
    """
    from sandtable.server.settings import Settings
    from sandtable.server.storage import StorageError, Store

    try:
        store = Store(Settings(database_url=database_url, data_dir=data_dir).url)
    except StorageError as error:
        stop(str(error))
    try:
        if battle is None:
            _list(store, as_json=as_json)
        else:
            _links(store, battle, seat, as_json=as_json)
    finally:
        store.close()


def _list(store: Store, *, as_json: bool) -> None:
    rows = store.battles()
    if as_json:
        write_json([{"id": row.id, "title": row.title, "status": row.status} for row in rows])
        return
    for row in rows:
        day = time.strftime("%Y-%m-%d %H:%M", time.localtime(row.changed))
        turn = f"{turn_name(row.book)} {row.turn}"
        typer.echo(f"{row.id}  {day}  {row.status:9}  {row.title}, {turn}")


def _links(store: Store, battle: str, wanted: str | None, *, as_json: bool) -> None:
    from sandtable.server.rooms.holding import fresh_link
    from sandtable.server.rooms.record import ONLOOKER
    from sandtable.server.tokens import HOST, digest_of, new_token

    row = store.battle(battle)
    if row is None:
        stop(f"there is no battle {battle!r}; sandtable seats lists them all")
    there = store.seats(battle)
    names = [*(seat.seat for seat in there if seat.is_person), ONLOOKER]
    if wanted is not None:
        known = [*(seat.seat for seat in there), ONLOOKER, HOST]
        if wanted not in known:
            stop(f"there is no seat {wanted!r}; there are: {', '.join(known)}")
        names = [wanted]
    links = {}
    for name in names:
        token = new_token()
        store.reseat(battle, partial(fresh_link, row.scenario, name, digest_of(token))).result()
        links[name] = token if name == HOST else f"/battle/{battle}#{token}"
    if as_json:
        write_json(links)
        return
    for name, link in links.items():
        typer.echo(f"{name}: {link}")
