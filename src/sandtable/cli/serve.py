"""`sandtable serve`: the table in a browser."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandtable.cli.common import stop

if TYPE_CHECKING:
    from sandtable.server.settings import Settings

TRIES = 50
"""How many ports are tried."""

TAKEN = (errno.EADDRINUSE, errno.EACCES)
PACE_VARIABLE = "SANDTABLE_PACE"


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; beyond loopback, with a passphrase.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port; a free one near it if it is taken.")
    ] = 8000,
    database_url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Another database, such as postgresql://..."),
    ] = None,
    passphrase: Annotated[
        str | None,
        typer.Option(help="What people must say to come in. Better in SANDTABLE_PASSPHRASE."),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A name under which this server may be reached."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy before this server: its address or network."),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Open no browser.")] = False,
    data_dir: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where battles are kept.")
    ] = None,
    memory: Annotated[
        int | None,
        typer.Option(
            metavar="MIB", min=128, help="The most memory to use; else half of what there is."
        ),
    ] = None,
) -> None:
    """Play in a browser: start the table on this machine and open it.

    Battles are kept in your data folder, and go on where they stood.

    Examples:

    * sandtable serve

    * SANDTABLE_PASSPHRASE=... sandtable serve --host 0.0.0.0

    * sandtable serve --database-url postgresql://me@localhost/sandtable
    """
    start(
        browser=not no_browser,
        host=host,
        port=port,
        data_dir=data_dir,
        database_url=database_url,
        passphrase=passphrase,
        allowed_hosts=tuple(allow_host or ()),
        memory=memory,
        proxies=tuple(proxy or ()),
    )


def start(*, browser: bool = True, **wanted: Any) -> None:
    """Start a server, and open the browser if there is one."""
    from sandtable.server.settings import PASSPHRASE_VARIABLE, Settings

    passphrase = wanted.pop("passphrase", None) or os.environ.get(PASSPHRASE_VARIABLE) or None
    settings = Settings(**wanted, **_pace(), passphrase=passphrase)
    if settings.problem is not None:
        stop(settings.problem)
    run(settings, browser=browser)


def _pace() -> dict[str, Any]:
    """How fast computer players go, for tests and demonstrations."""
    given = os.environ.get(PACE_VARIABLE)
    if given is None:
        return {}
    try:
        return {"pace": max(0.0, float(given))}
    except ValueError:
        return stop(f"{PACE_VARIABLE}: expected a number of seconds, found {given!r}")


def run(settings: Settings, *, browser: bool) -> None:
    """Run a server until it is stopped."""
    from sandtable.server.app import create_app
    from sandtable.server.memory import set_backstop
    from sandtable.server.network import descriptors, logs
    from sandtable.server.network.serving import Server
    from sandtable.server.site import Site
    from sandtable.server.storage import StorageError

    descriptors.raise_limit()
    logs.to_the_terminal()
    listening = listen(settings.host, settings.port)
    address = _address(settings.host, listening.getsockname()[1])
    try:
        site = Site(settings, address)
    except StorageError as error:
        listening.close()
        stop(str(error))
    if settings.ceiling is not None:
        set_backstop(settings.ceiling)
    typer.echo(f"Sandtable is at {address} (stop it with Ctrl+C)")
    if browser:
        _open_browser(address)
    Server(create_app(settings, site), settings).run(sockets=[listening])


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on the port, or on a free one near it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    name = host.strip("[]")
    for number in range(port, min(port + TRIES, 65536)) if port else (0,):
        found = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((name, number))
            found.listen(512)
        except OSError as error:
            found.close()
            problem = error.strerror or str(error)
            if error.errno not in TAKEN:
                stop(f"{host}:{number} cannot be listened on: {problem}")
            continue
        return found
    return stop(f"all ports from {port} to {port + TRIES - 1} on {host} are taken")


def _address(host: str, port: int) -> str:
    shown = "localhost" if host in ("0.0.0.0", "::") else host
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


def _open_browser(address: str) -> None:
    """Open the page, if there is a browser with a window to open it in."""
    has_windows = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    if has_windows:
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(address)
