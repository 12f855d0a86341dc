"""Undoing what was done of a call that failed later: the other half of `atomic = "compensated"`."""

from collections.abc import Sequence

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.new_ids import NewIds
from sitehand.hosts.wordpress.resources import Json, is_same
from sitehand.hosts.wordpress.sending import send, tell_kept
from sitehand.hosts.wordpress.staging import Step


async def put_back(client: Client, done: Sequence[Step]) -> list[str]:
    """Undo steps, the last first; sentences about what could not be put back as it was.

    Raises Problem when something stays done.
    """
    notes, new_ids, left = [], NewIds(), []
    if any(step.action == "run" for step in done):
        raise Problem(
            Code.CONFLICT,
            "Nobody knows how to undo what an ability did.",
            hint="Take it back on the WordPress, or with another ability.",
        )
    # What WordPress did by itself to other objects is put back when those that it followed from are there again.
    own = [each for each in reversed(done) if each.action != "follow"]
    followers = [each for each in done if each.action == "follow"]
    for step in (*own, *followers):
        if step.action == "delete":
            notes += await _make_again(client, step, new_ids)
        elif why := await _put_back(client, step, new_ids):
            left.append(why)
    if left:
        message = " ".join([*dict.fromkeys(left), *notes])
        raise Problem(Code.CONFLICT, message, hint="Look at what is there now.")
    return notes


async def _put_back(client: Client, step: Step, new_ids: NewIds) -> str:
    """Put an object back; empty, or why nothing was done, in a sentence."""
    resource, before = step.resource, step.before
    object_id = new_ids.find(resource.kind, step.object_id)
    if not await _is_as_left(step, object_id):
        return f"Somebody changed {step.name} in WordPress meanwhile."
    if before is None and step.is_guessed and not resource.has_trash:
        return f"WordPress may have stored {step.name} for this call, or for somebody else."
    if before is None:
        await _remove(client, step, object_id)
        return ""
    body = new_ids.refer(resource.references, resource.write_back(before, step.after))
    into_trash = body.get("status") == "trash"
    if into_trash:  # a status cannot be sent for that, and the slug of the trash comes by itself
        body = {name: value for name, value in body.items() if name not in ("status", "slug")}
    if body:
        await client.write(*resource.request("update", object_id, body))
    if into_trash:
        await client.write(*resource.request("trash", object_id, {}))
    return ""


async def _remove(client: Client, step: Step, object_id: int) -> None:
    """Delete what was made; what may be somebody else's goes into the trash. Raises Problem when it stays."""
    if not step.is_guessed:
        await send(client, Step(step.resource, "delete", object_id, step.after, None), 0)
        return
    trashed = Step(step.resource, "trash", object_id, step.after, None, sent={"status": "trash"})
    trashed.after = await send(client, trashed, 0)
    if step.resource.find_lost(trashed.sent, trashed.fields_after or {}):
        raise tell_kept(trashed, "is not in the trash")


async def _is_as_left(step: Step, object_id: int) -> bool:
    """Whether nobody has changed the object, right before the step or since; of one that could not be read then, nobody
    knows.
    """
    if step.after is None or step.raced:
        return not step.raced
    now = await step.resource.read_again(object_id, step.after)
    fields = step.resource.fields(now) if now is not None else None
    return is_same(step.resource, object_id, fields, step.fields_after)


async def _make_again(client: Client, step: Step, new_ids: NewIds) -> list[str]:
    """What was deleted permanently comes back under another id."""
    if step.before is None:
        return []
    body = new_ids.refer(step.resource.references, step.resource.write_back(step.before, None))
    made: Json = (await client.write(*step.resource.request("create", 0, body))).value
    new_ids.note(step.resource.kind, step.object_id, step.resource.locate(str(made["id"])))
    return [f"{step.name} was deleted permanently. It has the new id {made['id']} now."]
