"""Calls of histories, as hypothesis draws them: who writes what, through which door."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from sitehand.operation.declaration import Operation
from tests.promises.preparations import WRITES

UNKNOWN = 999
"""An id that nothing has."""
IDS = {
    "page": "SELECT id FROM items WHERE type = 'page' ORDER BY id",
    "post": "SELECT id FROM items WHERE type = 'post' ORDER BY id",
    "key": "SELECT id FROM api_keys WHERE role = 'author' AND label = 'Fresh' ORDER BY id",
    "pending": "SELECT id FROM pending_changes ORDER BY id DESC",
    "change": "SELECT id FROM changes WHERE id > :after ORDER BY id DESC",
}
NAMED = {
    **{f"{action}_{noun}": noun for noun in ("page", "post") for action in ("create", "update", "delete")},
    **dict.fromkeys(["rotate_api_key", "revoke_api_key", "set_rate_limit"], "key"),
    **dict.fromkeys(["approve_change", "reject_change"], "pending"),
    "undo_change": "change",
}
"""What the ids among the arguments of an operation are ids of."""


@dataclass(frozen=True, slots=True)
class Call:
    """A write by somebody through some door. As it is drawn, its ids are numbers that stand for what there will be."""

    name: str
    arguments: dict[str, Any]
    role: str
    door: str

    @property
    def operation(self) -> Operation:
        """What is called."""
        return WRITES[self.name]

    def having(self, **arguments: Any) -> "Call":
        """The same with more arguments."""
        return replace(self, arguments={**self.arguments, **arguments})

    def name_objects(self, data: Path, after: int) -> "Call":
        """The call with ids of what there is, or of nothing; of changes only those after that one."""
        with closing(sqlite3.connect(data / "sitehand.db")) as connection:
            query = IDS.get(NAMED.get(self.name, ""), "SELECT 0 WHERE 0")
            ids = [row[0] for row in connection.execute(query, {"after": after})]
        named = {}
        for name in {"id", "parent", "key_id"} & self.arguments.keys():
            known = [*ids, 0 if name == "parent" else UNKNOWN]
            named[name] = known[self.arguments[name] % len(known)]
        return self.having(**named)


NUMBERS = st.integers(0, 11)
TEXTS = st.sampled_from(["", "One", "Zwölf Ötter 🦦", "<p>Long. " + "It goes on. " * 30 + "</p>"])
TITLES = st.sampled_from(["One", "Two", "Zwölf Ötter 🦦"])
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "content": TEXTS,
    "excerpt": TEXTS,
    "slug": st.sampled_from(["same", "other", "one-2"]),
    "status": st.sampled_from(["publish", "draft", "pending", "private"]),
    "password": st.sampled_from(["", "quiet"]),
}


def draw_content(noun: str) -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    """Making, changing, moving and removing pages or posts."""
    more: dict[str, st.SearchStrategy[Any]] = {"parent": NUMBERS} if noun == "page" else {"sticky": st.booleans()}
    new = st.fixed_dictionaries({"title": TITLES}, optional={**FIELDS, **more})
    changed = st.fixed_dictionaries({"id": NUMBERS, "title": TITLES}, optional={**FIELDS, **more})
    gone = st.fixed_dictionaries({"id": NUMBERS, "force": st.booleans()})
    drawn = [(f"create_{noun}", new), (f"update_{noun}", changed), (f"delete_{noun}", gone)]
    return st.one_of([st.tuples(st.just(name), arguments) for name, arguments in drawn])


def draw_others() -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    """Keys and limits, decisions on what waits, and taking changes back, an undo as well."""
    grace = st.fixed_dictionaries({"id": NUMBERS, "grace_seconds": st.sampled_from([0, 600])})
    limit = st.fixed_dictionaries({"requests_per_minute": st.integers(500, 503)}, optional={"key_id": NUMBERS})
    decision = st.fixed_dictionaries({"id": NUMBERS, "note": TITLES})
    number = st.fixed_dictionaries({"id": NUMBERS})
    drawn = [
        ("create_api_key", st.just({"label": "Fresh", "role": "author"})),
        ("rotate_api_key", grace),
        ("revoke_api_key", number),
        ("set_rate_limit", limit),
        ("approve_change", decision),
        ("reject_change", decision),
        ("undo_change", number),
        ("undo_change", number),
    ]
    return st.one_of([st.tuples(st.just(name), arguments) for name, arguments in drawn])


def draw_calls(
    *what: st.SearchStrategy[tuple[str, dict[str, Any]]], roles: tuple[str, ...] = ("admin", "editor", "author")
) -> st.SearchStrategy[Call]:
    """Calls of these operations."""
    doors = st.sampled_from(["rest", "tool"])
    return st.builds(lambda call, *by: Call(*call, *by), st.one_of(what), st.sampled_from(roles), doors)


CONTENT_CALLS = draw_calls(draw_content("page"), draw_content("post"))
CALLS = st.one_of(CONTENT_CALLS, draw_calls(draw_others(), roles=("admin", "admin", "editor")))
