"""A host: the site that the service is added to, as the sum of its nouns."""

from collections.abc import Awaitable, Callable, Hashable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from sitehand.site.abilities import AbilityStore
from sitehand.site.block_types import BlockTypes
from sitehand.site.capabilities import Capabilities
from sitehand.site.comments import CommentStore
from sitehand.site.content import ContentStore, Page, PageFields, PageQuery, Post, PostFields, PostQuery
from sitehand.site.custom_items import CustomItemStore
from sitehand.site.design import DesignStore
from sitehand.site.elementor import ElementorStore
from sitehand.site.elementor_components import ElementorComponentStore
from sitehand.site.elementor_kit import ElementorKit
from sitehand.site.elementor_previews import ElementorPreviews
from sitehand.site.elementor_registry import ElementorRegistry
from sitehand.site.elementor_templates import ElementorTemplateStore
from sitehand.site.field_groups import FieldGroupStore
from sitehand.site.importing import Importer, ImportUndo
from sitehand.site.items import Items
from sitehand.site.jobs import Work
from sitehand.site.kind import Kinds
from sitehand.site.kinds import KINDS
from sitehand.site.links import LinkStore
from sitehand.site.media import MediaStore
from sitehand.site.navigations import NavigationStore
from sitehand.site.notes import NoteStore
from sitehand.site.overview import Overview
from sitehand.site.patterns import NO_PATTERNS, PatternStore, RegisteredPatterns
from sitehand.site.previews import PreviewLinks
from sitehand.site.public_pages import PublicPages
from sitehand.site.redirects import RedirectStore
from sitehand.site.revisions import RevisionStore
from sitehand.site.search import SearchStore
from sitehand.site.seo import SeoStore
from sitehand.site.seo_settings import SeoSettingsStore
from sitehand.site.settings import SettingsStore
from sitehand.site.shared_styles import SharedStylesStore
from sitehand.site.templates import TemplateStore
from sitehand.site.terms import TermStore
from sitehand.site.transactions import Transactions
from sitehand.site.types import TypeStore
from sitehand.site.users import UserStore
from sitehand.site.widget_areas import WidgetAreaStore

Application = Callable[..., Awaitable[None]]
"""An ASGI application."""


async def close_nothing() -> None:
    """Many hosts hold nothing of their own."""


async def clear_nothing(_now: datetime, _journal_cutoff: str) -> None:
    """Many hosts keep nothing for a time."""


@dataclass(frozen=True, slots=True)
class Host:
    """One site. `features` names what it can do ("revisions", "search", ...), for callers to plan with. `importer` is
    None where the site brings content in by itself, `elementor` where it has no Elementor documents, `redirects`,
    `notes`, `elementor_components`, `elementor_templates`, `field_groups`, `links`, `seo` and `seo_settings` where it
    has none, `elementor_kit` where it is a part of the design system, `elementor_registry` where its elements are those
    that Sitehand brings, `previews` where visitors are shown no drafts, `public_pages` and `elementor_previews` where
    it shows them nothing, `templates` and `widget_areas` where no theme has any, `abilities` where there can be no
    plugins with any.

    `capabilities` tells what operations may need of it, in any thread; one that says nothing offers nothing.
    `state` is a token of all that is stored: equal tokens mean that nothing has changed; None, that it is not known.
    `kinds` are the kinds of its objects: those of the port, and any of its own. `url` is its public address where that
    is not the service's. `release` is the version of WordPress whose blocks its texts are made of, `block_types` the
    blocks that are added to those; None where none are.

    `clear` is awaited every hour, to clear away what is old at a moment, given from when on the journal is kept.
    `works` are the kinds of jobs that it runs. `run` is entered as long as the service runs, with the database
    migrated; `close` is awaited by whoever opened the host, after it. `public` makes the pages for visitors, given what
    counts wrong passwords and what tries pending changes; None where the site shows them itself.
    """

    name: str
    version: str
    features: tuple[str, ...]
    pages: ContentStore[Page, PageQuery, PageFields]
    posts: ContentStore[Post, PostQuery, PostFields]
    patterns: PatternStore
    navigations: NavigationStore
    custom_items: CustomItemStore
    items: Items
    media: MediaStore
    terms: TermStore
    comments: CommentStore
    types: TypeStore
    users: UserStore
    search: SearchStore
    revisions: RevisionStore
    settings: SettingsStore
    design: DesignStore
    overview: Overview
    transactions: Transactions
    importer: Importer | None = None
    import_undo: ImportUndo | None = None
    registered_patterns: RegisteredPatterns = NO_PATTERNS
    elementor: ElementorStore | None = None
    elementor_components: ElementorComponentStore | None = None
    elementor_kit: ElementorKit | None = None
    elementor_previews: ElementorPreviews | None = None
    elementor_registry: ElementorRegistry | None = None
    elementor_templates: ElementorTemplateStore | None = None
    shared_styles: SharedStylesStore | None = None
    redirects: RedirectStore | None = None
    previews: PreviewLinks | None = None
    public_pages: PublicPages | None = None
    field_groups: FieldGroupStore | None = None
    templates: TemplateStore | None = None
    widget_areas: WidgetAreaStore | None = None
    abilities: AbilityStore | None = None
    notes: NoteStore | None = None
    links: LinkStore | None = None
    seo: SeoStore | None = None
    seo_settings: SeoSettingsStore | None = None
    capabilities: Callable[[], Capabilities] = Capabilities
    state: Callable[[], Hashable | None] = lambda: None
    kinds: Kinds = KINDS
    release: str = "7.1"
    block_types: BlockTypes | None = None
    url: str = ""
    works: Sequence[Work] = ()
    run: Callable[[], AbstractAsyncContextManager[None]] = nullcontext
    close: Callable[[], Awaitable[None]] = close_nothing
    clear: Callable[[datetime, str], Awaitable[None]] = clear_nothing
    public: Callable[[Any, Any], Application] | None = None

    def store(self, kind: str) -> ContentStore[Any, Any, Any]:
        """What reads the objects of a kind that has a collection."""
        return cast(ContentStore[Any, Any, Any], getattr(self, self.kinds[kind].collection))
