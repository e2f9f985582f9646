"""Every order of the book is declared once, by an act in the chapter that describes it."""

from sandtable.rulebooks.whitebox.book import ACTS, WhiteboxRules
from sandtable.rulebooks.whitebox.page.typing_orders import PHRASES


def test_every_order_has_an_act_and_every_act_an_order() -> None:
    assert set(ACTS.orders) == set(WhiteboxRules.orders)


def test_what_an_act_is_typed_by_is_what_people_are_told() -> None:
    for kind in WhiteboxRules.orders:
        act = ACTS.by_kind(kind)
        assert act is not None
        if act.words.typed:
            assert PHRASES.how(kind) == (act.words.typed, act.words.means or act.words.hint)


def test_further_words_stand_for_one_order_each() -> None:
    acts = [ACTS.by_kind(kind) for kind in ACTS.orders]
    words = [word for act in acts if act is not None for word in act.words.also]
    assert len(words) == len(set(words))
