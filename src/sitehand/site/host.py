"""A host: the site that the service is added to, as the sum of its nouns."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from sitehand.site.content import ContentStore, Page, PageFields, PageQuery, Post, PostFields, PostQuery
from sitehand.site.importing import Importer
from sitehand.site.overview import Overview, Theme
from sitehand.site.settings import SettingsStore


@dataclass(frozen=True, slots=True)
class Host:
    """One site. `features` names what it can do ("revisions", "search", ...), for callers to plan with. `importer` is
    None where the site brings content in by itself.

    `state` is a token of all that is stored: equal tokens mean that nothing has changed; None, that it is not known.
    """

    name: str
    version: str
    features: tuple[str, ...]
    theme: Theme
    pages: ContentStore[Page, PageQuery, PageFields]
    posts: ContentStore[Post, PostQuery, PostFields]
    settings: SettingsStore
    overview: Overview
    importer: Importer | None = None
    state: Callable[[], Hashable | None] = lambda: None
