"""What the tests of Panzer8 are written with: ``from tests.panzer8.kit import *``.

``scenes`` lays out a table, ``playing`` gives orders, ``looking`` reads off what came of them,
``tables`` sets cases beside each other, and ``cards`` begins a battle with an event card. What only
some paragraphs need stands beside them: ``aircraft``, ``batteries``, ``brawls``, ``convoys``,
``hiding``, ``hunting``, ``reacting`` and ``twins``.
"""

from tests.panzer8.kit.cards import *
from tests.panzer8.kit.looking import *
from tests.panzer8.kit.names import *
from tests.panzer8.kit.playing import *
from tests.panzer8.kit.scenes import *
from tests.panzer8.kit.tables import *
