"""The site's tables whose rows are journaled. A new table joins `TRACKED` after those that it refers to.

What belongs to an object of another table is named in `parts.py` too.
"""

from sitehand.hosts.builtin import tables
from sitehand.hosts.builtin.design_table import design
from sitehand.hosts.builtin.elementor_templates import TEMPLATE_STATE, elementor_templates
from sitehand.hosts.builtin.seo_table import item_seo
from sitehand.hosts.builtin.shared_styles import shared_styles
from sitehand.hosts.builtin.type_table import OWN_TYPES, content_types
from sitehand.store.tracked import Tracked, name_columns

DERIVED = frozenset({"title_rendered", "excerpt_rendered", "content_rendered", "links", "images", "path", "revision"})
TERM_STATE = ("slug", "name", "description", "parent")
"""What the revision of a term stands for."""
MEDIA_STATE = (
    *("slug", "title", "alt_text", "caption", "description"),
    *("parent", "author", "date", "source_url", "sha256"),
)
"""What the revision of a file stands for."""
COMMENT_STATE = ("post", "parent", "status", "author_name", "author_url", "content")
"""What the revision of a comment stands for."""
FIELD_GROUP_STATE = ("title", "types", "fields")
"""What the revision of a field group stands for."""
DESIGN_STATE = ("settings", "styles")
"""What the revision of the design system stands for."""
SHARED_STATE = ("items", "ranking")
"""What the revision of classes and of variables stands for."""
TYPE_STATE = (
    *("name", "singular_name", "description", "hierarchical", "public", "has_archive", "supports", "taxonomies"),
)
"""What the revision of a type of content stands for."""
REDIRECT_STATE = ("source", "target", "item", "code")
"""What the revision of a redirect stands for."""
TRACKED = (
    Tracked(tables.authors, "'author'", label="{row}.name"),
    Tracked(
        tables.terms,
        "'term'",
        label="{row}.name",
        revision=name_columns(TERM_STATE),
        left_out=frozenset({"count"}),
    ),
    Tracked(
        tables.media,
        "'media'",
        label="{row}.title",
        revision=name_columns(MEDIA_STATE),
    ),
    Tracked(tables.menus, "'menu'", label="{row}.name"),
    Tracked(
        content_types,
        "'content_type'",
        object="{row}.slug",
        label="{row}.name",
        revision=name_columns(TYPE_STATE),
    ),
    Tracked(
        tables.items,
        f"CASE WHEN {{row}}.type IN {OWN_TYPES} THEN {{row}}.type ELSE 'custom_item' END",
        kinds_of_rows=(*OWN_TYPES, "custom_item"),
        label="{row}.title",
        revision="{row}.revision",
        status="{row}.status",
        left_out=DERIVED,
        noticed=("revision",),
    ),
    Tracked(
        tables.comments,
        "'comment'",
        label="{row}.author_name",
        revision=f"name_state({', '.join('{row}.' + name for name in COMMENT_STATE)})",
        status="{row}.status",
    ),
    Tracked(
        tables.redirects,
        "'redirect'",
        label="{row}.source",
        revision=f"name_state({', '.join('{row}.' + name for name in REDIRECT_STATE)})",
    ),
    Tracked(
        tables.field_groups,
        "'field_group'",
        label="{row}.title",
        revision=name_columns(FIELD_GROUP_STATE),
    ),
    Tracked(design, "'design'", label="'Design system'", revision=name_columns(DESIGN_STATE)),
    Tracked(
        shared_styles,
        "{row}.kind",
        kinds_of_rows=("elementor_classes", "elementor_variables"),
        label="CASE {row}.id WHEN 1 THEN 'Global classes' ELSE 'Variables' END",
        revision=name_columns(SHARED_STATE),
        left_out=frozenset({"kind"}),
    ),
    Tracked(
        elementor_templates,
        "'elementor_template'",
        label="{row}.title",
        revision=name_columns(TEMPLATE_STATE),
    ),
    Tracked(tables.item_terms, "'item_term'", object="{row}.item_id || ':' || {row}.term_id"),
    Tracked(tables.item_elementor, "'item_elementor'", object="{row}.item_id", left_out=frozenset({"digest"})),
    Tracked(tables.item_fields, "'item_field'", object="{row}.item_id", left_out=frozenset({"digest"})),
    Tracked(item_seo, "'item_seo'", object="{row}.item_id", left_out=frozenset({"digest", "noindex", "canonical"})),
    Tracked(tables.menu_entries, "'menu_entry'", label="{row}.title"),
)
"""In an order in which rows can be put back: what others refer to comes first."""
