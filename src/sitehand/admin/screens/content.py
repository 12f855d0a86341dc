"""Content: items of each type, found and changed several at a time."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from starlette.responses import Response

from sitehand.admin.listed import PER_PAGE, SECTIONS, Chosen, list_shown, read_chosen, read_items
from sitehand.admin.screen import Screen, does, shows
from sitehand.admin.screens.item import list_addresses
from sitehand.admin.ticked import BOX, read_ticked
from sitehand.admin.visit import Visit
from sitehand.site.content import STATUSES

FIRST_FAILURE = 400
"""Statuses of answers from here on are refusals."""


class Action(NamedTuple):
    """What a button does with each ticked item, as a part of a batch.

    `{items}` stands for the path of the items of its type, `{id}` for its id.
    """

    words: str
    method: str
    path: str
    body: Mapping[str, str] = {}


ACTIONS: Mapping[str, Action] = {
    "publish": Action("Publish", "PATCH", "{items}/{id}", {"status": "publish"}),
    "unpublish": Action("Unpublish", "PATCH", "{items}/{id}", {"status": "draft"}),
    "trash": Action("Move to trash", "DELETE", "{items}/{id}"),
    "restore": Action("Restore", "POST", "/trash/{id}/restore"),
}


async def show(visit: Visit) -> Response:
    """The list, as the filters want it."""
    return await _page(visit, await read_chosen(visit, visit.request.query_params))


async def act(visit: Visit) -> Response:
    """Do with the ticked items what the button says; of those that are refused, how many are done, and the reasons."""
    chosen, action = await read_chosen(visit, visit.form), ACTIONS.get(visit.form.get("action", ""))
    ids = read_ticked(visit.form, PER_PAGE)
    if action is None or not ids:
        return await _page(visit, chosen, ["Tick at least one item first."], status=400)
    parts = [_make_part(action, chosen.type.path, item_id) for item_id in ids]
    answers = (await visit.perform({"requests": parts}))["responses"]
    refused = [
        f"{chosen.type.singular} {item_id}: {answer['body']['message']}"
        for item_id, answer in zip(ids, answers, strict=True)
        if answer["status"] >= FIRST_FAILURE
    ]
    if refused:
        told = [f"Done for {len(ids) - len(refused)} of {len(ids)} items. Not done:", *refused]
        return await _page(visit, chosen, told if len(ids) > 1 else refused, status=409)
    later = action.body.get("status") == "publish" and any(each["body"]["status"] == "future" for each in answers)
    return visit.redirect("/content", "schedule_some" if later else visit.form["action"], **chosen.query)


def _make_part(action: Action, items: str, item_id: int) -> dict[str, Any]:
    part = {"method": action.method, "path": action.path.format(items=items, id=item_id)}
    return part if action.method == "DELETE" else {**part, "body": dict(action.body)}


async def _page(visit: Visit, chosen: Chosen, refused: Sequence[str] = (), *, status: int = 200) -> Response:
    wanted = ("restore",) if chosen.status == "trash" else ("publish", "unpublish", "trash")
    return visit.page(
        "content.html",
        "Content",
        status=status,
        listed=await read_items(visit, chosen),
        chosen=chosen,
        types=[(each.slug, each.name) for each in (await list_shown(visit)).values()],
        section=SECTIONS[chosen.type.kind],
        statuses=[("", "any but trash"), *((each, each) for each in STATUSES)],
        actions=[(name, ACTIONS[name].words) for name in wanted],
        box=BOX,
        refused=refused,
        faults={},
    )


SCREEN = Screen(
    "Content",
    "/content",
    (
        shows("/content", show),
        does("/content", act, "batch"),
        *(address for kind in SECTIONS for address in list_addresses(kind)),
    ),
)
