"""The kinds of objects that every site has: those of the port, and the service's own."""

from collections.abc import Mapping
from dataclasses import replace

from sitehand.site.comments import expose_comment
from sitehand.site.elementor import break_elements
from sitehand.site.kind import Form, Kind, Kinds, expose_by_status, expose_never
from sitehand.site.terms import TAG

DERIVED = frozenset({"id", "revision", "modified"})
ITEM_DETAILS = DERIVED | {"floating_date", "status_before_trash", "import_source"}
ITEM_REFERENCES = {
    **{"parent": "item", "author": "author", "featured_media": "media"},
    **{"translation_of": "item", "categories": "term", "tags": "term", "other_terms": "term"},
}
ITEM_LINES = {"elementor_data": break_elements}
ITEM_FORMS: Mapping[str, Form] = {"title": "inline", "elementor_data": "json", "elementor_page_settings": "json"}
REMOVES = "This page is the site's {}. To remove it changes the settings of the site, which a key of an author cannot."
SECRETS = "The setting {id} cannot be restored: the journal does not store secrets."

PAGE = Kind(
    name="page",
    singular="page",
    plural="pages",
    collection="pages",
    is_item=True,
    has_editor=True,
    has_blocks=True,
    previewed=True,
    expose=expose_by_status,
    secret=frozenset({"password"}),
    quiet=ITEM_DETAILS,
    authors="own",
    sequence="item",
    references=ITEM_REFERENCES,
    lines=ITEM_LINES,
    forms=ITEM_FORMS,
    localized=True,
    dated=True,
)
POST = replace(PAGE, name="post", singular="post", plural="posts", collection="posts")
CUSTOM_ITEM = replace(
    PAGE,
    name="custom_item",
    singular="custom item",
    plural="custom items",
    collection="custom_items",
    reader="get_content",
)
CONTENT_TYPE = Kind(
    name="content_type",
    singular="type of content",
    plural="types of content",
    forms={
        **{"name": "words", "singular_name": "words", "description": "words"},
        **{"supports": "json", "taxonomies": "json"},
    },
)
PATTERN = replace(
    PAGE,
    name="pattern",
    singular="pattern",
    plural="patterns",
    collection="patterns",
    previewed=False,
    is_part=True,
    localized=False,
)
NAVIGATION = replace(
    PATTERN,
    name="navigation",
    singular="navigation",
    plural="navigations",
    collection="navigations",
    frames_site=True,
    authors="none",
)
MEDIA = Kind(
    name="media",
    singular="file",
    plural="files",
    collection="media",
    quiet=DERIVED | {"import_source"},
    forms={"title": "inline", "alt_text": "words"},
    authors="own",
    attached_by="parent",
    sequence="media",
    references={"parent": "item", "author": "author", "collections": "term"},
    # The address that a new file gets depends on the month, and on those that are taken.
    varying=DERIVED | {"slug", "source_url", "details"},
    dated=True,
)
TERM = Kind(
    name="term",
    singular="term",
    plural="terms",
    forms={"name": "words", "description": "description"},
    authors="own",
    authors_make=lambda fields: fields.get("taxonomy") == TAG,
    sequence="term",
    references={"parent": "term"},
)
COMMENT = Kind(
    name="comment",
    singular="comment",
    plural="comments",
    expose=expose_comment,
    removed=frozenset({"spam", "trash"}),
    quiet=DERIVED | {"import_source"},
    authors="own",
    sequence="comment",
    references={"post": "item", "parent": "comment", "author": "author"},
    dated=True,
)
NOTE = Kind(
    name="note",
    singular="note",
    plural="notes",
    expose=expose_never,
    quiet=DERIVED,
    authors="any",
    sequence="note",
    references={"post": "item", "parent": "note", "author": "author"},
    dated=True,
)
REDIRECT = Kind(
    name="redirect",
    singular="redirect",
    plural="redirects",
    authors="any",
    incidental=True,
    sequence="redirect",
    references={"item": "item"},
    varying=DERIVED | {"created"},
)
FIELD_GROUP = Kind(
    name="field_group",
    singular="field group",
    plural="field groups",
    expose=None,
    sequence="field_group",
    forms={"title": "words", "types": "json", "fields": "json"},
)
DESIGN = Kind(
    name="design",
    singular="design system",
    plural="design systems",
    forms={"settings": "json", "styles": "json"},
)
ELEMENTOR_CLASSES = Kind(
    name="elementor_classes",
    singular="set of Elementor classes",
    plural="sets of Elementor classes",
    forms={"items": "json", "ranking": "json"},
)
ELEMENTOR_VARIABLES = replace(
    ELEMENTOR_CLASSES,
    name="elementor_variables",
    singular="set of Elementor variables",
    plural="sets of Elementor variables",
)
ELEMENTOR_COMPONENT = Kind(
    name="elementor_component",
    singular="Elementor component",
    plural="Elementor components",
    sequence="elementor_component",
    lines={"content": break_elements},
    forms={"title": "words", "content": "json", "properties": "json"},
)
ELEMENTOR_TEMPLATE = Kind(
    name="elementor_template",
    singular="Elementor template",
    plural="Elementor templates",
    has_editor=True,
    quiet=DERIVED | {"import_source", "imported_revision"},
    sequence="elementor_template",
    # On a WordPress it is a post, with the fields of one.
    secret=frozenset({"password"}),
    references=ITEM_REFERENCES,
    lines={"content": break_elements, **ITEM_LINES},
    forms={**ITEM_FORMS, "title": "words", "content": "json", "page_settings": "json"},
)
TEMPLATE = Kind(
    name="template",
    singular="template",
    plural="templates",
    has_blocks=True,
    frames_site=True,
)
TEMPLATE_PART = replace(TEMPLATE, name="template_part", singular="template part", plural="template parts")
WIDGET = replace(TEMPLATE, name="widget", singular="widget", plural="widgets", sequence="widget")
WIDGET_AREA = Kind(
    name="widget_area",
    singular="area for widgets",
    plural="areas for widgets",
    frames_site=True,
    references={"widgets": "widget"},
)
MENU = Kind(
    name="menu",
    singular="menu",
    plural="menus",
    sequence="menu",
    references={"entries.item_id": "item"},
    varying=DERIVED | {"entries.id"},
)
# What entries of before 3.8 tell apart from its post or menu.
ITEM_TERM = Kind(
    name="item_term",
    singular="use of a term",
    plural="uses of terms",
    incidental=True,
    references={"item_id": "item", "term_id": "term"},
)
MENU_ENTRY = Kind(
    name="menu_entry",
    singular="menu entry",
    plural="menu entries",
    quiet=DERIVED | {"import_source"},
    sequence="menu_entry",
    references={"menu_id": "menu", "item_id": "item", "parent": "menu_entry"},
)
AUTHOR = Kind(
    name="author",
    singular="author",
    plural="authors",
    incidental=True,
    sequence="author",
)

