"""Fair dice: committed before, mixed with the players' words, bound to their place."""

from __future__ import annotations

import hashlib
import hmac

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.dice import DiceError, FairDice
from sandtable.dice.sealing import Ceremony, SealedWord, seal_of
from sandtable.dice.sealing import encoded as encode_words

SECRET = bytes(range(32))


def faces(dice: FairDice, place: int = 0) -> tuple[int, ...]:
    dice.begin(place)
    return dice.pool(20, 1000, "x")


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert FairDice.commit(SECRET) == hashlib.sha256(SECRET).hexdigest()
    assert FairDice(SECRET, ["a"]).commitment == FairDice.commit(SECRET)


def test_a_die_can_be_worked_out_by_hand() -> None:
    key = hmac.new(SECRET, b"6:Bocage11:Panzer vor!", hashlib.sha256).digest()
    expected = []
    for index in range(3):
        digest = hmac.new(key, b"12/%d/0" % index, hashlib.sha256).hexdigest()
        expected.append(int(digest[:16], 16) % 6 + 1)
    dice = FairDice(SECRET, ["Bocage", "Panzer vor!"])
    dice.begin(12)
    assert dice.die(6, "a") == expected[0]
    dice.sum(2, 6, "b")
    assert list(dice.rolls[1].faces) == expected[1:]


def test_the_faces_of_a_secret_never_change_between_versions() -> None:
    dice = FairDice(SECRET, ["Bocage", "Panzer vor!"])
    dice.begin(12)
    dice.pool(10, 10, "shots")
    assert dice.rolls[0].faces == (1, 5, 10, 10, 6, 6, 5, 2, 4, 1)
    assert dice.shuffle("ABCDEF", "deck") == ("A", "C", "F", "D", "B", "E")


def test_secret_words_and_place_all_matter() -> None:
    same = faces(FairDice(SECRET, ["ab", "c"]))
    assert faces(FairDice(SECRET, ["ab", "c"])) == same
    others = [
        faces(FairDice(SECRET, ["a", "bc"])),
        faces(FairDice(SECRET, ["abc"])),
        faces(FairDice(SECRET, ["c", "ab"])),
        faces(FairDice(SECRET, ["ab", "c", ""])),
        faces(FairDice(SECRET, [])),
        faces(FairDice(SECRET[::-1], ["ab", "c"])),
        faces(FairDice(SECRET, ["ab", "c"]), place=1),
    ]
    assert len({same, *others}) == 8


WORDS = st.lists(st.text(st.characters(codec="utf-8") | st.sampled_from("0123:")))


@given(WORDS, WORDS)
def test_different_words_are_written_differently(first: list[str], second: list[str]) -> None:
    assert (encode_words(first) == encode_words(second)) == (first == second)


@given(WORDS)
def test_written_words_can_be_read_back(words: list[str]) -> None:
    rest, found = encode_words(words), []
    while rest:
        length, _, rest = rest.partition(b":")
        found.append(rest[: int(length)].decode())
        rest = rest[int(length) :]
    assert found == words


def test_words_that_are_no_text_are_refused() -> None:
    with pytest.raises(DiceError, match="cannot be written in UTF-8"):
        FairDice(SECRET, ["\ud800"])


def test_a_short_secret_is_refused() -> None:
    with pytest.raises(DiceError, match="a secret of 15 bytes can be guessed; it needs 16 or more"):
        FairDice(bytes(15), ["a"])
    with pytest.raises(DiceError, match="needs 16"):
        FairDice.commit(b"")


def test_new_secrets_differ() -> None:
    assert FairDice.new_secret() != FairDice.new_secret()


# -- sealed words ---------------------------------------------------------------------------------


def sealed(*words: str) -> Ceremony:
    """A ceremony of seats a, b, c..."""
    commitment = FairDice.commit(SECRET)
    return Ceremony(
        battle="hill",
        words=tuple(
            SealedWord(
                seat=seat,
                seal=seal_of(commitment, "hill", seat, seat * 64, word),
                nonce=seat * 64,
                word=word,
            )
            for seat, word in zip("abcdef", words, strict=False)
        ),
    )


def test_seats_nonces_and_words_make_the_key() -> None:
    ceremony = sealed("mud", "sun")
    same = faces(FairDice.sealed(SECRET, ceremony))
    assert faces(FairDice.sealed(SECRET, ceremony)) == same
    assert faces(FairDice(SECRET, ["mud", "sun"])) != same
    assert faces(FairDice.sealed(SECRET, sealed("sun", "mud"))) != same
    assert FairDice.sealed(SECRET, ceremony).words == ("mud", "sun")


@pytest.mark.parametrize("field", ["seat", "seal", "nonce", "word"])
def test_a_word_that_does_not_fit_its_seal_is_refused(field: str) -> None:
    ceremony = sealed("mud", "sun")
    changed = msgspec.structs.replace(ceremony.words[1], **{field: "c" * 64})
    wrong = msgspec.structs.replace(ceremony, words=(ceremony.words[0], changed))
    with pytest.raises(DiceError):
        FairDice.sealed(SECRET, wrong)


def test_the_order_of_words_cannot_be_chosen() -> None:
    ceremony = sealed("mud", "sun")
    for words in (ceremony.words[::-1], ceremony.words[:1] * 2):
        with pytest.raises(DiceError, match="in the order of their seats"):
            FairDice.sealed(SECRET, msgspec.structs.replace(ceremony, words=words))


def test_a_seal_belongs_to_its_commitment_battle_and_seat() -> None:
    one = ("c" * 64, "hill", "west", "0" * 64, "mud")
    others = [("d" * 64, *one[1:]), (one[0], "hil", "lwest", *one[3:]), (*one[:4], "mu")]
    assert len({seal_of(*one), *(seal_of(*other) for other in others)}) == 4
