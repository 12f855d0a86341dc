"""Staging what puts objects back as they were before a change."""

import secrets
from collections.abc import Callable, Sequence
from functools import partial

from sitehand.hosts.wordpress.changes import stage_create, stage_delete, stage_follow, stage_trash, stage_update
from sitehand.hosts.wordpress.new_ids import NewIds
from sitehand.hosts.wordpress.resources import Fields, Json, Resource
from sitehand.hosts.wordpress.staging import Restoration, Stage, list_undone
from sitehand.hosts.wordpress.states import take_out, trash
from sitehand.site.changes import ObjectChange, PastChange
from sitehand.site.content import Notice
from sitehand.site.kinds import KINDS
from sitehand.site.transactions import Superseded, Tell
from sitehand.store.newer import refuse_undone
from sitehand.store.permanence import refuse_field, unknown_kind

Find = Callable[[str, str], Resource | None]
"""What reads and writes an object, by its kind and id; None for one that is not of this WordPress."""
Reference = tuple[str, str]
"""The counter that numbers an object, and its id."""

MAX_SHOWN = 500
"""Characters of names in a notice."""
LOST_PASSWORD = "Its password was not stored. It now has a random one; set another."  # noqa: S105


async def stage_restore(stage: Stage, find: Find, changes: Sequence[PastChange], tell: Tell) -> None:
    """Stage what takes changes back in the given order, and tell of it: now, and when it has been sent.

    Raises Superseded; Problem(conflict) for what an earlier part of the call takes back.
    """
    since, change_ids = len(stage.steps), [change.id for change in changes]
    if again := list_undone(stage.steps) & set(change_ids):
        raise refuse_undone(max(again), None)
    restoring = Restoring(stage, find)
    for change in changes:
        await restoring.restore(change)
    await restoring.stage_followers(since)
    restoration = Restoration(change_ids, stage.steps[since:], restoring.notices, tell)
    if restoration.steps:
        restoration.steps[-1].restorations.append(restoration)
    await restoration.report()


class Restoring:
    """Stages it object by object. `notices` tell what is not put back as it was."""

    def __init__(self, stage: Stage, find: Find) -> None:
        self._stage = stage
        self._find = find
        self._new_ids = NewIds()
        self.notices: list[Notice] = []

    async def restore(self, change: PastChange) -> None:
        """Stage what puts its objects back, the last first; but none before what it refers to is there again."""
        left = list(reversed(change.objects))
        while left:
            absent = {_name(each) for each in left if each.after is None}
            later = [each for each in left if absent & self._list_references(each)]
            # Objects that refer to each other have no order: then they go as they stand.
            later = later if len(later) < len(left) else []
            for each in left:
                if each not in later:
                    await self._restore(change, each)
            left = later

    async def stage_followers(self, since: int) -> None:
        """Stage what WordPress does by itself as a part of the steps from there on."""
        for resource in {step.resource.kind: step.resource for step in self._stage.steps[since:]}.values():
            see = partial(self._see, resource)
            for before, after in await resource.list_followers(see):
                stage_follow(self._stage, resource, before, after)

    def _see(self, resource: Resource, value: Json) -> Json:
        return self._stage.see(resource, value) or value

    async def _restore(self, change: PastChange, each: ObjectChange) -> None:
        resource = self._find(each.kind, each.object)
        if resource is None:
            raise unknown_kind()
        object_id = self._new_ids.find(each.kind, resource.locate(each.object))
        value = await self._stage.read(resource, object_id)
        _check_form(resource, change.id, each, value)
        if not _is_unchanged(resource, each, value):
            raise Superseded(change, each)
        if each.before is None:
            stage_delete(self._stage, resource, object_id, value or {})
            return
        left = self._new_ids.refer(resource.references, resource.read_side(each.object, each.before))
        given = self._renew_password(left)
        if value is None:
            await self._create(resource, each, given)
        elif given.get("status") == "trash":
            _trash(self._stage, resource, object_id, value, given)
        else:
            stage_update(self._stage, resource, object_id, value, given)

    async def _create(self, resource: Resource, each: ObjectChange, given: Fields) -> None:
        given, left_out = await resource.prepare_anew(given)
        if left_out:
            names = ", ".join(left_out)[:MAX_SHOWN]
            message = f"These custom fields are left out, because no plugin registers them any more: {names}."
            self.notices.append(Notice(code="fields_left_out", message=message))
        trashed = given.get("status") == "trash"
        step = stage_create(self._stage, resource, take_out(given) if trashed else given)
        if trashed and step.after:  # a status cannot be sent for that
            stage_trash(self._stage, resource, step.object_id, step.after, trash(step.after))
        self._new_ids.note(each.kind, resource.locate(each.object), step.object_id)
        message = f"The {KINDS[each.kind].singular} {each.object} was deleted permanently. It has a new id now."
        self.notices.append(Notice(code="new_id", message=message))

    def _list_references(self, each: ObjectChange) -> set[Reference]:
        """What an object referred to before the change."""
        resource, fields, found = self._find(each.kind, each.object), each.before or {}, set()
        for name, counter in (resource.references if resource else {}).items():
            value = fields.get(name)
            found |= {(counter, str(one)) for one in (value if isinstance(value, list) else [value])}
        return found

    def _renew_password(self, before: Fields) -> Fields:
        """Fields to send: what was protected is protected again, with a password that is new."""
        if not before.get("password"):
            return dict(before)
        self.notices.append(Notice(code="password_lost", message=LOST_PASSWORD))
        return {**before, "password": secrets.token_urlsafe(16)}


def _name(each: ObjectChange) -> Reference:
    return KINDS[each.kind].sequence, each.object


def _trash(stage: Stage, resource: Resource, object_id: int, value: Json, given: Fields) -> None:
    """Stage the way to the trash, and before it what else was otherwise."""
    given = {name: was for name, was in given.items() if name not in ("status", "slug")}
    step = stage_update(stage, resource, object_id, value, given)
    before = step.after if step and step.after else value
    stage_trash(stage, resource, object_id, before, trash(before))


def _check_form(resource: Resource, change_id: int, change: ObjectChange, value: Json | None) -> None:
    """Raise Problem(conflict) for a field that no such object has here, such as one of the built-in site's form."""
    if value is None and change.after is not None:
        return  # it is gone, which the comparison tells
    known = resource.names if value is None else resource.fields(value).keys()
    for side in (change.before, change.after):
        for name in resource.read_side(change.object, side) if side is not None else ():
            if name not in known:
                raise refuse_field(change_id, change, name)


def _is_unchanged(resource: Resource, change: ObjectChange, value: Json | None) -> bool:
    """Whether an object is as its change left it, in the fields that it changed.

    A slug is compared too: the journal has the one that WordPress gave, not the one that was asked for.
    """
    if value is None or change.after is None:
        return value is None and change.after is None
    left = resource.read_side(change.object, change.after)
    now = resource.fields(value)
    same_slug = "slug" not in left or left["slug"] == now.get("slug")
    return same_slug and not resource.find_lost({name: was for name, was in left.items() if name != "date"}, now)
