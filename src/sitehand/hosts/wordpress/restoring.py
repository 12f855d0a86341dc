"""Staging what puts objects back as they were before a change."""

import secrets
from collections.abc import Callable, Sequence

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.changes import stage_create, stage_delete, stage_trash, stage_update
from sitehand.hosts.wordpress.resources import Fields, Json, Resource
from sitehand.hosts.wordpress.staging import Stage
from sitehand.hosts.wordpress.states import trash
from sitehand.site.changes import ObjectChange
from sitehand.site.content import Notice

LOST_PASSWORD = "The password that it had was not kept: it has one now that nobody knows. Set another."  # noqa: S105


async def stage_restore(
    stage: Stage, find: Callable[[str, str], Resource | None], changes: Sequence[ObjectChange]
) -> list[Notice]:
    """Stage it, the last change first; notices tell what is not put back as it was.

    Raises Problem(conflict) for an object that is no longer as its change left it.
    """
    notices: list[Notice] = []
    for change in reversed(changes):
        resource = find(change.kind, change.object)
        if resource is None:
            raise Problem(Code.CONFLICT, f"This site cannot put a {change.kind} back.", hint="Do it by hand.")
        value = await stage.read(resource, resource.locate(change.object))
        if not _stands(resource, change, value):
            raise Problem(
                Code.CONFLICT,
                f"Newer changes stand on it: the {change.kind} {change.object} is no longer as that change left it.",
                hint="Undo the newer changes first, or write what you want by hand.",
            )
        notices += _restore(stage, resource, change, value)
    return notices


def _stands(resource: Resource, change: ObjectChange, value: Json | None) -> bool:
    """Whether an object is as its change left it, in the fields that it changed."""
    if value is None or change.after is None:
        return value is None and change.after is None
    left = resource.read_side(change.object, change.after)
    return not resource.find_lost({name: was for name, was in left.items() if name != "date"}, resource.fields(value))


def _restore(stage: Stage, resource: Resource, change: ObjectChange, value: Json | None) -> list[Notice]:
    object_id = resource.locate(change.object)
    if change.before is None:
        stage_delete(stage, resource, object_id, value or {})
        return []
    given, notices = _renew_password(resource.read_side(change.object, change.before))
    if value is None:
        stage_create(stage, resource, {name: was for name, was in given.items() if was != "trash"})
        return [*notices, _tell_new_id(change)]
    if given.get("status") != "trash":
        stage_update(stage, resource, object_id, value, given)
        return notices
    given = {name: was for name, was in given.items() if name not in ("status", "slug")}
    step = stage_update(stage, resource, object_id, value, given)
    before = step.after if step and step.after else value
    stage_trash(stage, resource, object_id, before, trash(before))
    return notices


def _renew_password(before: Fields) -> tuple[Fields, list[Notice]]:
    """Fields to send: what was protected is protected again, with a password that is new."""
    if not before.get("password"):
        return dict(before), []
    return {**before, "password": secrets.token_urlsafe(16)}, [Notice(code="password_lost", message=LOST_PASSWORD)]


def _tell_new_id(change: ObjectChange) -> Notice:
    message = f"The {change.kind} {change.object} had been deleted for good: it is there again under a new id."
    return Notice(code="new_id", message=message)
