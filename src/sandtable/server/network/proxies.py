"""Who really asks: behind a proxy the address of a connection is the proxy's, not the client's.

What a request says of the way it came counts only if a proxy that the user has named says it.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from typing import Final

from starlette.types import Scope

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

FORWARDING: Final = frozenset(
    {
        b"forwarded",
        b"via",
        b"x-real-ip",
        b"x-client-ip",
        b"x-original-forwarded-for",
        b"true-client-ip",
        b"cf-connecting-ip",
    }
)
"""Headers that only proxies write, beside all that begin with ``X-Forwarded-``."""

NEIGHBOURS: Final = 64
"""How many bits of an IPv6 address tell one client from another; the rest he may choose freely."""


class Proxies:
    """The proxies that the user has named.

    Args:
        named: Their addresses or networks.

    Raises:
        ValueError: If one of them is neither.
    """

    def __init__(self, named: Iterable[str] = ()) -> None:
        self._networks = tuple(read_network(each) for each in named)

    def has(self, host: str) -> bool:
        """Whether an address is that of a named proxy."""
        address = read_address(host)
        return address is not None and any(address in network for network in self._networks)

    def seen(self, scope: Scope) -> Scope:
        """A request as its client sent it: with his address, and the scheme that he used.

        Each proxy adds the address of whoever called it on the right, so the client is the first
        from the right that is no proxy of ours. What stands further left anybody may have written.
        """
        peer = scope["client"][0] if scope.get("client") else ""
        port = scope["client"][1] if scope.get("client") else 0
        if not self.has(peer):
            return {**scope, "client": (known_as(peer), port)}
        client = peer
        for each in reversed(_listed(scope, b"x-forwarded-for")):
            address = read_address(each)
            if address is None:
                break
            client = str(address)
            if not self.has(client):
                break
        found = {**scope, "client": (known_as(client), port)}
        if _listed(scope, b"x-forwarded-proto")[-1:] in (["https"], ["wss"]):
            found["scheme"] = "wss" if scope["type"] == "websocket" else "https"
        return found


def came_through_a_proxy(scope: Scope) -> bool:
    """Whether a request says that a proxy has handed it on."""
    return any(
        name in FORWARDING or name.startswith(b"x-forwarded-")
        for name in (name.lower() for name, _ in scope["headers"])
    )


def read_network(text: str) -> Network:
    """An address or a network.

    Raises:
        ValueError: If it is neither.

    >>> read_network("10.0.0.0/8"), read_network("::1")
    (IPv4Network('10.0.0.0/8'), IPv6Network('::1/128'))
    """
    return ipaddress.ip_network(text.strip().strip("[]"), strict=False)


def read_address(text: str) -> Address | None:
    """An address, with or without a port; nothing if it is none.

    >>> read_address("192.0.2.7:4711"), read_address("[::1]:80"), read_address("::ffff:192.0.2.7")
    (IPv4Address('192.0.2.7'), IPv6Address('::1'), IPv4Address('192.0.2.7'))
    >>> read_address("unknown")
    """
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def known_as(host: str) -> str:
    """What a client counts as: its address, or the network of which IPv6 gives it all addresses.

    >>> known_as("::ffff:192.0.2.7"), known_as("2001:db8:1:2:3:4:5:6"), known_as("::1")
    ('192.0.2.7', '2001:db8:1:2::', '::1')
    """
    address = read_address(host)
    if address is None:
        return host
    if address.version == 4 or address.is_loopback or address.is_link_local:
        return str(address)
    return str(ipaddress.ip_network((int(address), NEIGHBOURS), strict=False).network_address)


def _listed(scope: Scope, wanted: bytes) -> Sequence[str]:
    """All that the headers of a name list, from left to right."""
    values = (value.decode("latin-1") for name, value in scope["headers"] if name.lower() == wanted)
    return [each.strip() for each in ",".join(values).split(",") if each.strip()]
