"""Every order of the book."""

from sandtable.rulebooks.whitebox.state.orders import *
from sandtable.rulebooks.whitebox.state.vehicle_orders import *
