"""Puts a fetcher together from the person's choices."""

from __future__ import annotations

from recorder.fetching.answers import Fetcher
from recorder.fetching.courtesy import Courtesy
from recorder.fetching.http_client import HttpClient
from recorder.fetching.http_fetcher import HttpFetcher
from recorder.fetching.options import FetchOptions, Render
from recorder.fetching.retrying import Retrying
from recorder.scope import Scope


def build_fetcher(options: FetchOptions, scope: Scope | None = None) -> Fetcher:
    """`auto` goes over HTTP: the choice by evidence, page class by page class, is to be made here."""
    client = HttpClient(options)
    courtesy = Courtesy(options, client, scope)
    if options.render is Render.ALWAYS:
        # Imported here, because replaying over HTTP must never load Playwright.
        from recorder.fetching.browser_fetcher import BrowserFetcher

        return Retrying(BrowserFetcher(options, client, courtesy), options)
    return Retrying(HttpFetcher(options, client, courtesy), options)
