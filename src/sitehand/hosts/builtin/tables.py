"""The tables of the built-in site: its items, terms, files and menus.

Moments are text in UTC ISO 8601 (`2026-07-28T09:30:00Z`): they sort as they read and go out as they are.
"""

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint, text

from sitehand.hosts.builtin.derived_tables import UNUSED, document_images, item_field_values, item_links, metadata

__all__ = ["UNUSED", "document_images", "item_field_values", "item_links", "metadata"]

authors = Table(
    "authors",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(250), nullable=False),
    Column("slug", String(200), nullable=False, unique=True),
    Column("bio", Text, nullable=False, server_default=""),
    Index("ix_authors_name", text("name COLLATE NOCASE"), "id"),
    sqlite_autoincrement=True,
)

items = Table(
    "items",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("type", String(20), nullable=False),
    Column("status", String(20), nullable=False),
    Column("slug", String(200), nullable=False),
    Column("parent", Integer, nullable=False, server_default="0"),
    Column("menu_order", Integer, nullable=False, server_default="0"),
    Column("date", String(20), nullable=False),
    Column("modified", String(20), nullable=False),
    Column("author", ForeignKey("authors.id"), nullable=False),
    Column("featured_media", Integer, nullable=False, server_default="0"),
    Column("sticky", Boolean, nullable=False, server_default="0"),
    Column("password", String(255), nullable=False, server_default=""),
    Column("title", Text, nullable=False),
    Column("title_rendered", Text, nullable=False),
    Column("excerpt", Text, nullable=False),
    Column("excerpt_rendered", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("content_rendered", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("revision", String(16), nullable=False),
    Column("floating_date", Boolean, nullable=False, server_default="0"),
    Column("status_before_trash", String(20), nullable=False, server_default=""),
    Column("import_source", Text, unique=True),
    Column("links", Text, nullable=False, server_default="[]", comment="JSON: the links of its content."),
    Column("locale", String(35), nullable=False, server_default="", comment="Empty: the language of the site."),
    Column("translation_of", Integer, nullable=False, server_default="0", comment="What names its group; 0: its id."),
    Column("images", Text, nullable=False, server_default="[]", comment="JSON: the images that its content shows."),
    # A slug is the page's name among its siblings, a post's among all posts of its locale; drafts may have none yet.
    # SQLite uses the index only for statements that say so too (slug <> '').
    Index("ux_items_slug", "type", "slug", "parent", "locale", unique=True, sqlite_where=text("slug <> ''")),
    # The status comes last, so that a list of any-but-trash is read from the index alone.
    Index("ix_items_list", "type", "date", "id", "status"),
    # Visitors' lists walk it, or that of authors, past the posts of other locales.
    Index("ix_items_status", "type", "status", "date", "id", "locale"),
    # Every order of a list has its index.
    Index("ix_items_modified", "type", "modified", "id", "status"),
    Index("ix_items_title", "type", text("title COLLATE NOCASE"), "id", "status"),
    Index("ix_items_slug", "type", "slug", "id", "status"),
    Index("ix_items_menu_order", "type", "menu_order", "id", "status"),
    Index("ix_items_id", "type", "id", "status"),
    Index("ix_items_author", "type", "author", "date", "id", "status", "locale"),
    Index("ix_items_locale", "type", "locale", "date", "id", "status", sqlite_where=text("locale <> ''")),
    Index(
        "ix_items_author_locale",
        *("type", "author", "locale", "date", "id", "status"),
        sqlite_where=text("locale <> ''"),
    ),
    Index("ix_items_translation", "translation_of", "id", sqlite_where=text("translation_of <> 0")),
    Index("ix_items_sticky", "type", "date", "id", sqlite_where=text("sticky = 1")),
    Index("ix_items_parent", "type", "parent", "menu_order"),
    # The public navigation reads a few pages of each level, on a site of any size.
    Index(
        "ix_items_navigation",
        "parent",
        "locale",
        "menu_order",
        "title",
        sqlite_where=text("type = 'page' AND status = 'publish'"),
    ),
    Index("ix_items_path", "type", "path"),
    # What loses its picture when that is deleted.
    Index("ix_items_featured_media", "featured_media", sqlite_where=text("featured_media <> 0")),
    sqlite_autoincrement=True,
)

item_counts = Table(
    "item_counts",
    metadata,
    Column("type", String(20), primary_key=True),
    Column("status", String(20), primary_key=True),
    Column("count", Integer, nullable=False),
    comment="Kept by triggers on items, so that totals cost a look-up on a site of any size.",
)

item_sizes = Table(
    "item_sizes",
    metadata,
    Column("item_id", Integer, primary_key=True),
    Column("raw", Integer, nullable=False),
    Column("rendered", Integer, nullable=False),
    comment="Bytes of content and excerpt, kept by triggers on items, so that no list reads a body to measure it.",
)

revisions = Table(
    "revisions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("item_id", Integer, nullable=False),
    Column("revision", String(16), nullable=False),
    Column("at", String(20), nullable=False),
    Column("by", String(200), nullable=False),
    Column("action", String(20), nullable=False),
    Column("state", Text, nullable=False, comment="The stored fields after the change, as JSON; null for long texts."),
    Column("texts", Text, comment="JSON: the hash of each long text by its field."),
    Index("ix_revisions_item", "item_id", "id"),
    sqlite_autoincrement=True,
)

terms = Table(
    "terms",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("taxonomy", String(32), nullable=False),
    Column("slug", String(200), nullable=False),
    Column("name", String(250), nullable=False),
    Column("description", Text, nullable=False, server_default=""),
    Column("parent", Integer, nullable=False, server_default="0"),
    Column("count", Integer, nullable=False, server_default="0", comment="Published items; kept by triggers."),
    Column("menu_order", Integer, nullable=False, server_default="0", comment="Orders siblings, before names."),
    UniqueConstraint("taxonomy", "slug"),
    Index("ix_terms_name", "taxonomy", text("name COLLATE NOCASE"), "id"),
    Index("ix_terms_id", "taxonomy", "id"),
    Index("ix_terms_count", "taxonomy", "count", "id"),
    Index("ix_terms_parent", "taxonomy", "parent", text("name COLLATE NOCASE")),
    Index("ix_terms_order", "taxonomy", "menu_order", text("name COLLATE NOCASE"), "id"),
    Index("ix_terms_placed", "taxonomy", "parent", sqlite_where=text("menu_order < 0")),
    sqlite_autoincrement=True,
)

taxonomy_counts = Table(
    "taxonomy_counts",
    metadata,
    Column("taxonomy", String(32), primary_key=True),
    Column("count", Integer, nullable=False),
    comment="Kept by triggers on terms, so that totals cost a look-up.",
)

item_terms = Table(
    "item_terms",
    metadata,
    Column("item_id", ForeignKey("items.id", ondelete="CASCADE"), primary_key=True),
    Column("term_id", ForeignKey("terms.id", ondelete="CASCADE"), primary_key=True),
    Index("ix_item_terms_term", "term_id", "item_id"),
)

item_elementor = Table(
    "item_elementor",
    metadata,
    Column("item_id", ForeignKey("items.id", ondelete="CASCADE"), primary_key=True),
    Column("elementor_edit_mode", String(20), nullable=False),
    Column("elementor_template_type", String(50), nullable=False),
    Column("elementor_version", String(50), nullable=False),
    Column("elementor_page_settings", Text, nullable=False, comment="JSON, an object; empty for none."),
    Column("elementor_data", Text, nullable=False, comment="JSON, byte for byte as it came."),
    Column("digest", String(16), nullable=False, comment="Names the other columns, for the revision of the item."),
    comment="Elementor documents, each a part of its page or post.",
)

field_groups = Table(
    "field_groups",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("title", String(200), nullable=False),
    Column("types", Text, nullable=False, comment="JSON: the types of items that have its fields."),
    Column("fields", Text, nullable=False, comment="JSON: each field, without its defaults."),
    sqlite_autoincrement=True,
)

item_fields = Table(
    "item_fields",
    metadata,
    Column("item_id", ForeignKey("items.id", ondelete="CASCADE"), primary_key=True),
    Column("data", Text, nullable=False, comment="JSON: the values by the names of their fields."),
    Column("digest", String(16), nullable=False, comment="Names the data, for the revision of the item."),
    comment="Values of custom fields, each a part of its page or post.",
)

UNDESCRIBED = "mime_type >= 'image/' AND mime_type < 'image0' AND trim(alt_text) = ''"
"""Condition for pictures without alternative text. SQLite uses the index only for statements with these very words."""
FOCAL = "Hundredths of the {}, from the {}: the point that crops keep."
media = Table(
    "media",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("source_url", Text, nullable=False),
    Column("title", Text, nullable=False, server_default=""),
    Column("alt_text", Text, nullable=False, server_default=""),
    Column("caption", Text, nullable=False, server_default=""),
    Column("parent", Integer, nullable=False, server_default="0"),
    Column("date", String(20), nullable=False),
    Column("import_source", Text, unique=True),
    Column("slug", String(200), nullable=False, server_default=""),
    Column("description", Text, nullable=False, server_default=""),
    Column("modified", String(20), nullable=False, server_default="", comment="Empty: the same as the date."),
    Column("author", Integer, nullable=False, server_default="1"),
    Column("mime_type", String(100), nullable=False, server_default=""),
    Column("sha256", String(64), nullable=False, server_default="", comment="Empty: the file is on another server."),
    Column("details", Text, nullable=False, server_default="{}", comment="JSON: width, height, sizes."),
    Column("focal_x", Integer, nullable=False, server_default="50", comment=FOCAL.format("width", "left")),
    Column("focal_y", Integer, nullable=False, server_default="50", comment=FOCAL.format("height", "top")),
    Column("collected", Text, nullable=False, server_default="", comment="Ids of its terms, in order: of media_terms."),
    Column("unused", Boolean, nullable=False, server_default="0", comment="Nothing names it; kept by triggers."),
    # Every order of a list has its index.
    Index("ix_media_date", "date", "id"),
    Index("ix_media_modified", "modified", "id"),
    Index("ix_media_title", text("title COLLATE NOCASE"), "id"),
    Index("ix_media_slug", "slug", "id"),
    Index("ix_media_parent", "parent"),
    Index("ix_media_sha256", "sha256"),
    Index("ux_media_address", "source_url", unique=True, sqlite_where=text("sha256 <> ''")),
    Index("ix_media_undescribed", "date", "id", "mime_type", "alt_text", sqlite_where=text(UNDESCRIBED)),
    Index("ix_media_unused", "date", "id", sqlite_where=text(UNUSED)),
    sqlite_autoincrement=True,
)

comments = Table(
    "comments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("post", ForeignKey("items.id", ondelete="CASCADE"), nullable=False),
    Column("parent", Integer, nullable=False, server_default="0"),
    Column("type", String(20), nullable=False, server_default="comment"),
    Column("status", String(20), nullable=False),
    Column("author", Integer, nullable=False, server_default="0", comment="0: a visitor."),
    Column("author_name", Text, nullable=False, server_default=""),
    Column("author_url", Text, nullable=False, server_default=""),
    Column("date", String(20), nullable=False),
    Column("content", Text, nullable=False),
    Column("import_source", Text, unique=True),
    Index("ix_comments_date", "type", "date", "id", "status"),
    Index("ix_comments_status", "type", "status", "date", "id"),
    # The status comes last, so that a page's comments of several statuses are read in their order.
    Index("ix_comments_post", "post", "type", "date", "id", "status"),
    Index("ix_comments_parent", "parent"),
    sqlite_autoincrement=True,
)

redirects = Table(
    "redirects",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("source", Text, nullable=False, unique=True, comment="A path, decoded, without a slash at its end."),
    Column("target", Text, nullable=False, server_default=""),
    Column("item", ForeignKey("items.id", ondelete="CASCADE"), index=True, comment="What moved; now the target."),
    Column("code", Integer, nullable=False),
    Column("created", String(20), nullable=False),
    Column("hits", Integer, nullable=False, server_default="0", comment="Those of its source, kept by triggers."),
    Index("ix_redirects_target", "target"),
    Index("ix_redirects_hits", "hits", "id"),
    sqlite_autoincrement=True,
)

address_hits = Table(
    "address_hits",
    metadata,
    Column("path", Text, primary_key=True),
    Column("hits", Integer, nullable=False),
    Column("first", String(20), nullable=False),
    Column("last", String(20), nullable=False),
    Index("ix_address_hits_hits", text("hits DESC"), "path"),
    comment="Visits of addresses that are redirected or missing, written every few seconds.",
)

menus = Table(
    "menus",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("slug", String(200), nullable=False, unique=True),
    Column("name", String(250), nullable=False),
    sqlite_autoincrement=True,
)

menu_entries = Table(
    "menu_entries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("menu_id", ForeignKey("menus.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("parent", Integer, nullable=False, server_default="0"),
    Column("position", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("url", Text, nullable=False, server_default=""),
    Column("item_id", Integer, nullable=False, server_default="0"),
    Column("import_source", Text, unique=True),
    sqlite_autoincrement=True,
)
