"""The source scan: what counts as citing a rule, and what does not."""

from pathlib import Path
from textwrap import dedent

import pytest

from sandtable.catalogue import Book, Catalogue, CatalogueError, Rule, Table
from sandtable.catalogue.sources import Scan, scan_package, scan_source

NAMES = ("a", "b", "c", "d")
CATALOGUE = Catalogue(
    Book("xx", "Example", "A. Nobody", "1", "-", "-"),
    tuple(Rule(f"xx.r.{name}", "1", "core", "Text.") for name in NAMES),
    (Table("xx.table.t", "1", "T", ("a",), (("x",),)),),
)


def scan(text: str, **others: str) -> Scan:
    sources = {f"{name}.py": dedent(body) for name, body in others.items()}
    return scan_source({"main.py": dedent(text), **sources}, CATALOGUE, package="book")


def cited(text: str, **others: str) -> set[str]:
    found = scan(text, **others)
    assert found.unknown == ()
    return {name.removeprefix("xx.r.") for name in found.ids}


@pytest.mark.parametrize(
    "body",
    [
        'cite("xx.r.a")',
        'cite(\n        "xx.r.a",\n    )',
        'tally.add(value, "xx.r.a")',
        'raise Refusal("xx.r.a", "No.")',
        'return Event(kind="x", rules=("xx.r.a",))',
        'return Event(kind="x", rules=["xx.r.a"])',
        'x = [m.add(1, "xx.r.a") for m in y]',
        'with f("xx.r.a"): pass',
        'if f("xx.r.a"): pass',
        'for x in f("xx.r.a"): pass',
        'try:\n        f("xx.r.a")\n    finally: pass',
        'try: pass\n    except E:\n        f("xx.r.a")',
        'match x:\n        case 1:\n            f("xx.r.a")',
        'f(*("xx.r.a", 1))',
        'f({"rule": "xx.r.a"})',
        'f("xx.r.a" if x else None)',
        'f(x and "xx.r.a")',
        'f(BASE + ("xx.r.a",))',
        'rule = "xx.r.a"\n    f(rule)',
        'value, rule = 1, "xx.r.a"\n    f(rule)',
        'for rule in ("xx.r.a",):\n        f(rule)',
        'g(lambda: f("xx.r.a"))',
        'def inner():\n        f("xx.r.a")',
        'rule = "xx.r.a"\n    def inner():\n        f(rule)',
        'assert f("xx.r.a")',
        'await f("xx.r.a")',
        'f(g("xx.r.a"))',
    ],
)
def test_these_are_citations(body: str) -> None:
    assert cited(f"async def rule(x, y):\n    {body}\n") == {"a"}


@pytest.mark.parametrize(
    "body",
    [
        '"""xx.r.a"""',
        '# cite("xx.r.a")\n    pass',
        'x = "xx.r.a"',
        'return "xx.r.a"',
        'x = {"xx.r.a": 1}',
        'f({"xx.r.a": 1})',
        'f(x == "xx.r.a")',
        'x = TABLE["xx.r.a"]',
        'f(f"see xx.r.a")',
        'f("see xx.r.a there")',
        'print("xx.r.a")',
        'if False:\n        f("xx.r.a")',
        'if 0:\n        f("xx.r.a")',
        'if not True:\n        f("xx.r.a")',
        'if x and False:\n        f("xx.r.a")',
        'if TYPE_CHECKING:\n        f("xx.r.a")',
        'if typing.TYPE_CHECKING:\n        f("xx.r.a")',
        'if True:\n        pass\n    else:\n        f("xx.r.a")',
        'while False:\n        f("xx.r.a")',
        'return\n    f("xx.r.a")',
        'raise E\n    f("xx.r.a")',
        'if x:\n        return\n    else:\n        raise E\n    f("xx.r.a")',
        'for z in x:\n        continue\n        f("xx.r.a")',
        'False and f("xx.r.a")',
        'True or f("xx.r.a")',
        'f("xx.r.a" if False else None)',
        'f("xx.r.a") if False else None',
        'if False:\n        rule = "xx.r.a"\n    f(rule)',
        'if False:\n        def inner():\n            f("xx.r.a")',
    ],
)
def test_these_are_not(body: str) -> None:
    assert cited(f"def rule(x, y):\n    {body}\n") == set()


def test_calls_at_module_level_do_not_count() -> None:
    text = """
        from x import register
        OPTION = Option(rule="xx.r.a")
        register("xx.r.b")

        class Thing:
            option = Option("xx.r.c")

            @decorated("xx.r.d")
            def method(self, default=Option("xx.r.d")):
                pass
    """
    assert cited(text) == set()


def test_methods_count() -> None:
    text = """
        class Thing:
            def method(self):
                self.tally.add(1, "xx.r.a")
    """
    assert cited(text) == {"a"}


