"""The rules of terms, as WordPress has them: free names and slugs, parents without a cycle, the default category.

Source: wp-includes/taxonomy.php, wp_insert_term, wp_update_term, wp_unique_term_slug, wp_delete_term.
"""

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, text

from sitehand.hosts.builtin.slugs import add_ending, make_slug, number_slug, span_numbered
from sitehand.hosts.builtin.trees import is_below
from sitehand.site.content import Notice
from sitehand.site.terms import CATEGORY, TOP_OR_TERM, refuse_parent, refuse_taken
from sitehand.store.prepared import Prepared
from sitehand.store.settings import read_setting
from sitehand.store.sqlite import next_id_of

State = dict[str, Any]
"""The columns of a term that a caller can write, and `id` and `taxonomy`."""
DEFAULT_CATEGORY = "default_category"
"""The setting with the default category's id. Where none is set, it is the category with the slug `uncategorized`."""
UNCATEGORIZED = "uncategorized"
NAMED = Prepared(text("SELECT id, slug FROM terms WHERE taxonomy = :taxonomy AND name = :name COLLATE NOCASE"))
NAMED_BELOW = Prepared(
    text(
        "SELECT id, slug FROM terms WHERE taxonomy = :taxonomy AND parent = :parent AND name = :name COLLATE NOCASE"
        " ORDER BY id"
    )
)
BY_SLUG = Prepared(text("SELECT id, parent FROM terms WHERE taxonomy = :taxonomy AND slug = :slug"))
BY_ID = Prepared(text("SELECT id, slug, parent FROM terms WHERE taxonomy = :taxonomy AND id = :id"))
NUMBERED = Prepared(
    text("SELECT slug FROM terms WHERE taxonomy = :taxonomy AND id <> :id AND slug >= :first AND slug < :last")
)
NEXT_ID = next_id_of("terms")


def begin_term(connection: Connection, taxonomy: str, given: State, *, nested: bool) -> tuple[State, list[Notice]]:
    """A new term. Raises Problem(conflict) for a name that is taken where a slug does not tell the two apart."""
    state = {"id": int(NEXT_ID.scalar(connection)), "taxonomy": taxonomy, "description": "", "parent": 0, **given}
    state["menu_order"] = 0
    check_parent(connection, state, nested=nested)
    wanted = make_slug(given.get("slug", "") or state["name"]) or str(state["id"])
    _check_name(connection, state, wanted, nested=nested, given=bool(given.get("slug")))
    state["slug"] = find_free_slug(connection, state, wanted)
    return state, _tell_slug(given.get("slug") or wanted, state["slug"])


def change_term(connection: Connection, old: State, given: State, *, nested: bool) -> tuple[State, list[Notice]]:
    """A term with some of its fields changed. Raises Problem(conflict) for a slug that another term has."""
    state = {**old, **given}
    if state["parent"] != old["parent"]:
        check_parent(connection, state, nested=nested)
        state["menu_order"] = 0  # a place is one among siblings
    wanted = make_slug(state["slug"]) or make_slug(state["name"]) or str(old["id"])
    if wanted == old["slug"]:
        return {**state, "slug": wanted}, []
    taken = _find_other(connection, state, wanted)
    if taken is not None and given.get("slug") and state["parent"] == old["parent"]:
        raise refuse_taken("slug", wanted, taken, f'The slug "{wanted}" is used by term {taken}.')
    state["slug"] = find_free_slug(connection, state, wanted)
    return state, _tell_slug(given.get("slug") or wanted, state["slug"])


def is_term(connection: Connection, taxonomy: str, term_id: int) -> bool:
    """Whether a taxonomy has a term with this id."""
    return BY_ID.scalar(connection, {"taxonomy": taxonomy, "id": term_id}) is not None


def check_parent(connection: Connection, state: Mapping[str, Any], *, nested: bool) -> None:
    """Raise Problem(invalid_arguments) for a parent that leads nowhere, closes a cycle, or is given to a tag."""
    parent = state["parent"]
    if not parent:
        return
    if not nested:
        raise refuse_parent(parent, "0", f"Terms of {state['taxonomy']} have no parent.")
    if not is_term(connection, state["taxonomy"], parent):
        raise refuse_parent(parent, TOP_OR_TERM, f"There is no term {parent} in {state['taxonomy']}.")
    if is_below(connection, "terms", parent, state["id"]):
        raise refuse_parent(parent, "a term that is not below this one", "A term cannot be below itself.")


def find_free_slug(connection: Connection, state: Mapping[str, Any], slug: str) -> str:
    """The slug itself; else with those of the terms above it behind it, or with the smallest free number."""
    names = itertools.chain([slug], _with_ancestors(connection, state, slug))
    free = next((name for name in names if _find_other(connection, state, name) is None), None)
    if free is not None:
        return free
    others = {"taxonomy": state["taxonomy"], "id": state["id"], **span_numbered(slug)}
    return number_slug(slug, (row["slug"] for row in NUMBERED.all(connection, others)))


def find_default(connection: Connection) -> int | None:
    """The default category; None when there is none yet."""
    chosen = read_setting(connection, DEFAULT_CATEGORY) or ""
    if chosen.isdecimal() and BY_ID.first(connection, {"taxonomy": CATEGORY, "id": int(chosen)}):
        return int(chosen)
    row = BY_SLUG.first(connection, {"taxonomy": CATEGORY, "slug": UNCATEGORIZED})
    return int(row["id"]) if row else None


def _with_ancestors(connection: Connection, state: Mapping[str, Any], slug: str) -> Iterator[str]:
    """The slug with that of the parent behind it, then with the parent's parent's, to the top."""
    parent = state["parent"]
    while parent and (row := BY_ID.first(connection, {"taxonomy": state["taxonomy"], "id": parent})):
        slug = add_ending(slug, f"-{row['slug']}"[:100])
        yield slug
        parent = row["parent"]


def _check_name(connection: Connection, state: State, slug: str, *, nested: bool, given: bool) -> None:
    names = ("taxonomy", "name", "parent") if nested else ("taxonomy", "name")
    same = (NAMED_BELOW if nested else NAMED).first(connection, {name: state[name] for name in names})
    if same is None:
        return
    taken = BY_SLUG.first(connection, {"taxonomy": state["taxonomy"], "slug": slug})
    beside = taken is not None and (not nested or taken["parent"] == state["parent"])
    if not given or same["slug"] == slug or beside:
        message = f'Term {same["id"]} is already called "{state["name"]}".'
        raise refuse_taken("name", state["name"], same["id"], message)


def _find_other(connection: Connection, state: Mapping[str, Any], slug: str) -> int | None:
    """The other term that has this slug."""
    row = BY_SLUG.first(connection, {"taxonomy": state["taxonomy"], "slug": slug})
    return int(row["id"]) if row and row["id"] != state["id"] else None


def _tell_slug(asked: str, slug: str) -> list[Notice]:
    if slug == asked:
        return []
    reason = "is taken" if slug != make_slug(asked) else "is not allowed in an address"
    return [Notice(code="slug_changed", message=f'The slug "{asked}" {reason}; it is "{slug}".')]
