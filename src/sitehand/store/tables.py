"""Every table of the data folder's database: the service's own and the built-in site's.

Moments are text in UTC ISO 8601 (`2026-07-28T09:30:00Z`): they sort as they read and go out as they are.
"""

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_N_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

api_keys = Table(
    "api_keys",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("label", String(200), nullable=False),
    Column("role", String(20), nullable=False),
    Column("secret_sha256", String(64), nullable=False, unique=True),
    Column("first_characters", String(20), nullable=False),
    Column("requests_per_minute", Integer),
    Column("created", String(20), nullable=False),
    Column("last_used", String(20)),
    Column("expires", String(20)),
    Column("revoked", String(20)),
    sqlite_autoincrement=True,
)

retired_secrets = Table(
    "retired_secrets",
    metadata,
    Column("secret_sha256", String(64), primary_key=True),
    Column("key_id", ForeignKey("api_keys.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("valid_until", String(20), nullable=False),
    comment="Secrets replaced by a rotation; they work until the end of the grace period.",
)

key_makers = Table(
    "key_makers",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", String(40), nullable=False, index=True, comment="The key as a caller: key:12."),
    Column("maker", String(200), nullable=False, comment="Who created or rotated it; unknown: before 3.8."),
    Column("act", String(10), nullable=False, comment="created or rotated"),
    Column("at", String(20), nullable=False),
    comment="Who has held a key's value because they made it. Rows are only added: neither undo nor rotation ends it.",
    sqlite_autoincrement=True,
)

settings = Table(
    "settings",
    metadata,
    Column("name", String(100), primary_key=True),
    Column("value", Text, nullable=False),
    comment="Settings that the owner changes in the admin screens, of the service and of the built-in site.",
)

authors = Table(
    "authors",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(250), nullable=False),
    Column("slug", String(200), nullable=False, unique=True),
    Column("bio", Text, nullable=False, server_default=""),
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
    # A slug is the page's name among its siblings, a post's among all posts; drafts may have none yet.
    # SQLite uses the index only for statements that say so too (slug <> '').
    Index("ux_items_slug", "type", "slug", "parent", unique=True, sqlite_where=text("slug <> ''")),
    # The status stands last, so that a list of any-but-trash is read from the index alone.
    Index("ix_items_list", "type", "date", "id", "status"),
    Index("ix_items_status", "type", "status", "date", "id"),
    # Every order of a list has its index.
    Index("ix_items_modified", "type", "modified", "id", "status"),
    Index("ix_items_title", "type", text("title COLLATE NOCASE"), "id", "status"),
    Index("ix_items_slug", "type", "slug", "id", "status"),
    Index("ix_items_menu_order", "type", "menu_order", "id", "status"),
    Index("ix_items_id", "type", "id", "status"),
    Index("ix_items_author", "type", "author", "date", "id", "status"),
    Index("ix_items_sticky", "type", "date", "id", sqlite_where=text("sticky = 1")),
    Index("ix_items_parent", "type", "parent", "menu_order"),
    # The public navigation reads a few pages of each level, on a site of any size.
    Index(
        "ix_items_navigation",
        "parent",
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
    UniqueConstraint("taxonomy", "slug"),
    Index("ix_terms_name", "taxonomy", text("name COLLATE NOCASE"), "id"),
    Index("ix_terms_id", "taxonomy", "id"),
    Index("ix_terms_count", "taxonomy", "count", "id"),
    Index("ix_terms_parent", "taxonomy", "parent", text("name COLLATE NOCASE")),
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
    Column("modified", String(20), nullable=False, server_default="", comment="Empty: as long ago as the date."),
    Column("author", Integer, nullable=False, server_default="1"),
    Column("mime_type", String(100), nullable=False, server_default=""),
    Column("sha256", String(64), nullable=False, server_default="", comment="Empty: the file is on another server."),
    Column("details", Text, nullable=False, server_default="{}", comment="JSON: width, height, sizes."),
    # Every order of a list has its index.
    Index("ix_media_date", "date", "id"),
    Index("ix_media_modified", "modified", "id"),
    Index("ix_media_title", text("title COLLATE NOCASE"), "id"),
    Index("ix_media_slug", "slug", "id"),
    Index("ix_media_parent", "parent"),
    Index("ix_media_sha256", "sha256"),
    Index("ux_media_address", "source_url", unique=True, sqlite_where=text("sha256 <> ''")),
    sqlite_autoincrement=True,
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

changes = Table(
    "changes",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", String(20), nullable=False),
    Column("milliseconds", Integer, nullable=False),
    Column("request_id", String(64), nullable=False),
    Column("caller", String(200), nullable=False),
    Column("label", String(300), nullable=False),
    Column("role", String(20), nullable=False),
    Column("door", String(20), nullable=False),
    Column("client", String(200), nullable=False),
    Column("operation", String(100), nullable=False),
    Column("arguments", Text, nullable=False, comment="JSON, without secrets."),
    Column("outcome", String(20), nullable=False),
    Column("approved_by", String(300)),
    Column("undoes", Text, nullable=False, server_default="[]", comment="JSON: ids of the changes it takes back."),
    Column("previous", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    Column("approved_by_id", String(200), comment="The caller that approved it; in the hash when there is one."),
    Column(
        "form",
        Integer,
        nullable=False,
        server_default="1",
        comment="1: rows; 2: objects with what belongs to them.",
    ),
    Index("ix_changes_caller", "caller", "id"),
    Index("ix_changes_operation", "operation", "id"),
    Index("ix_changes_request", "request_id"),
    comment="The journal: a row for each transaction that changed something, with the hash of the row before.",
    sqlite_autoincrement=True,
)

changed_objects = Table(
    "changed_objects",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("change_id", ForeignKey("changes.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(32), nullable=False),
    Column("object", String(100), nullable=False),
    Column("label", String(200), nullable=False),
    Column("before", Text, comment="JSON: the row that was, or the columns that were otherwise; null when it is new."),
    Column("after", Text, comment="JSON: the row that is, or the columns that are otherwise; null when it is gone."),
    Column("texts", Text, comment="JSON: of `before` and `after`, the hash of each long text by its field."),
    Index("ix_changed_objects_object", "kind", "object", "change_id"),
    sqlite_autoincrement=True,
)

creators = Table(
    "creators",
    metadata,
    Column("kind", String(32), primary_key=True),
    Column("object", String(100), primary_key=True),
    Column("caller", String(200), nullable=False),
    comment="Who made each object. Rows are only added, and outlive the journal's entry.",
    sqlite_with_rowid=False,
)

texts = Table(
    "texts",
    metadata,
    Column("sha256", String(64), primary_key=True),
    Column("refs", Integer, nullable=False, comment="How many fields of rows name it."),
    Column("body", LargeBinary, nullable=False, comment="UTF-8, compressed by zlib."),
    comment="Long texts of the journal and of revisions, each once.",
)

undone_changes = Table(
    "undone_changes",
    metadata,
    Column("undone", Integer, primary_key=True),
    Column("change_id", ForeignKey("changes.id", ondelete="CASCADE"), primary_key=True, index=True),
    comment="Which change was taken back by which; follows from changes.undoes.",
)

replays = Table(
    "replays",
    metadata,
    Column("key", String(64), primary_key=True, comment="SHA-256 of the caller and its idempotency key."),
    Column("fingerprint", String(64), nullable=False, comment="SHA-256 of the operation and its arguments."),
    Column("answer", LargeBinary, nullable=False, comment="Encrypted under the idempotency key, which is not kept."),
    Column("at", String(20), nullable=False, index=True),
)

pending_changes = Table(
    "pending_changes",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", String(20), nullable=False),
    Column("expires", String(20), nullable=False),
    Column("caller", String(200), nullable=False, index=True),
    Column("label", String(300), nullable=False),
    Column("role", String(20), nullable=False),
    Column("door", String(20), nullable=False),
    Column("client", String(200), nullable=False),
    Column("operation", String(100), nullable=False),
    Column("arguments", Text, nullable=False),
    Column("preview", Text, nullable=False),
    Column("revision", String(64)),
    Column("reason", Text, nullable=False),
    Column("state", String(20), nullable=False, index=True),
    Column("decided_by", String(300)),
    Column("decided_at", String(20)),
    Column("note", Text, nullable=False, server_default=""),
    Column("decided_by_id", String(200)),
    Column("decided_by_kind", String(20), comment="owner, key, plugin or token"),
    Column("size", Integer, nullable=False, server_default="0", comment="Bytes of the arguments and the preview."),
    Column("digest", String(64), comment="SHA-256 of what was shown; null: before 3.8."),
    comment="Writes that wait for a person, and what became of them.",
    sqlite_autoincrement=True,
)

usage = Table(
    "usage",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("caller", String(200), primary_key=True),
    Column("label", String(300), nullable=False),
    Column("calls", Integer, nullable=False, server_default="0"),
    Column("changes", Integer, nullable=False, server_default="0"),
    Column("no_ops", Integer, nullable=False, server_default="0"),
    comment="Calls per day and caller, written every few seconds.",
)

claims = Table(
    "claims",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", String(64), unique=True, comment="SHA-256 of the caller and its idempotency key."),
    Column("holder", String(32), nullable=False, comment="The process; see store/holders.py."),
    Column("state", String(10), nullable=False, index=True, comment="sending, unknown or settled"),
    Column("at", String(20), nullable=False),
    Column("objects", Text, nullable=False, comment='JSON: such as ["page:12"].'),
    Column("by", Text, nullable=False, comment="JSON: whose call it is, without secrets."),
    Column("steps", Text, nullable=False, comment="JSON: what is about to be sent, without secrets."),
    Column("ids", Text, nullable=False, comment="JSON: the objects of the steps that are known to be done."),
    Column("report", Text, nullable=False, comment="What came of a call that was cut off."),
    Column("change_id", Integer),
    comment="What is being sent to a site that is no database, and what came of what was cut off.",
    sqlite_autoincrement=True,
)
