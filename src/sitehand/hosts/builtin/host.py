"""The built-in site as a host."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache, partial
from typing import Literal

from sitehand import __version__
from sitehand.files.inspection import SVG_OFF
from sitehand.files.intake import Intake
from sitehand.hosts.builtin.changes import Rules
from sitehand.hosts.builtin.comment_restoring import CommentRestorer
from sitehand.hosts.builtin.comments import BuiltinComments
from sitehand.hosts.builtin.custom_items import CustomItems
from sitehand.hosts.builtin.design import BuiltinDesign
from sitehand.hosts.builtin.elementor import BuiltinElementor
from sitehand.hosts.builtin.elementor_components import BuiltinElementorComponents
from sitehand.hosts.builtin.elementor_templates import BuiltinElementorTemplates
from sitehand.hosts.builtin.field_group_restoring import FieldGroupRestorer
from sitehand.hosts.builtin.field_groups import BuiltinFieldGroups
from sitehand.hosts.builtin.import_undo import BuiltinImportUndo
from sitehand.hosts.builtin.importer import BuiltinImporter, make_import_works
from sitehand.hosts.builtin.items import BuiltinItems
from sitehand.hosts.builtin.links import BuiltinLinks
from sitehand.hosts.builtin.media import BuiltinMedia
from sitehand.hosts.builtin.media_intake import MediaIntake
from sitehand.hosts.builtin.navigations import Navigations
from sitehand.hosts.builtin.notes import BuiltinNotes
from sitehand.hosts.builtin.overview import BuiltinOverview
from sitehand.hosts.builtin.pages import Pages
from sitehand.hosts.builtin.patterns import Patterns
from sitehand.hosts.builtin.picture_format_job import make_format_work
from sitehand.hosts.builtin.posts import Posts
from sitehand.hosts.builtin.previews import Links
from sitehand.hosts.builtin.redirect_restoring import RedirectRestorer
from sitehand.hosts.builtin.redirects import BuiltinRedirects
from sitehand.hosts.builtin.restoring import ItemRestorer
from sitehand.hosts.builtin.revisions import BuiltinRevisions
from sitehand.hosts.builtin.schedule import make_schedule
from sitehand.hosts.builtin.search import BuiltinSearch
from sitehand.hosts.builtin.seo import BuiltinSeo
from sitehand.hosts.builtin.seo_settings import BuiltinSeoSettings
from sitehand.hosts.builtin.setting_restoring import SettingRestorer
from sitehand.hosts.builtin.settings import BuiltinSettings
from sitehand.hosts.builtin.shared_styles import BuiltinSharedStyles
from sitehand.hosts.builtin.slugs import RESERVED
from sitehand.hosts.builtin.term_restoring import TermRestorer
from sitehand.hosts.builtin.terms import Terms
from sitehand.hosts.builtin.type_restoring import TypeRestorer
from sitehand.hosts.builtin.types import BuiltinTypes
from sitehand.hosts.builtin.users import BuiltinUsers
from sitehand.site.capabilities import Capabilities, Need
from sitehand.site.host import Host
from sitehand.site.item_kinds import ITEM_KINDS
from sitehand.site.jobs import Work
from sitehand.site.values import utc_now
from sitehand.store.database import Database
from sitehand.store.file_store import FileStore
from sitehand.store.media_files import MediaFiles
from sitehand.store.restoring import Restorers
from sitehand.store.staged_files import StagedFiles
from sitehand.store.transactions import DatabaseTransactions

FEATURES = ("pages", "posts", "full-text-search", "revisions", "scheduling", "trash", "public-site")
RULES = Rules()
OFFERED: frozenset[Need] = frozenset(
    {
        *("custom_items", "design", "elementor", "elementor_components", "elementor_kit", "elementor_templates"),
        *("field_groups", "file_replacement", "imports", "links", "notes", "redirects", "seo", "seo_settings"),
        *("term_order", "terms", "type_registration", "unfiltered_html", "uploads"),
    }
)
NOT_BUILT_IN: Mapping[Need, str] = {
    "abilities": "Abilities come from WordPress plugins. This site is not a WordPress.",
    "templates": "Templates and widget areas come from WordPress themes. This site is not a WordPress.",
}
NOT_PUBLIC: Mapping[Need, str] = {
    "audits": "Audits read the public pages, which Sitehand does not serve here.",
    "elementor_previews": "Previews need the public pages, which Sitehand does not serve here.",
    "previews": "Preview links need the public pages, which Sitehand does not serve here.",
}


@cache  # of two answers: each request asks
def list_capabilities(*, public: bool) -> Capabilities:
    """What operations may need and this site has; `public` says that it serves the pages for visitors."""
    if public:
        return Capabilities(OFFERED | set(NOT_PUBLIC), NOT_BUILT_IN)
    return Capabilities(OFFERED, {**NOT_BUILT_IN, **NOT_PUBLIC})


def list_restorers(clock: Callable[[], datetime], reserved: frozenset[str] = RESERVED) -> Restorers:
    """Who puts objects back that are more than their row."""
    items = dict.fromkeys(ITEM_KINDS, ItemRestorer(clock))
    others: Restorers = {
        **dict.fromkeys(("comment", "note"), CommentRestorer()),
        "content_type": TypeRestorer(reserved),
        "field_group": FieldGroupRestorer(),
        "redirect": RedirectRestorer(),
        "setting": SettingRestorer(),
        "term": TermRestorer(),
    }
    return {**items, **others}


def make_intake(files: FileStore, database: Database, svg: Literal["refuse", "sanitise"] = "refuse") -> MediaIntake:
    """What takes new files in, from anywhere, into the store of files."""
    refuse_svg = SVG_OFF if svg == "refuse" else ""
    return MediaIntake(files, Intake(StagedFiles(database.path.parent), refuse_svg=refuse_svg))


def list_works(
    database: Database, media_intake: MediaIntake, site_url: str, clock: Callable[[], datetime]
) -> tuple[Work, ...]:
    """The jobs of the site."""
    schedule, formats = make_schedule(database, clock), make_format_work(database, media_intake)
    return schedule, formats, *make_import_works(database, media_intake, site_url, clock)


def build_host(
    database: Database,
    site_url: str,
    clock: Callable[[], datetime] = utc_now,
    rules: Rules = RULES,
    media_intake: MediaIntake | None = None,
    previews: Links = None,
) -> Host:
    """The site that lives in a database. `site_url` has no slash at its end; nothing is read before it is asked for.

    `media_intake` takes new files in, by default into the data folder; `previews` makes preview links, where the site
    serves the pages for visitors.
    """
    media_intake = media_intake or make_intake(MediaFiles(database.path.parent), database)
    return Host(
        name="builtin",
        version=__version__,
        features=FEATURES,
        pages=Pages(database, site_url, clock, rules, previews),
        posts=Posts(database, site_url, clock, rules, previews),
        patterns=Patterns(database, site_url, clock, rules),
        navigations=Navigations(database, site_url, clock, rules),
        custom_items=CustomItems(database, site_url, clock, rules, previews),
        items=BuiltinItems(database),
        media=BuiltinMedia(database, site_url, clock, rules.max_answer_bytes, media_intake),
        terms=Terms(database, site_url, clock),
        comments=BuiltinComments(database, site_url, clock, rules.max_answer_bytes),
        notes=BuiltinNotes(database, clock, rules.max_answer_bytes),
        types=BuiltinTypes(database, rules.reserved),
        users=BuiltinUsers(database, site_url),
        search=BuiltinSearch(database, site_url),
        revisions=BuiltinRevisions(database),
        settings=BuiltinSettings(database, rules.reserved, clock),
        design=BuiltinDesign(database),
        shared_styles=BuiltinSharedStyles(database),
        overview=BuiltinOverview(database, clock),
        transactions=DatabaseTransactions(database, list_restorers(clock, rules.reserved)),
        importer=BuiltinImporter(database, rules.reserved, site_url, clock),
        import_undo=BuiltinImportUndo(database, list_restorers(clock, rules.reserved), clock),
        previews=previews,
        redirects=BuiltinRedirects(database, site_url, clock, rules.reserved),
        field_groups=BuiltinFieldGroups(database),
        links=BuiltinLinks(database, site_url, rules.reserved),
        seo_settings=BuiltinSeoSettings(database),
        seo=BuiltinSeo(database, site_url, clock),
        elementor=BuiltinElementor(database, site_url, clock, rules),
        elementor_components=BuiltinElementorComponents(database),
        elementor_templates=BuiltinElementorTemplates(database, rules),
        capabilities=partial(list_capabilities, public=previews is not None),
        state=lambda: (database.state(), previews.period() if previews else 0),
        works=list_works(database, media_intake, site_url, clock),
    )
