"""The record of tested rules, tried on a tiny book with honest and dishonest tests."""

from pathlib import Path

import pytest

from tests.catalogue.fakebook import Project

# These start programs of their own, which takes its time.
pytestmark = pytest.mark.slow

REAL = """
@pytest.mark.rule("zz.move.one")
def test_real():
    assert tinybook.one() == 1
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_only_an_honest_test_counts(project: Project) -> None:
    project.tests("""
        from sandtable.catalogue import cite

        @pytest.mark.rule("zz.move.one")
        def test_empty():
            pass

        @pytest.mark.rule("zz.move.one")
        def test_asserts_but_never_exercises():
            assert len("abc") == 3

        @pytest.mark.rule("zz.move.one")
        def test_cites_by_itself():
            cite("zz.move.one")
            assert len("abc") == 3

        @pytest.mark.rule("zz.move.one")
        def test_fails():
            assert tinybook.one() == 1
            assert tinybook.one() == 2

        @pytest.mark.rule("zz.move.one")
        @pytest.mark.skip
        def test_skipped():
            assert tinybook.one() == 1

        @pytest.mark.rule("zz.move.one")
        def test_skips_itself_at_the_end():
            assert tinybook.one() == 1
            pytest.skip("later")

        @pytest.mark.rule("zz.move.one")
        @pytest.mark.xfail
        def test_expected_to_fail():
            assert tinybook.one() == 2

        @pytest.mark.rule("zz.move.one")
        @pytest.mark.xfail(strict=False)
        def test_unexpectedly_passing():
            assert tinybook.one() == 1

        @pytest.mark.rule("zz.move.one")
        def test_asserts_only_before():
            assert len("abc") == 3
            tinybook.one()

        @pytest.mark.rule("zz.move.one")
        def test_asserts_only_a_constant():
            tinybook.one()
            assert True
            assert 1 + 1 == 2, "sure"

        @pytest.mark.rule("zz.move.two")
        def test_exercises_another_rule():
            assert tinybook.one() == 1

        @pytest.fixture
        def broken_end():
            yield
            raise RuntimeError

        @pytest.mark.rule("zz.move.one")
        def test_breaks_at_teardown(broken_end):
            assert tinybook.one() == 1

        def test_unmarked():
            assert tinybook.two()

        @pytest.mark.rule("zz.move.one")
        def test_real():
            assert tinybook.one() == 1
    """)
    result = project.run()
    assert result.returncode == 1, result.stdout
    record = project.record()
    assert record["rules"] == {"zz.move.one": ["tests/test_tiny.py::test_real"]}
    assert record["complete"] is True
    reasons = {
        test.partition("::")[2]: why
        for rules in record["short"].values()
        for test, why in rules.items()
    }
    assert reasons == {
        "test_empty": "the rule was never cited while the test ran",
        "test_asserts_but_never_exercises": "the rule was never cited while the test ran",
        "test_cites_by_itself": "only the test itself cited the rule, not the code of the book",
        "test_fails": "the test failed",
        "test_skipped": "the test was skipped",
        "test_skips_itself_at_the_end": "the test was skipped",
        "test_expected_to_fail": "the test may fail (xfail)",
        "test_unexpectedly_passing": "the test may fail (xfail)",
        "test_asserts_only_before": "no assertion passed after the rule was cited",
        "test_asserts_only_a_constant": "no assertion passed after the rule was cited",
        "test_exercises_another_rule": "the rule was never cited while the test ran",
        "test_breaks_at_teardown": "the test failed",
    }


def test_what_counts_in_odd_shapes(project: Project) -> None:
    """Classes, parameters, fixtures that play, helpers that assert, calls through the engine."""
    project.tests("""
        from sandtable.catalogue import cite

        def helper(value):
            assert value == 1

        @pytest.fixture
        def played():
            return tinybook.one()

        @pytest.mark.rule("zz.move.one")
        class TestClass:
            @pytest.mark.rule("zz.move.two")
            @pytest.mark.parametrize("number", [1, 2])
            def test_both(self, number):
                assert tinybook.two() is not None
                helper(tinybook.one())

        @pytest.mark.rule("zz.move.one")
        def test_fixture(played):
            assert played == 1

        @pytest.mark.rule("zz.move.one")
        def test_fixture_without_assertion(played):
            pass

        @pytest.mark.rule("zz.move.two")
        def test_makes_the_event_by_itself():
            event = tinybook.Event("zz.move.two")
            assert event is not None

        @pytest.mark.rule("zz.move.one")
        def test_raises():
            with pytest.raises(ZeroDivisionError) as caught:
                tinybook.one() / 0
            assert "zero" in str(caught.value)
    """)
    assert project.run().returncode == 0
    rules = project.record()["rules"]
    both = [f"tests/test_tiny.py::TestClass::test_both[{number}]" for number in (1, 2)]
    assert rules["zz.move.one"] == [
        *both,
        "tests/test_tiny.py::test_fixture",
        "tests/test_tiny.py::test_raises",
    ]
    assert rules["zz.move.two"][:2] == both


def test_the_engine_cites_for_the_book_but_not_for_a_test(project: Project) -> None:
    project.write(
        "tinybook/fire.py",
        """
        from sandtable.battle.refusal import Refusal

        def refuse():
            return Refusal("zz.move.three", "No.")
        """,
    )
    project.tests("""
        from sandtable.battle.refusal import Refusal
        from tinybook.fire import refuse

        @pytest.mark.rule("zz.move.three")
        def test_by_the_book():
            assert refuse().rule == "zz.move.three"

        @pytest.mark.rule("zz.move.three")
        def test_by_the_test():
            assert Refusal("zz.move.three", "No.").rule == "zz.move.three"
    """)
    result = project.run()
    assert result.returncode == 0, result.stdout
    assert project.record()["rules"] == {"zz.move.three": ["tests/test_tiny.py::test_by_the_book"]}


@pytest.mark.parametrize(
    ("mark", "message"),
    [
        ('"zz.move.onne"', "unknown rule 'zz.move.onne'; did you mean zz.move.one"),
        ('"yy.move.one"', "'yy.move.one' is of no known rulebook (known: zz)"),
        ("", "needs the ids of rules"),
        ("7", "7 is not the id of a rule"),
    ],
)
def test_a_wrong_mark_fails_at_collection(project: Project, mark: str, message: str) -> None:
    project.tests(f"@pytest.mark.rule({mark})\ndef test_x():\n    assert tinybook.one() == 1\n")
    result = project.run()
    assert result.returncode == 2
    assert "error" in result.stdout.lower()
    assert f"tests/test_tiny.py::test_x: @pytest.mark.rule{'' if 'needs' in message else ':'} " in (
        result.stdout
    )
    assert message in result.stdout


def test_a_broken_catalogue_stops_the_session_plainly(project: Project) -> None:
    project.write("tinybook/rules.toml", "nonsense\n")
    project.tests(REAL)
    result = project.run()
    assert result.returncode == 4
    assert "rules.toml: not valid TOML" in result.stderr


def test_workers_are_merged(project: Project) -> None:
    for number in range(4):
        project.tests(REAL, f"test_{number}.py")
    project.tests(
        """
        @pytest.mark.rule("zz.move.two")
        def test_two():
            assert tinybook.two()

        @pytest.mark.rule("zz.move.three")
        def test_three():
            assert tinybook.three() == 3
        """,
        "test_more.py",
    )
    alone = project.run()
    assert alone.returncode == 0
    by_one = project.record()
    (project.root / ".rule-record.json").unlink()
    together = project.run("-n2", "tests")
    assert together.returncode == 0, together.stdout + together.stderr
    assert project.record() == by_one
    assert by_one["complete"] is True
    assert len(by_one["rules"]["zz.move.one"]) == 4
    assert list(by_one["short"]) == ["zz.move.three"]


def test_part_of_the_tests_adds_to_a_fresh_record_and_makes_a_partial_one(project: Project) -> None:
    project.tests(REAL)
    project.tests(REAL.replace("test_real", "test_other"), "test_other.py")
    assert project.run("tests/test_tiny.py").returncode == 0
    assert project.record()["complete"] is False
    assert project.run("tests").returncode == 0
    whole = project.record()
    assert whole["complete"] is True
    assert project.run("tests/test_other.py").returncode == 0
    assert project.record() == whole
    assert project.run("-k", "other").returncode == 0
    assert project.record() == whole
    project.write("tests/helper.py", "X = 1\n")
    assert project.run("-k", "other").returncode == 0
    assert project.record()["complete"] is False
    assert project.record()["rules"] == {"zz.move.one": ["tests/test_other.py::test_other"]}


def test_single_tests_never_make_a_whole_record(project: Project) -> None:
    project.tests(REAL + REAL.replace("test_real", "test_other"))
    assert project.run("tests/test_tiny.py::test_real").returncode == 0
    assert project.record()["complete"] is False


def test_a_failing_test_takes_its_rule_back(project: Project) -> None:
    project.tests("""
        import os

        @pytest.mark.rule("zz.move.one")
        def test_real():
            assert tinybook.one() == (2 if os.path.exists("broken") else 1)
    """)
    assert project.run().returncode == 0
    assert list(project.record()["rules"]) == ["zz.move.one"]
    project.write("broken", "")
    assert project.run("tests/test_tiny.py").returncode == 1
    assert project.record()["rules"] == {}


def test_looking_only_writes_nothing(project: Project) -> None:
    project.tests(REAL)
    assert project.run("--collect-only", "tests").returncode == 0
    assert not (project.root / ".rule-record.json").exists()
