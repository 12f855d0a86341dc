"""The tables of the service itself: keys, settings, the journal, approvals.

Moments are text in UTC ISO 8601 (`2026-07-28T09:30:00Z`): they sort as they read and go out as they are.
"""

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
)

from sitehand.store.metadata import new_metadata

metadata = new_metadata()

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
    Column("unfiltered_html", Boolean, nullable=False, server_default="0"),
    Column("drafts_only", Boolean, nullable=False, server_default="0"),
    Column("no_publish", Boolean, nullable=False, server_default="0"),
    Column("max_changes_per_hour", Integer),
    Column("without", String(200), nullable=False, server_default="", comment="Categories, separated by spaces."),
    Column(
        "locales",
        String(600),
        nullable=False,
        server_default="",
        comment="Those that it may change, separated by spaces; empty: all.",
    ),
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
    comment="Who has held a key's value because they made it. Rows are only added; undo and rotation keep them.",
    sqlite_autoincrement=True,
)

settings = Table(
    "settings",
    metadata,
    Column("name", String(100), primary_key=True),
    Column("value", Text, nullable=False),
    comment="Settings that the owner changes in the admin screens, of the service and of the built-in site.",
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
    Column("undoes", Text, nullable=False, server_default="[]", comment="JSON: ids of the changes that it undoes."),
    Column("previous", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    Column("approved_by_id", String(200), comment="The caller that approved it; in the hash when there is one."),
    Column(
        "form",
        Integer,
        nullable=False,
        server_default="1",
        comment="1: rows; 2: objects with what belongs to them; 3: these, long texts in the hash by their own hashes.",
    ),
    Column("site", Text, comment="Where it was made: the address, empty for the built-in one; null: before 3.8."),
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
    Column("before", Text, comment="JSON: the row before, or its columns that differ; null when it is new."),
    Column("after", Text, comment="JSON: the row after, or its columns that differ; null when it is gone."),
    Column("texts", Text, comment="JSON: of `before` and `after`, the hash of each long text by its field."),
    Index("ix_changed_objects_object", "kind", "object", "change_id"),
    sqlite_autoincrement=True,
)

creators = Table(
    "creators",
    metadata,
    # The columns of the key come first: without rowids, quick_check of SQLite 3.40 takes one column for another else.
    Column("kind", String(32), primary_key=True),
    Column("object", String(100), primary_key=True),
    Column("site", Text, primary_key=True, comment="The address of the site; empty for the built-in one."),
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
    comment="Which change was undone by which; follows from changes.undoes.",
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
    Column("site", Text, nullable=False, server_default="", comment="For which it was asked, as in changes."),
    comment="Writes that need approval, and their outcome.",
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
    Column("report", Text, nullable=False, comment="The outcome of a call that was interrupted."),
    Column("change_id", Integer),
    Column("site", Text, nullable=False, server_default="", comment="To which it is sent, as in changes."),
    comment="Writes being sent to a site that is not a database, and the outcome of interrupted ones.",
    sqlite_autoincrement=True,
)

jobs = Table(
    "jobs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String(40), nullable=False),
    Column("slot", String(100), unique=True, comment="Names what may exist only once, such as a recurring job."),
    Column("arguments", Text, nullable=False, comment="JSON, without secrets."),
    Column("caller", String(200), nullable=False, comment="Whose job it is; with the next five as in changes."),
    Column("label", String(300), nullable=False),
    Column("role", String(20), nullable=False),
    Column("operation", String(100), nullable=False),
    Column("door", String(20), nullable=False),
    Column("client", String(200), nullable=False),
    Column("state", String(10), nullable=False, comment="pending, running, done, failed or cancelled"),
    Column("due", String(20), nullable=False, comment="When a pending job begins."),
    Column("holder", String(32), nullable=False, server_default="", comment="The run that has it."),
    Column("lease", String(20), nullable=False, server_default="", comment="When its lease ends, unless extended."),
    Column("attempts", Integer, nullable=False, server_default="0", comment="Runs since the last step."),
    Column("cursor", Text, nullable=False, server_default="null", comment="JSON: where the next step begins."),
    Column("done", Integer, nullable=False, server_default="0"),
    Column("total", Integer, nullable=False, server_default="0"),
    Column("message", Text, nullable=False, server_default=""),
    Column("error", Text, nullable=False, server_default=""),
    Column("report", Text, nullable=False, server_default="[]", comment="JSON: lines."),
    Column("created", String(20), nullable=False),
    Column("updated", String(20), nullable=False),
    Index("ix_jobs_kind", "kind", "state", "due"),
    Index("ix_jobs_caller", "caller", "id"),
    comment="Work that outlives the call that asked for it.",
    sqlite_autoincrement=True,
)

uploads = Table(
    "uploads",
    metadata,
    Column("token_sha256", String(64), primary_key=True),
    Column("name", String(100), nullable=False, unique=True, comment="Name of the file among the received files."),
    Column("caller", String(200), nullable=False),
    Column("label", String(300), nullable=False),
    Column("role", String(20), nullable=False),
    Column("filename", String(200), nullable=False),
    Column("mime_type", String(100), nullable=False),
    Column("size", Integer, nullable=False),
    Column("expires", String(20), nullable=False),
    Column("used", String(20), comment="When a transfer began that has not failed."),
    comment="Addresses to which a file may be sent once.",
)
