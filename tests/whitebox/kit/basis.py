"""What the rest of the kit is built on."""

from tests.whitebox.kit.book import *
from tests.whitebox.kit.crashes import *
from tests.whitebox.kit.guns import *
from tests.whitebox.kit.orders import *
from tests.whitebox.kit.scenes import *
from tests.whitebox.kit.vehicles import *
