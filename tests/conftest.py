"""What all tests share: the record of the rules that they show to work."""

import os
import signal

from hypothesis import settings

pytest_plugins = ["sandtable.catalogue.pytest_plugin"]

# A slow machine is no fault of the code: examples are limited in number, not in time. The same
# examples are tried on every run, so that a failure comes back when it is looked for. `make check`
# tries fewer of them.
settings.register_profile("sandtable", deadline=None, derandomize=True)
settings.register_profile("quick", settings.get_profile("sandtable"), max_examples=12)
settings.load_profile("quick" if os.environ.get("SANDTABLE_QUICK") else "sandtable")

# Started in the background of a script, the tests would inherit that interrupts are ignored, and so
# would every program that they start and then interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)
