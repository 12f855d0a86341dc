"""The built-in site as the host of a running service: with its schedule, and its pages for visitors."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime

from starlette.types import ASGIApp

from sitehand.hosts.builtin.address_hits import AddressHits
from sitehand.hosts.builtin.changes import Rules
from sitehand.hosts.builtin.elementor_previews import BuiltinElementorPreviews
from sitehand.hosts.builtin.host import build_host, make_intake
from sitehand.hosts.builtin.previews import BuiltinPreviewLinks
from sitehand.hosts.builtin.public.app import build_public
from sitehand.hosts.builtin.public.pending import PendingItems, Trials
from sitehand.hosts.builtin.public.visit import Guesses, PublicServices
from sitehand.hosts.builtin.public_pages import BuiltinPublicPages, NoGuesses
from sitehand.hosts.builtin.retention import SiteRetention
from sitehand.hosts.builtin.slugs import reserve_slugs
from sitehand.settings import Settings
from sitehand.site.host import Host
from sitehand.store.database import Database
from sitehand.store.file_store import open_files
from sitehand.store.owner import Owner


def open_host(settings: Settings, database: Database, clock: Callable[[], datetime]) -> Host:
    """The site in the data folder. Nothing is read before it is asked for."""
    reserved = reserve_slugs((settings.path, settings.admin_path))
    previews = BuiltinPreviewLinks(database, settings.site_url, settings.previews_path, clock)
    rules = Rules(reserved, settings.max_text_bytes, settings.max_answer_bytes)
    files, shown = open_files(settings), previews if settings.public_site else None
    host = build_host(database, settings.site_url, clock, rules, make_intake(files, database, settings.svg), shown)
    where, hits = (database, settings.site_url, host.settings), AddressHits(database, clock)

    def read() -> ASGIApp:
        unseen = PublicServices(NoGuesses(), AddressHits(database, clock), previews, files)
        return build_public(*where, unseen, clock, 0)

    def public(guesses: Guesses, trials: Trials) -> ASGIApp:
        services = PublicServices(guesses, hits, previews, files, PendingItems(database, trials))
        return build_public(*where, services, clock, settings.recall_bytes)

    @asynccontextmanager
    async def run() -> AsyncIterator[None]:
        await Owner(database).session_secret()  # which signs preview links
        async with hits.run():
            yield
        await hits.store()

    clear = SiteRetention(database, files, clock, settings.revision_days).clear
    pages = BuiltinPublicPages(database, settings.site_url, clock, read, list_own(settings))
    return _show(replace(host, run=run, clear=clear, public=public), previews, pages if shown else None)


def _show(host: Host, previews: BuiltinPreviewLinks, pages: BuiltinPublicPages | None) -> Host:
    """The host with the pages that it shows to visitors, if it does, for who reads them here."""
    drawn = BuiltinElementorPreviews(previews, pages) if pages else None
    return replace(host, public_pages=pages, elementor_previews=drawn)


def list_own(settings: Settings) -> tuple[str, ...]:
    """The paths below the site that are the service's own."""
    return settings.path, settings.admin_path, settings.uploads_path, settings.previews_path
