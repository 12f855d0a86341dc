"""One request to the public site, with what every view needs of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import quote, urlsplit

from starlette.requests import Request
from starlette.responses import Response

from sitehand.hosts.builtin.address_hits import AddressHits
from sitehand.hosts.builtin.paths import quote_path
from sitehand.hosts.builtin.previews import BuiltinPreviewLinks
from sitehand.hosts.builtin.public.accept import wants_markdown
from sitehand.hosts.builtin.public.design import find_sheet
from sitehand.hosts.builtin.public.frame import list_navigation
from sitehand.hosts.builtin.public.pending import PendingItems
from sitehand.hosts.builtin.public.theme import Theme
from sitehand.hosts.builtin.rendering import SCHEMES
from sitehand.hosts.builtin.words import cut_search
from sitehand.site.locales import find_home
from sitehand.site.seo import is_address
from sitehand.site.seo_settings import SeoSettings
from sitehand.site.settings import SiteSettings
from sitehand.store.database import Database
from sitehand.store.file_store import FileStore

MAX_AGE_SECONDS = 60
UNSEEN = "sitehand.unseen"
"""In the ASGI scope of a request that no server has received: fields of the item that a preview shows, in place of the
stored ones.
"""


class Guesses(Protocol):
    """Counts wrong passwords by client address. Source: `guard.limits.RateLimits`, which tells what each raises."""

    async def check_guesses(self, address: str) -> None: ...
    async def note_wrong_guess(self, address: str) -> None: ...


@dataclass(frozen=True, slots=True)
class PublicServices:
    """What the pages for visitors use of the service: what counts visitors, reads preview links, and has the files.

    `pending` finds what a pending change would leave; None where nobody comes with a link to one.
    """

    guesses: Guesses
    hits: AddressHits
    previews: BuiltinPreviewLinks
    files: FileStore
    pending: PendingItems | None = None


@dataclass(frozen=True, slots=True)
class Visit:
    """`now` is the moment that decides what is public; `root` the path, quoted, that the site is mounted under.

    `path` is the part below it, decoded; `values` are the parts of it that the route names; `page` counts from 1;
    `password` is what the visitor's form gives, None when the form was too large.
    """

    request: Request
    database: Database
    theme: Theme
    settings: SiteSettings
    seo: SeoSettings
    services: PublicServices
    now: str
    site_url: str
    root: str
    path: str
    password: str | None = ""
    page: int = 1
    values: dict[str, str] = field(default_factory=dict)
    item_locale: str | None = None
    """The locale of what is shown where the path does not tell it."""

    @property
    def unseen(self) -> Mapping[str, str] | None:
        """Fields to show in place of the stored ones; None for a visitor, who has none."""
        found: Mapping[str, str] | None = self.request.scope.get(UNSEEN)
        return found

    @property
    def locale(self) -> str:
        """The locale that the path begins with; empty for the language of the site."""
        if self.item_locale is not None:
            return self.item_locale
        return next((each for each in self.settings["locales"] if self.path.startswith(find_home(each))), "")

    @property
    def language(self) -> str:
        """The language of what is shown, as BCP 47 writes it."""
        return self.locale or self.settings["language"]

    @property
    def place(self) -> str:
        """The path below the home page of its locale."""
        return self.path[len(find_home(self.locale)) - 1 :]

    def local(self, path: str) -> str:
        """A path of the same locale, such as that of its feed."""
        return find_home(self.locale)[:-1] + path

    @property
    def is_post(self) -> bool:
        """Whether a form was sent."""
        return self.request.method == "POST"

    @property
    def search(self) -> str | None:
        """The words of a search, or None when this is none."""
        is_list = self.place == "/" or self.place.startswith("/page/")
        return cut_search(self.request.query_params.get("s")) if is_list else None

    @property
    def wants_markdown(self) -> bool:
        """Whether the request asks for Markdown rather than HTML."""
        return wants_markdown(self.request.headers.get("accept", ""))

    def url(self, path: str) -> str:
        """A path of the site as an address below the mount point."""
        return self.root + quote(path)

    def link(self, path: str) -> str:
        """A path of the site as an absolute address."""
        return self.site_url + quote_path(path)

    def safe(self, address: str) -> str:
        """An address from the database for an href or src; empty when it could run code."""
        if address.startswith("/") and not address.startswith("//"):
            return self.root + address
        try:
            scheme = urlsplit(address).scheme.lower()
        except ValueError:
            return ""
        return address if scheme in SCHEMES or address.startswith("#") else ""

    def picture(self, address: str) -> str:
        """An address of a picture from the database as an absolute one; empty for what is not on the web."""
        if address.startswith("/") and not address.startswith("//"):
            return self.site_url + address
        return address if is_address(address) else ""

    async def render(self, template: str, *, status: int = 200, **context: Any) -> Response:
        """A page in the site's frame."""
        navigation = list_navigation(self.database, self.now, self.locale)
        design = find_sheet(self.database).version
        frame = {"visit": self, "settings": self.settings, "navigation": navigation, "design": design}
        html = self.theme.render(template, **frame, **context)
        caching = f"public, max-age={MAX_AGE_SECONDS}" if status == 200 else "no-store"  # noqa: PLR2004
        return Response(html, status, {"Cache-Control": caching}, "text/html")

    def render_xml(self, template: str, media_type: str, **context: Any) -> Response:
        """A document for programs."""
        body = self.theme.render(template, visit=self, settings=self.settings, **context)
        return Response(body, 200, {"Cache-Control": f"public, max-age={MAX_AGE_SECONDS}"}, media_type)