def test_module_constants_count_where_a_call_uses_them() -> None:
    text = """
        USED = "xx.r.a"
        UNUSED = "xx.r.b"
        BOTH: Final = ("xx.r.c", "xx.r.d")

        def one():
            cite(USED)

        def two(UNUSED):
            cite(UNUSED)

        def three():
            cite(*BOTH)
    """
    assert cited(text) == {"a", "c", "d"}
    assert scan(text).places("xx.r.a") == ("main.py:7",)


def test_a_constant_compared_or_returned_is_not_used_in_a_call() -> None:
    text = """
        RULE = "xx.r.a"

        def one(rule):
            return RULE if rule == RULE else None
    """
    assert cited(text) == set()


def test_dicts_of_ids() -> None:
    text = """
        BY_KIND = {"tank": "xx.r.a", "gun": "xx.r.b"}
        BONUS = {"tank": (1, "xx.r.c"), "gun": (2, "xx.r.d")}

        def one():
            cite(BY_KIND["tank"])

        def two(kind):
            tally.add(*BONUS[kind])
    """
    assert cited(text) == {"a", "c", "d"}


def test_constants_of_other_modules_and_classes() -> None:
    text = """
        from . import ids
        from .ids import FIRST as ONE
        from book.ids import Names

        class Local:
            RULE = "xx.r.d"

        def rule():
            cite(ONE)
            cite(ids.SECOND)
            cite(Names.THIRD, Local.RULE)
    """
    other = """
        FIRST = "xx.r.a"
        SECOND = "xx.r.b"

        class Names:
            THIRD = "xx.r.c"
    """
    assert cited(text, ids=other) == {"a", "b", "c", "d"}


def test_a_chain_of_names_that_bites_its_tail_ends() -> None:
    assert cited("A = B\nB = A\ndef rule():\n    cite(A)\n") == set()
    assert (
        cited("from .other import A\ndef f():\n    cite(A)\n", other="from .main import A") == set()
    )


def test_default_arguments_count_where_the_body_cites_them() -> None:
    text = """
        def one(rule="xx.r.a", *, other="xx.r.b"):
            cite(rule, other)

        def two(rule="xx.r.c"):
            return rule
    """
    assert cited(text) == {"a", "b"}


def test_unknown_ids_are_found_wherever_they_stand() -> None:
    text = '''
        """Docstrings may say xx.r.anything."""
        NAME = "xx.r.aa"
        KEYS = {"xx.r.bb": 1}

        def rule():
            cite("xx.r.a", "xx.nonsense.zzz")
            table("xx.table.t")
            table("xx.table.tt")
    '''
    found = scan(text)
    assert found.ids == {"xx.r.a"}
    assert [(it.name, it.line) for it in found.unknown] == [
        ("xx.nonsense.zzz", 7),
        ("xx.r.aa", 3),
        ("xx.r.bb", 4),
        ("xx.table.tt", 9),
    ]
    assert found.unknown[1].matches[0] == "xx.r.a"
    with pytest.raises(CatalogueError, match=r"main\.py:3: unknown id 'xx\.r\.aa'; did you mean"):
        found.check()
    scan('def f():\n    cite("xx.r.a")').check()


def test_ids_of_other_books_are_left_alone() -> None:
    assert cited('def f():\n    cite("yy.r.a", "xx.toml")') == set()


def test_every_place_is_reported(tmp_path: Path) -> None:
    inner = tmp_path / "sub"
    inner.mkdir()
    (tmp_path / "one.py").write_text('def f():\n    cite("xx.r.a")\n    cite("xx.r.a")\n')
    (inner / "__init__.py").write_text('from ..one import RULE\ndef f():\n    cite("xx.r.a")\n')
    found = scan_package(tmp_path, CATALOGUE)
    assert found.places("xx.r.a") == ("one.py:2", "one.py:3", "sub/__init__.py:3")
    assert str(found.citations[0]) == "one.py:2: xx.r.a"


def test_source_that_is_not_python() -> None:
    with pytest.raises(CatalogueError, match=r"main\.py:1: not valid Python"):
        scan("def (")


def test_what_a_function_of_the_package_returns_counts_where_a_call_takes_it() -> None:
    text = """
        from .reasons import why

        def local(x):
            if x:
                return "xx.r.a"
            return None

        def unused(x):
            return "xx.r.d"

        class Thing:
            def _reason(self):
                rule = "xx.r.c"
                return rule

            def use(self, x):
                reason = local(x)
                if reason:
                    self.suppress(reason)
                raise Refusal(why(x), self._reason())
    """
    assert cited(text, reasons='def why(x):\n    return "xx.r.b"\n') == {"a", "b", "c"}


def test_functions_that_call_each_other_end() -> None:
    text = """
        def one(x):
            return two(x)

        def two(x):
            return one(x)

        def use(x):
            cite(one(x))
    """
    assert cited(text) == set()


def test_records_made_at_module_level_only_declare() -> None:
    text = """
        OPTIONS = (Option(rule="xx.r.a"),)

        def settings(scenario):
            return validate(scenario, OPTIONS)
    """
    assert cited(text) == set()
