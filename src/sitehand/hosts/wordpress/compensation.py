"""Undoing what was done of a call that failed later: the other half of `atomic = "compensated"`."""

from collections.abc import Sequence
from typing import Any

from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.resources import Json
from sitehand.hosts.wordpress.staging import Step


async def put_back(client: Client, done: Sequence[Step]) -> list[str]:
    """Undo steps, the last first; sentences about what could not be put back as it was.

    Raises Problem when something stays done.
    """
    notes: list[str] = []
    for step in reversed(done):
        if step.action == "delete":
            notes += await _make_again(client, step, done)
        elif step.action != "follow":
            await _put_back(client, step)
    return notes


async def _put_back(client: Client, step: Step) -> None:
    resource, before = step.resource, step.before
    if before is None:
        await client.write(*resource.request("delete", step.object_id, {}))
        return
    body = resource.write_back(before, step.after)
    into_trash = body.get("status") == "trash"
    if into_trash:  # a status cannot be sent for that, and the slug of the trash comes by itself
        body = {name: value for name, value in body.items() if name not in ("status", "slug")}
    if body:
        await client.write(*resource.request("update", step.object_id, body))
    if into_trash:
        await client.write(*resource.request("trash", step.object_id, {}))


def _rename(value: Any, old: int, new: int) -> Any:
    """An id, or a list of ids, with the new one in place of the old."""
    if isinstance(value, list):
        return [new if each == old else each for each in value]
    return new if value == old and isinstance(value, int) else value


async def _make_again(client: Client, step: Step, done: Sequence[Step]) -> list[str]:
    """What was deleted for good comes back under another id, and what followed from its end is put back under that."""
    if step.before is None:
        return []
    body = step.resource.write_back(step.before, None)
    made: Json = (await client.write(*step.resource.request("create", 0, body))).value
    for each in done:
        if each.action == "follow" and each.before is not None:
            back = each.resource.write_back(each.before, each.after)
            renamed = {name: _rename(value, step.object_id, made["id"]) for name, value in back.items()}
            if renamed != back:
                await client.write(*each.resource.request("update", each.object_id, renamed))
    return [f"{step.name} had been deleted for good, and is there again as {made['id']}."]
