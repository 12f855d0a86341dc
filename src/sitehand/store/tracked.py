"""The tables whose rows are state of the site: of which kind each row is, what names it, and which columns count.

Columns that follow from others (rendered text, paths) are left out: who puts a row back works them out again.
"""

from dataclasses import dataclass, field

from sqlalchemy import Table

from sitehand.site.kinds import SETTING
from sitehand.store import site_tables, tables

SECRET_SETTINGS = tuple(SETTING.secret_of)
UNTRACKED_SETTINGS = ("session_secret", "journal_anchor", "clock_seen")


@dataclass(frozen=True, slots=True)
class Tracked:
    """A table whose changes are captured. `kind`, `object`, `label` and `revision` are SQL over `{row}`.

    `left_out` are columns that follow from others, or that are no state of the site; `noticed` are those of them whose
    change is noted all the same: the revision of an object of which only what belongs to it has changed.
    """

    table: Table
    kind: str
    object: str = "{row}.id"
    label: str = "''"
    revision: str | None = None
    status: str = "''"
    left_out: frozenset[str] = frozenset()
    noticed: tuple[str, ...] = ()
    masked: dict[str, str] = field(default_factory=dict)
    condition: str = "1"

    @property
    def columns(self) -> list[str]:
        """The captured columns."""
        return [column.name for column in self.table.c if column.name not in self.left_out]

    def show(self, column: str, row: str) -> str:
        """The column's value in SQL, or a word for it when it is secret."""
        plain = f'{row}."{column}"'
        if column not in self.masked:
            return plain
        return f"CASE WHEN {self.masked[column].format(row=row)} THEN '({row} secret)' ELSE {plain} END"


DERIVED = frozenset({"title_rendered", "excerpt_rendered", "content_rendered", "path", "revision"})
TERM_STATE = ("slug", "name", "description", "parent")
"""What the revision of a term stands for."""
MEDIA_STATE = (
    *("slug", "title", "alt_text", "caption", "description"),
    *("parent", "author", "date", "source_url", "sha256"),
)
"""What the revision of a file stands for."""
COMMENT_STATE = ("post", "parent", "status", "author_name", "author_url", "content")
"""What the revision of a comment stands for."""
REDIRECT_STATE = ("source", "target", "item", "code")
"""What the revision of a redirect stands for."""
KEY_STATE = ("label", "role", "secret_sha256", "requests_per_minute", "expires", "revoked")
TRACKED = (
    Tracked(site_tables.authors, "'author'", label="{row}.name"),
    Tracked(
        site_tables.terms,
        "'term'",
        label="{row}.name",
        revision=f"name_state({', '.join('{row}.' + name for name in TERM_STATE)})",
        left_out=frozenset({"count"}),
    ),
    Tracked(
        site_tables.media,
        "'media'",
        label="{row}.title",
        revision=f"name_state({', '.join('{row}.' + name for name in MEDIA_STATE)})",
    ),
    Tracked(site_tables.menus, "'menu'", label="{row}.name"),
    Tracked(
        site_tables.items,
        "{row}.type",
        label="{row}.title",
        revision="{row}.revision",
        status="{row}.status",
        left_out=DERIVED,
        noticed=("revision",),
    ),
    Tracked(
        site_tables.comments,
        "'comment'",
        label="{row}.author_name",
        revision=f"name_state({', '.join('{row}.' + name for name in COMMENT_STATE)})",
        status="{row}.status",
    ),
    Tracked(
        site_tables.redirects,
        "'redirect'",
        label="{row}.source",
        revision=f"name_state({', '.join('{row}.' + name for name in REDIRECT_STATE)})",
    ),
    Tracked(site_tables.item_terms, "'item_term'", object="{row}.item_id || ':' || {row}.term_id"),
    Tracked(site_tables.item_elementor, "'item_elementor'", object="{row}.item_id", left_out=frozenset({"digest"})),
    Tracked(site_tables.menu_entries, "'menu_entry'", label="{row}.title"),
    Tracked(
        tables.api_keys,
        "'key'",
        label="{row}.label",
        revision=f"name_state({', '.join('{row}.' + name for name in KEY_STATE)})",
        left_out=frozenset({"last_used"}),
    ),
    Tracked(tables.retired_secrets, "'retired_secret'", object="{row}.secret_sha256"),
    Tracked(
        tables.pending_changes,
        "'pending_change'",
        label="{row}.operation",
        revision="name_state({row}.state)",
        left_out=frozenset({"digest"}),
    ),
    Tracked(
        tables.settings,
        "'setting'",
        object="{row}.name",
        label="{row}.name",
        revision=f"CASE WHEN {{row}}.name IN {SECRET_SETTINGS} THEN '' ELSE name_state({{row}}.value) END",
        masked={"value": f"{{row}}.name IN {SECRET_SETTINGS}"},
        condition=f"{{row}}.name NOT IN {UNTRACKED_SETTINGS}",
    ),
)
"""In an order in which rows can be put back: what others refer to comes first."""
BY_KIND = {tracked.kind.strip("'"): tracked for tracked in TRACKED if tracked.table is not site_tables.items}
BY_KIND |= {kind: tracked for tracked in TRACKED if tracked.table is site_tables.items for kind in ("page", "post")}
