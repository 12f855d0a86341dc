"""The site's tables of `tables.py` whose rows are journaled. A table that stands with its noun is tracked there.

What belongs to an object of another table is named in `parts.py` too.
"""

from sitehand.hosts.builtin import tables
from sitehand.hosts.builtin.passwords import is_same_password
from sitehand.site.item_kinds import OWN_TYPES
from sitehand.site.kinds import (
    AUTHOR,
    COMMENT,
    CUSTOM_ITEM,
    FIELD_GROUP,
    ITEM_TERM,
    MEDIA,
    MENU,
    MENU_ENTRY,
    NAVIGATION,
    PAGE,
    PATTERN,
    POST,
    REDIRECT,
    TERM,
)
from sitehand.store.tracked import Tracked, name_columns, track

DERIVED = frozenset({"title_rendered", "excerpt_rendered", "content_rendered", "links", "images", "path", "revision"})
TERM_STATE = ("slug", "name", "description", "parent", "menu_order")
"""What the revision of a term stands for."""
MEDIA_STATE = (
    *("slug", "title", "alt_text", "caption", "description"),
    *("parent", "author", "date", "source_url", "sha256", "focal_x", "focal_y", "collected"),
)
"""What the revision of a file stands for."""
COMMENT_STATE = ("post", "parent", "status", "author_name", "author_url", "content")
"""What the revision of a comment stands for."""
FIELD_GROUP_STATE = ("title", "types", "fields")
"""What the revision of a field group stands for."""
REDIRECT_STATE = ("source", "target", "item", "code")
"""What the revision of a redirect stands for."""

track(Tracked(tables.authors, (AUTHOR,), label="{row}.name"))
track(
    Tracked(
        tables.terms,
        (TERM,),
        label="{row}.name",
        revision=name_columns(TERM_STATE),
        left_out=frozenset({"count"}),
    )
)
track(
    Tracked(
        tables.media,
        (MEDIA,),
        label="{row}.title",
        revision=name_columns(MEDIA_STATE),
        left_out=frozenset({"collected", "unused"}),
        noticed=("collected",),
    )
)
track(Tracked(tables.menus, (MENU,), label="{row}.name"))
track(Tracked(tables.menu_entries, (MENU_ENTRY,), label="{row}.title"))
track(
    Tracked(
        tables.items,
        (PAGE, POST, PATTERN, NAVIGATION, CUSTOM_ITEM),
        f"CASE WHEN {{row}}.type IN {OWN_TYPES} THEN {{row}}.type ELSE '{CUSTOM_ITEM.name}' END",
        label="{row}.title",
        revision="{row}.revision",
        status="{row}.status",
        left_out=DERIVED,
        noticed=("revision",),
        alike={"password": is_same_password},
    )
)
track(Tracked(tables.item_terms, (ITEM_TERM,), object="{row}.item_id || ':' || {row}.term_id"))
track(Tracked(tables.item_elementor, (), "'item_elementor'", "{row}.item_id", left_out=frozenset({"digest"})))
track(Tracked(tables.item_fields, (), "'item_field'", "{row}.item_id", left_out=frozenset({"digest"})))
track(
    Tracked(
        tables.comments,
        (COMMENT,),
        label="{row}.author_name",
        revision=name_columns(COMMENT_STATE),
        status="{row}.status",
    )
)
track(
    Tracked(
        tables.redirects,
        (REDIRECT,),
        label="{row}.source",
        revision=name_columns(REDIRECT_STATE),
        left_out=frozenset({"hits"}),
    )
)
track(Tracked(tables.field_groups, (FIELD_GROUP,), label="{row}.title", revision=name_columns(FIELD_GROUP_STATE)))
