"""What all tests share: the record of the rules that they show to work."""

import gc
import signal

from hypothesis import HealthCheck, settings

from tests.quick import QUICK

pytest_plugins = ["sandtable.catalogue.pytest_plugin"]

# A slow machine is no fault of the code: examples are limited in number, not in time. The same
# examples are tried on every run, so that a failure comes back when it is looked for. `make check`
# tries fewer of them.
settings.register_profile(
    "sandtable",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("quick", settings.get_profile("sandtable"), max_examples=12)
settings.load_profile("quick" if QUICK else "sandtable")

# Started in the background of a script, the tests would inherit that interrupts are ignored, and so
# would every program that they start and then interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Thousands of tests stay in memory to the end. Nothing of that is rubbish, and whoever looks for
# rubbish again and again spends a fifth of the time on looking through it.
gc.disable()


def pytest_collection_finish() -> None:
    """Set aside what has been collected, and look for rubbish only among what comes after it."""
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
    gc.enable()
