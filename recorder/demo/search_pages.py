"""The four searches as pages."""

from recorder.demo.visit import Route

ROUTES: tuple[Route, ...] = ()