KEY = Kind(
    name="key",
    singular="key",
    plural="keys",
    shown=False,
    expose=None,
    secret=frozenset({"secret_sha256"}),
    sequence="key",
    varying=DERIVED | {"created", "last_used", "first_characters"},
    moments=frozenset({"revoked"}),
    restored=frozenset({"requests_per_minute"}),
)
RETIRED_SECRET = Kind(
    name="retired_secret",
    singular="replaced value of a key",
    plural="replaced values of keys",
    shown=False,
    expose=None,
    untold=True,
)
SETTING = Kind(
    name="setting",
    singular="setting",
    plural="settings",
    expose=None,
    secret_of=dict.fromkeys(("owner_password", "broker", "wordpress"), frozenset({"value"})),
    final_of=dict.fromkeys(("owner_password", "broker", "wordpress"), SECRETS),
    authors_told={
        **dict.fromkeys(("show_on_front", "page_on_front"), REMOVES.format("front page")),
        "page_for_posts": REMOVES.format("posts page"),
    },
    always_there=True,
)
PENDING_CHANGE = Kind(
    name="pending_change",
    singular="pending change",
    plural="pending changes",
    shown=False,
    expose=None,
    secret=frozenset({"arguments", "preview"}),
    incidental=True,
    authors="any",
    sequence="pending_change",
    moments=frozenset({"decided_at"}),
    final="The pending change {id} cannot be undone: requests and decisions are final.",
)
ABILITY_RUN = Kind(
    name="ability_run",
    singular="run of an ability",
    plural="runs of abilities",
    expose=None,
    forms={"input": "json"},
    authors="any",
    opaque=True,
    final="What the ability {id} did cannot be undone: WordPress does not tell what it changed.",
)

KINDS = Kinds([each for each in vars().values() if isinstance(each, Kind)])
"""All that stand here, in the order in which screens offer them. A host adds its own: `KINDS.extended(...)`."""
