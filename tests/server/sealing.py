"""How the page of a person takes part in the ceremony of fair dice, for people in tests."""

from __future__ import annotations

from sandtable.dice.sealing import new_nonce, seal_of
from tests.server.kit import Data, Sitter


class Sealed:
    """A word that a person has sealed, and can open."""

    def __init__(self, sitter: Sitter, word: str) -> None:
        self.sitter = sitter
        self.word = word
        self.nonce = new_nonce()
        self.commitment: str = sitter.standing["ceremony"]["commitment"]
        seat = sitter.welcome["seat"]
        self.seal = seal_of(self.commitment, sitter.table.id, seat, self.nonce, word)

    def send(self) -> Data:
        return self.sitter.do("seal", commitment=self.commitment, seal=self.seal)

    def open(self, sitter: Sitter | None = None, **changes: str) -> Data:
        said = {"nonce": self.nonce, "word": self.word, **changes}
        return (sitter or self.sitter).do("open", **said)


def seal(sitter: Sitter, word: str = "marmalade") -> Sealed:
    """Seal a word."""
    sealed = Sealed(sitter, word)
    done = sealed.send()
    assert done["type"] == "done", done
    return sealed


def speak(*sitters: Sitter) -> list[Sealed]:
    """Go through the whole ceremony: everybody seals, then everybody opens."""
    sealed = [seal(sitter, f"word {number}") for number, sitter in enumerate(sitters)]
    for one in sealed:
        one.sitter.until(lambda one=one: one.sitter.standing["ceremony"]["phase"] == "opening")  # type: ignore[misc]
        done = one.open()
        assert done["type"] == "done", done
    for sitter in sitters:
        sitter.until(lambda sitter=sitter: sitter.standing["status"] != "gathering")  # type: ignore[misc]
    return sealed
