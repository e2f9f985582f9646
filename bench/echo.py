"""A bare WebSocket server to measure ourselves against: it knows pairs, sizes, and nothing else.

Two clients that connect under the same path are a pair. Whoever sends ``30 500 700 ...`` has that
answered with 500 bytes to the first of the pair and 700 to the second, each beginning with ``30``.

    python -m bench.echo PORT
"""

from __future__ import annotations

import asyncio
import sys
from collections import defaultdict

from websockets.asyncio.server import ServerConnection, serve

PAIRS: dict[str, list[ServerConnection]] = defaultdict(list)


async def echo(connection: ServerConnection) -> None:
    """Serve one client."""
    assert connection.request is not None
    pair = PAIRS[connection.request.path]
    pair.append(connection)
    async for message in connection:
        assert isinstance(message, str)
        number, first, second, _ = message.split(" ", 3)
        for each, size in zip(pair, (first, second), strict=True):
            await each.send(number.ljust(int(size)))


async def main(port: int) -> None:
    """Serve until killed."""
    async with serve(echo, "127.0.0.1", port, compression=None) as server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
