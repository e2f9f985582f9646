"""The kit asserts as tests do: with the values in its messages, and counted for the rules."""

import pytest

pytest.register_assert_rewrite("tests.whitebox.kit")
