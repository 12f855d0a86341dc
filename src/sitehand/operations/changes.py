"""Operations on the journal: list, read and undo changes."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any, Literal, cast

from pydantic import Field

from sitehand.errors import Code, Detail, Problem
from sitehand.operation.brief import tell_objects
from sitehand.operation.caller import OWNER_ID
from sitehand.operation.context import Context
from sitehand.operation.declaration import Handler, operation, write_some_in_portions
from sitehand.operation.excerpt import NamedPart, cut_objects
from sitehand.site.changes import (
    MAX_UNDONE,
    MORE,
    NO_REQUEST,
    Change,
    ChangeFilter,
    ChangeLine,
    ChangeRecord,
    Undone,
)
from sitehand.site.content import Listing, Notice
from sitehand.site.importing import ImportUndo
from sitehand.site.transactions import Rehearsed
from sitehand.site.values import NOT_GIVEN, UNSET, Id, Input, Moment, Paging

IN_PORTIONS = ("import_export", "import_site", "undo_change")
"""Operations whose entries of one request of the owner are portions."""
Door = Literal["rest", "mcp", "admin", "cli", "site"]


class ChangeQuery(Paging):
    """Filters of a list of changes, newest first."""

    object: str = Field(
        default=NOT_GIVEN, pattern=r"^[a-z_]+(:[^\s]+)?$", max_length=140, description="such as page:12"
    )
    caller: str = Field(default=NOT_GIVEN, max_length=200, description="such as key:3")
    operation: str = Field(default=NOT_GIVEN, max_length=100)
    since: Moment = UNSET
    door: Door = UNSET
    per_page: int = Field(20, ge=1, le=100)
    cursor: Id = UNSET


class ChangeId(NamedPart):
    """One change, or what follows of a difference that was cut."""

    id: Id


class UndoChoice(Input):
    """What to take back: one change, all of one request (a batch), or all that one caller did since a moment."""

    id: Id = UNSET
    request_id: str = Field(default=NOT_GIVEN, max_length=64)
    changes_since: Moment = UNSET
    caller: str = Field(default=NOT_GIVEN, max_length=200, description="with changes_since; default: yourself")


@operation("GET /changes", category="site", access="read", everyone=True)
async def list_changes(ctx: Context, query: ChangeQuery) -> Listing[ChangeLine]:
    """List your changes; an admin key lists all."""
    kind, _, object_id = (query.object or "").partition(":")
    wanted = ChangeFilter(
        page=query.page,
        per_page=query.per_page,
        before=query.cursor,
        caller=query.caller if _is_admin(ctx) else ctx.caller.id,
        operation=query.operation,
        door=query.door,
        since=query.since,
        kind=kind or None,
        object=object_id or None,
    )
    if query.caller is not None and wanted.caller != query.caller:
        return Listing([], total=0, page=query.page, per_page=query.per_page)
    return await ctx.services.changes.list(wanted)


@operation("GET /changes/{id}", category="site", access="read", everyone=True)
async def get_change(ctx: Context, wanted: ChangeId) -> ChangeRecord:
    """Read one change, with a diff of each object."""
    part = wanted.read()
    whose = None if _is_admin(ctx) else ctx.caller.id
    change = await ctx.services.changes.get(wanted.id, whose, part.object if part else None)
    change["objects"] = cut_objects(change["objects"], part)
    return change


@asynccontextmanager
async def _prepare_undo(ctx: Context, choice: UndoChoice) -> AsyncIterator[None]:
    """The undo itself reports what is wrong with the choice."""
    ids: Sequence[int] = []
    with suppress(Problem):
        ids, _ = await _list_ids(ctx, choice)
    async with ctx.services.undo.prepare(ids):
        yield


async def _find_portions(ctx: Context, choice: Any) -> Handler | None:
    """The handler that undoes in portions: for the owner, when a whole import is undone, or an undo of one. None for a
    call with an idempotency key, which is one transaction: no answer is kept over many.
    """
    names_request = choice.request_id not in (None, NO_REQUEST) and choice.id is None and choice.changes_since is None
    if ctx.host.import_undo is None or choice.idempotency_key or not names_request:
        return None
    ids = await ctx.services.changes.find(caller=None, request_id=choice.request_id, since=None)
    if len(ids) <= 1:
        return None
    newest = await ctx.services.changes.head(ids[0], None)
    in_portions = newest["caller"] == OWNER_ID and newest["operation"] in IN_PORTIONS
    return _undo_in_portions if in_portions else None


async def _undo_in_portions(ctx: Context, choice: UndoChoice) -> Undone | Rehearsed:
    """Take back what a request wrote in portions, after all of it was tried on a copy of the site."""
    portions = cast(ImportUndo, ctx.host.import_undo)
    ids, left = await _list_ids(ctx, choice)
    rehearsed = await portions.rehearse(ids, ctx.now)
    if ctx.dry_run:
        return replace(rehearsed, result=_tell_left(rehearsed.result, left))
    ids, left = await _list_ids(ctx, choice)  # the import may have gone on meanwhile
    return _tell_left(await portions.run(ids, ctx.now), left)


@write_some_in_portions(_find_portions)
@operation(
    "POST /changes/undo",
    category="site",
    access="write",
    everyone=True,
    destructive=True,
    restores=True,
    exempt={"revision": "An undo compares every object with what the change left, whoever asks."},
    brief=tell_objects,
    prepare=_prepare_undo,
    stored=True,
)
async def undo_change(ctx: Context, choice: UndoChoice) -> Undone:
    """Undo a change (id), a batch (request_id), or all changes of a caller (changes_since)."""
    ids, left = await _list_ids(ctx, choice)
    return _tell_left(await ctx.services.undo.undo(ids, ctx.now), left)


def _tell_left(undone: Undone, left: int) -> Undone:
    """The answer, with how many changes of the request are left, if any are."""
    if left:
        message = f"Older changes of this request are left: {left}. Undo the request again."
        undone["notices"] = [*undone.get("notices", []), Notice(code=MORE, message=message)]
    return undone


async def _list_ids(ctx: Context, choice: UndoChoice) -> tuple[Sequence[int], int]:
    """Ids of the changes to take back, newest first, all of which the caller may take back, and how many more the
    request has. Raises Problem.
    """
    _require_one_way(choice)
    found: Sequence[int] = [choice.id] if choice.id is not None else await _find_changes(ctx, choice)
    ids = found[:MAX_UNDONE]
    for change_id in ids:
        _require_right(ctx, await ctx.services.changes.head(change_id, None if _is_admin(ctx) else ctx.caller.id))
    return ids, len(found) - len(ids)


def _require_one_way(choice: UndoChoice) -> None:
    """Raise Problem(invalid_arguments) unless exactly one thing says what to take back."""
    given = [name for name in ("id", "request_id", "changes_since") if getattr(choice, name) is not None]
    path, expected, got = "id", "one of id, request_id and changes_since", " and ".join(given) or "none of them"
    if given == ["changes_since"] or (len(given) == 1 and choice.caller is None):
        return
    if len(given) == 1:
        path, expected, got = "caller", "a caller with changes_since alone", f"one with {given[0]}"
    detail = Detail(path=path, expected=expected, got=got)
    hint = "Give one of id, request_id and changes_since."
    raise Problem(Code.INVALID_ARGUMENTS, "It is not clear what to undo.", hint=hint, details=[detail])


async def _find_changes(ctx: Context, choice: UndoChoice) -> Sequence[int]:
    """Ids of the changes to take back, newest first. Raises Problem: admin_required, not_found."""
    caller = ctx.caller.id if choice.caller is None else choice.caller
    if caller != ctx.caller.id and not _is_admin(ctx):
        raise Problem(
            Code.ADMIN_REQUIRED,
            "Only an admin key can undo changes of others.",
            hint="Omit caller to undo your own changes.",
        )
    if choice.request_id == NO_REQUEST:
        message = "What the site does by itself is of no request."
        raise Problem(Code.NOT_FOUND, message, hint="Undo each change by its id, which list_changes shows.")
    whose = None if choice.request_id is not None and _is_admin(ctx) else caller
    ids = await ctx.services.changes.find(caller=whose, request_id=choice.request_id, since=choice.changes_since)
    if not ids:
        raise Problem(Code.NOT_FOUND, "No changes match.", hint="list_changes lists the changes.")
    if len(ids) > MAX_UNDONE and choice.request_id is None:
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"This would undo {len(ids)} changes. The limit is {MAX_UNDONE} at once.",
            hint="Undo the latest changes first: send a later moment, then go further back.",
        )
    return ids


def _is_admin(ctx: Context) -> bool:
    return ctx.caller.role == "admin"


def _require_right(ctx: Context, change: Change) -> None:
    """Who may not do something may not take it back either: what the owner did or approved is for the owner, and what
    the site did is for admins without `without`. An approval of which nobody knows whose it was counts as the owner's.
    """
    if ctx.caller.kind == "owner":
        return
    approved_by_owner = change["approved_by"] is not None and change["approved_by_id"] in (None, OWNER_ID)
    is_owners = change["caller"] == OWNER_ID or approved_by_owner
    is_own = change["caller"] == ctx.caller.id
    has_all = _is_admin(ctx) and (is_own or not ctx.caller.grants.without)
    if not is_owners and (has_all or _could_do(ctx, change, is_own=is_own)):
        return
    if not is_owners and _is_admin(ctx):
        raise _refuse_narrowed(change)
    raise Problem(
        Code.ADMIN_REQUIRED,
        f"Change {change['id']} ({change['operation'] or 'by the site'}) can only be undone by "
        f"{'the owner' if is_owners else 'an admin key'}.",
        hint="Ask the owner (admin screens, Activity).",
    )


def _could_do(ctx: Context, change: Change, *, is_own: bool) -> bool:
    """Whether the caller could have made the change. What has parts, or was an undo, tells nothing of what it needed:
    then only the caller's own was checked, when it was made.
    """
    named = (each for each in ctx.services.gate.visible(ctx.caller) if each.name == change["operation"])
    return any(is_own or not (each.composed or each.restores) for each in named)


def _refuse_narrowed(change: Change) -> Problem:
    return Problem(
        Code.KEY_NARROWED,
        f"Change {change['id']} ({change['operation'] or 'by the site'}) may be of a category that this key has not.",
        hint="Ask the owner (admin screens, Activity), or use an admin key with all categories.",
    )
