"""What tests of this book are written with: `from tests.whitebox.kit import *`."""

import pytest

from tests.whitebox.kit.all_ways import *
from tests.whitebox.kit.basis import *
from tests.whitebox.kit.battles import *
from tests.whitebox.kit.men_and_ground import *
from tests.whitebox.kit.shots import *
from tests.whitebox.kit.suppression import *
from tests.whitebox.kit.vehicle_scenes import *

rule = pytest.mark.rule
