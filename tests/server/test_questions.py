"""Questions that change nothing: what a page asks while somebody makes up his mind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.kit import FRIENDS, Running, Sitter, Table


@pytest.fixture(scope="module")
def table(server: Running) -> Table:
    return server.begin(**FRIENDS)


@pytest.fixture(scope="module")
def british(table: Table) -> Iterator[Sitter]:
    with table.sit("british") as found:
        yield found


def test_the_table_is_drawn_in_layers_and_only_what_changed_is_sent(british: Sitter) -> None:
    answer = british.ask("drawing")
    layers = answer["layers"]
    assert list(layers)[:2] == ["defs", "ground"]
    assert layers["pieces"]["svg"].startswith("<g id=")
    assert " style=" not in "".join(layer["svg"] for layer in layers.values())
    assert any("Cromwell" in piece["text"] for piece in answer["pieces"])
    have = {name: layer["fingerprint"] for name, layer in layers.items()}
    assert british.ask("drawing", have=have)["layers"] == {}
    assert list(british.ask("drawing", have=have, theme="dark")["layers"])


def test_what_a_piece_can_do(british: Sitter) -> None:
    actions = british.ask("actions", piece="firefly")["actions"]
    assert {"move", "fire"} <= {action["order"] for action in actions}
    for action in actions:
        assert action["label"]
        assert action["rule"].startswith("p8.")
    keys = [action["key"] for action in actions if action.get("key")]
    assert len(set(keys)) == len(keys)
    own = british.ask("actions")["actions"]
    assert "done" in {action["order"] for action in own}


def test_a_seat_that_is_not_asked_can_give_standing_orders(table: Table) -> None:
    with table.sit("german") as german:
        orders = {action["order"] for action in german.ask("actions")["actions"]}
    assert orders == {"standing"}


def test_the_card_of_a_piece(british: Sitter) -> None:
    sheet = british.ask("sheet", piece="firefly")["sheet"]
    assert sheet["title"] == "Firefly"
    assert sheet["stats"]


def test_what_an_order_would_do(british: Sitter) -> None:
    order = british.offered("move")
    answer = british.ask("preview", order=order)
    assert "refusal" not in answer
    assert answer["phrase"]["action"]
    assert answer["drawn"]["over"].startswith("<g")
    assert answer["trace"]["label"]
    refused = british.ask("preview", order={**order, "element": "panzer-4"})
    assert refused.get("refusal") or refused.get("problem")
    assert "is missing" in british.ask("preview")["problem"]
    assert "cannot be read" in british.ask("preview", order={"order": "dance"})["problem"]


def test_the_odds_of_every_target(british: Sitter) -> None:
    order = {"order": "fire", "element": "firefly"}
    answer = british.ask("targets", piece="firefly", order=order, slot="target")
    targets = answer["targets"]
    assert targets
    assert all(target.get("refusal") or target["odds"] for target in targets)
    for target in targets:
        if not target.get("refusal"):
            preview = british.ask("preview", order={**order, "target": target["piece"]})
            assert preview["odds"] == target["odds"]
            assert f"{target['distance']:.1f} in" in target["odds"]["title"]
    assert all(target["distance"] > 0 for target in targets)
    assert british.ask("targets", order=order)["problem"]


def test_reach_and_sights_are_drawn(british: Sitter) -> None:
    reach = british.ask("reach", piece="firefly", order={"order": "move"})["drawn"]
    assert "<path" in reach["under"] or "<polygon" in reach["under"]
    assert "overlay-sight" in british.ask("sights", piece="firefly")["drawn"]["under"]
    assert "is missing" in british.ask("reach", piece="firefly")["problem"]
    assert "is missing" in british.ask("sights")["problem"]


def test_orders_to_choose_from_and_a_hint(british: Sitter) -> None:
    offers = british.ask("offers", piece="firefly")["offers"]
    assert offers
    assert {offer["piece"] for offer in offers} == {"firefly"}
    (hint,) = british.ask("hint")["offers"]
    assert "refusal" not in british.ask("preview", order=hint["order"])
    assert "no player is called" in british.ask("hint", level="genius")["problem"].lower()


def test_nothing_is_changed_by_asking(british: Sitter) -> None:
    british.drain(0.05)
    assert british.number == 0


def test_onlookers_see_the_table_and_nothing_more(table: Table) -> None:
    with table.sit("onlooker") as onlooker:
        assert onlooker.ask("drawing")["layers"]
        for about in ("actions", "sheet", "offers", "hint", "sights"):
            assert onlooker.ask(about, piece="firefly")["problem"]


@pytest.mark.parametrize(
    "order",
    [
        {"order": "move", "element": "firefly", "path": [[1e308, 1e308], [-1e308, 5]]},
        {"order": "move", "element": "firefly", "path": []},
        {"order": "move", "element": "firefly", "path": [[0, 0]] * 2000},
        {"order": "fire", "element": "", "target": ""},
        {"order": "fire", "element": "firefly", "target": "firefly"},
    ],
)
def test_strange_orders_are_answered_all_the_same(
    british: Sitter, order: dict[str, object]
) -> None:
    answer = british.ask("preview", order=order)
    assert answer.get("refusal") or answer.get("problem")
    assert "went wrong" not in answer.get("problem", "")
    assert british.give(order)["type"] == "refused"


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ({"path": [[1e9, 5]]}, "path[0][0]: 1000000000.0 is too large a number"),
        ({"path": [[900, 5]]}, "path[0]: (900, 5) is too far off the table"),
        ({"path": [[1, 1]] * 1500}, "path: 1500 entries are too many"),
        ({"path": [[1, 1]], "facing": 10**30}, "is too large a number"),
        ({"element": "x" * 3000}, "element: 'xxx"),
        ({"x" * 300: 1}, "has 300 letters"),
    ],
    ids=str,
)
@pytest.mark.parametrize("about", ["preview", "reach", "targets"])
def test_questions_are_bounded(
    british: Sitter, about: str, order: dict[str, object], told: str
) -> None:
    whole = {"order": "move", "element": "firefly", **order}
    answer = british.ask(about, piece="firefly", slot="element", order=whole)
    if about == "reach" and "too far" in told:
        return  # what is settled of an order is plain data there, and no place yet
    assert told in answer["problem"]
    assert len(answer["problem"]) < 500
