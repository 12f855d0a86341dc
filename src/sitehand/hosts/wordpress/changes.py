"""Staging the changes of one object: what is sent, and what is expected of it."""

from sitehand.errors import not_found
from sitehand.hosts.wordpress.resources import Fields, Json, Resource
from sitehand.hosts.wordpress.staging import Stage, Step


async def read_there(stage: Stage, resource: Resource, object_id: int) -> Json:
    """An object as the call sees it. Raises Problem(not_found)."""
    value = await stage.read(resource, object_id)
    if value is None:
        raise not_found(resource.kind, object_id, resource.hint)
    return value


def stage_create(stage: Stage, resource: Resource, given: Fields) -> Step:
    """A new object, under a provisional id."""
    object_id, body = stage.next_id(), resource.write_body(given)
    after = {**resource.predict(None, body), "id": object_id}
    return stage.add(Step(resource, "create", object_id, None, after, body, resource.mark(given)))


def stage_update(stage: Stage, resource: Resource, object_id: int, before: Json, given: Fields) -> Step | None:
    """Changes of an object: only what would be different is sent; None when nothing would be.

    A password is sent even when it is the same, so that nothing tells a guess that is right.
    """
    old, sent = resource.fields(before), resource.mark(given)
    names = [name for name in given if sent[name] != old.get(name) or (name == "password" and given[name])]
    if not names:
        return None
    body = resource.write_change(before, {name: given[name] for name in names})
    after = resource.predict(before, body)
    return stage.add(Step(resource, "update", object_id, before, after, body, {name: sent[name] for name in names}))


def stage_trash(stage: Stage, resource: Resource, object_id: int, before: Json, after: Json) -> Step:
    """Move an object to the trash."""
    return stage.add(Step(resource, "trash", object_id, before, after, sent={"status": "trash"}))


def stage_delete(stage: Stage, resource: Resource, object_id: int, before: Json) -> Step:
    """Remove an object for good."""
    return stage.add(Step(resource, "delete", object_id, before, None))


def stage_follow(stage: Stage, resource: Resource, before: Json, after: Json) -> Step:
    """What WordPress itself does to another object as a part of the step before."""
    return stage.add(Step(resource, "follow", int(before["id"]), before, after))


def stage_run(stage: Stage, resource: Resource, body: Json) -> Step:
    """Run something that no reading shows, and nothing takes back."""
    after = resource.predict(None, body)
    return stage.add(Step(resource, "run", stage.next_id(), None, after, body, resource.fields(after)))
