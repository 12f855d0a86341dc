"""A WordPress site as a host."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from sitehand.files.intake import Intake
from sitehand.hosts.wordpress import companion
from sitehand.hosts.wordpress.abilities import WordPressAbilities
from sitehand.hosts.wordpress.ability_runs import AbilityRuns
from sitehand.hosts.wordpress.attachments import Attachments
from sitehand.hosts.wordpress.block_types import WordPressBlockTypes
from sitehand.hosts.wordpress.capabilities import ELEMENTOR
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.comment_resource import CommentResource
from sitehand.hosts.wordpress.comments import WordPressComments
from sitehand.hosts.wordpress.custom_item_resource import CustomItems
from sitehand.hosts.wordpress.custom_items import WordPressCustomItems
from sitehand.hosts.wordpress.custom_types import CustomType, name_bases, name_taxonomies
from sitehand.hosts.wordpress.design import GlobalStyles, WordPressDesign
from sitehand.hosts.wordpress.document_uses import Documents
from sitehand.hosts.wordpress.elementor import WordPressElementor
from sitehand.hosts.wordpress.elementor_kit import WordPressKit
from sitehand.hosts.wordpress.elementor_library import Library
from sitehand.hosts.wordpress.elementor_registry import WordPressElementorRegistry
from sitehand.hosts.wordpress.elementor_templates import WordPressElementorTemplates
from sitehand.hosts.wordpress.item_shape import Shape
from sitehand.hosts.wordpress.items import Items, WordPressItems
from sitehand.hosts.wordpress.journal import Journal
from sitehand.hosts.wordpress.ledger import Ledger
from sitehand.hosts.wordpress.locks import Locks
from sitehand.hosts.wordpress.media import WordPressMedia
from sitehand.hosts.wordpress.media_uses import FileUses
from sitehand.hosts.wordpress.navigations import NavigationItems, Navigations
from sitehand.hosts.wordpress.note_resource import NoteResource
from sitehand.hosts.wordpress.notes import WordPressNotes
from sitehand.hosts.wordpress.overview import WordPressOverview
from sitehand.hosts.wordpress.pages import Pages
from sitehand.hosts.wordpress.patterns import PatternItems, Patterns, WordPressRegisteredPatterns
from sitehand.hosts.wordpress.posts import Posts
from sitehand.hosts.wordpress.resources import SecretMarks
from sitehand.hosts.wordpress.revisions import WordPressRevisions
from sitehand.hosts.wordpress.search import WordPressSearch
from sitehand.hosts.wordpress.seo import WordPressSeo
from sitehand.hosts.wordpress.settings import Options, WordPressSettings
from sitehand.hosts.wordpress.shared_styles import make_resources
from sitehand.hosts.wordpress.shared_styles_store import WordPressSharedStyles
from sitehand.hosts.wordpress.template_resource import list_resources
from sitehand.hosts.wordpress.templates import WordPressTemplates
from sitehand.hosts.wordpress.term_removal import TermRemoval
from sitehand.hosts.wordpress.term_resource import TermResource
from sitehand.hosts.wordpress.terms import Terms
from sitehand.hosts.wordpress.transactions import StagedTransactions
from sitehand.hosts.wordpress.types import WordPressTypes
from sitehand.hosts.wordpress.users import WordPressUsers
from sitehand.hosts.wordpress.visitors import Visitors
from sitehand.hosts.wordpress.widget_area_resource import WidgetAreaResource
from sitehand.hosts.wordpress.widget_areas import WordPressWidgetAreas
from sitehand.hosts.wordpress.widget_resource import WidgetResource
from sitehand.site.connection import Facts
from sitehand.site.elementor_kit import ElementorKit
from sitehand.site.host import Host
from sitehand.site.media import TYPE as FILES
from sitehand.site.values import utc_now
from sitehand.store.database import Database
from sitehand.store.staged_files import StagedFiles
from sitehand.store.transactions import DatabaseTransactions

FEATURES = ("pages", "posts", "search", "revisions", "scheduling", "trash", "public-site")


@dataclass(frozen=True, slots=True, kw_only=True)
class WordPressHost(Host):
    """The site with its transactions."""

    transactions: StagedTransactions

    async def settle(self) -> list[str]:
        """Find out what came of calls that were cut off, in sentences; for the start, and now and then."""
        return await self.transactions.settling.settle_all()


def make_intake(database: Database) -> Intake:
    """What takes new files in."""
    hint = "WordPress takes no SVG. Send a PNG or WebP."
    return Intake(StagedFiles(database.path.parent), beside=False, refuse_svg=hint)


def list_types(facts: Facts | None) -> list[CustomType]:
    """The custom types of a site."""
    return [CustomType(**each) for each in (facts.types if facts else [])]


def list_shapes(facts: Facts | None) -> Mapping[str, Shape]:
    """What pages, posts and files of a site have."""
    documents = facts is not None and ELEMENTOR in facts.namespaces
    taxonomies = name_taxonomies(facts.taxonomies if facts else {})
    return {kind: Shape(taxonomies=found, documents=documents) for kind, found in taxonomies.items()}


def build_host(
    client: Client,
    database: Database,
    secret: str,
    clock: Callable[[], datetime] = utc_now,
    facts: Facts | None = None,
    visitors: Visitors | None = None,
) -> WordPressHost:
    """The WordPress that the client talks to; nobody is asked yet. `secret` marks passwords, so that none is kept;
    `facts` is what is known of the site, and `visitors` looks at public pages after a write.

    What is being sent is written down in the database.
    """
    version, namespaces = (facts.version, facts.namespaces) if facts else ("", [])
    marks, types, shapes, styles = SecretMarks(secret), list_types(facts), list_shapes(facts), GlobalStyles(client)
    pages, posts = (Items(client, kind, marks, clock, shapes[kind]) for kind in ("page", "post"))
    patterns, navigations = PatternItems(client, marks, clock), NavigationItems(client, marks, clock)
    custom, terms = CustomItems(client, types, marks, clock), TermResource(client, name_bases(types, shapes))
    content, own = (pages, posts, patterns, navigations, custom), DatabaseTransactions(database)
    options, widgets, areas = Options(client), WidgetResource(client), WidgetAreaResource(client)
    library, files = Library(client, marks, clock), Attachments(client, terms, shapes[FILES].taxonomies)
    comments, notes, templates = CommentResource(client), NoteResource(client), (*list_resources(client), widgets)
    shared, runs, locks = make_resources(client), AbilityRuns(), Locks(client, told=companion.NAMESPACE in namespaces)
    resources = (*content, library, terms, files, comments, notes, options, styles, *templates, areas, runs, *shared)
    transactions = StagedTransactions(client, resources, Ledger(database, Journal()), own, locks, visitors)
    documents = Documents((pages, posts, library), transactions)
    uses = FileUses(content, transactions, documents if ELEMENTOR in namespaces else None)
    return WordPressHost(
        name="wordpress",
        version=version,
        release=version,
        features=FEATURES,
        pages=Pages(client, pages, transactions, terms),
        posts=Posts(client, posts, transactions, terms),
        patterns=Patterns(client, patterns, transactions, terms),
        navigations=Navigations(client, navigations, transactions, terms),
        custom_items=WordPressCustomItems(client, custom, transactions, terms),
        registered_patterns=WordPressRegisteredPatterns(client),
        terms=Terms(terms, TermRemoval(client, terms, (pages, posts, custom, files)), transactions),
        comments=WordPressComments(client, comments, (pages, posts, custom), transactions),
        notes=WordPressNotes(client, notes, (pages, posts, custom), transactions),
        types=WordPressTypes(client, [each.slug for each in types]),
        users=WordPressUsers(client),
        search=WordPressSearch(client, (pages, posts, *custom.all)),
        revisions=WordPressRevisions(client, content),
        items=WordPressItems(content, transactions),
        elementor=WordPressElementor(client, (pages, posts), transactions),
        elementor_kit=ElementorKit(library.kind, WordPressKit(client, library, transactions)),
        elementor_registry=WordPressElementorRegistry(client, locks),
        elementor_templates=WordPressElementorTemplates(client, library, documents, transactions),
        shared_styles=WordPressSharedStyles(shared, documents, transactions),
        seo=WordPressSeo(client, (pages, posts, custom), transactions) if facts and facts.seo else None,
        media=WordPressMedia(client, files, (pages, posts, custom), transactions, make_intake(database), uses),
        settings=WordPressSettings(options, transactions),
        design=WordPressDesign(client, styles, transactions),
        templates=WordPressTemplates(templates, transactions),
        widget_areas=WordPressWidgetAreas(areas, widgets, transactions),
        overview=WordPressOverview(client, clock),
        abilities=WordPressAbilities(client, runs, transactions),
        block_types=WordPressBlockTypes(client, version),
        transactions=transactions,
    )
