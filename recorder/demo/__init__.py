"""The bundled demo site: a bookshop on loopback with everything that makes real sites hard to collect.

The same seed gives the same shop. It knows nothing of the recorder, and the recorder's engine knows nothing of it.
"""

from recorder.demo.books import Book, Door
from recorder.demo.searches import BranchQuery, CatalogueQuery, RareQuery, UsedQuery
from recorder.demo.site import DemoServer, DemoSite
from recorder.demo.visit import Arrangement
