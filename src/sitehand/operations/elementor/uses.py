"""Who uses global classes and variables: told, and asked before these are removed or get other labels."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any

from sitehand.elementor.shared.names import find_named
from sitehand.errors import Code, Detail, Problem
from sitehand.operation.context import Context
from sitehand.operations.elementor.names import get_shared
from sitehand.site.shared_styles import CLASSES, IDS, VARIABLES, ItemName, SharedStyles, Uses

MAX_TOLD = 20
"""Pages that are named for an entry."""


def name_entries(stored: SharedStyles, labels: Sequence[str]) -> dict[str, str]:
    """What names the entries with these labels, each with its label: their ids, and labels of variables in CSS."""
    wanted = {label.casefold() for label in labels}
    chosen = {each: entry["label"] for each, entry in stored.items.items() if entry["label"].casefold() in wanted}
    return chosen | {label: label for label in chosen.values()} if stored.id == IDS[VARIABLES] else chosen


def name_renamed(stored: SharedStyles, renamed: Mapping[str, str]) -> dict[str, str]:
    """The labels that change: CSS that a variable is only a part of has the label, not the id."""
    wanted = {label.casefold(): new for label, new in renamed.items()}
    labels = [each["label"] for each in stored.items.values()]
    return {label: label for label in labels if wanted.get(label.casefold(), label) != label}


async def refuse_used(ctx: Context, names: Mapping[str, str], path: str) -> None:
    """Raises Problem(conflict) where a page, or a class that stays, has one of these names of entries."""
    if not names:
        return
    uses = await get_shared(ctx).find_uses(names)
    found = [(names[each], item) for each, items in uses.items.items() for item in items]
    classes = await get_shared(ctx).get(CLASSES)
    naming = await asyncio.to_thread(_find_naming, classes, names)
    if not found and not naming and uses.complete:
        return
    told = [*naming, *((label, name_use(item)) for label, item in found)]
    details = [
        Detail(path=path, expected="unused", got=f"{label}: {name}"[:200]) for label, name in dict.fromkeys(told)
    ]
    why = "Pages, templates or classes use these." if details else "Not all pages could be looked at for uses."
    hint = "Take it out of these first, or send force=true: they are then shown without it."
    raise Problem(Code.CONFLICT, why, hint=hint, details=details[:MAX_TOLD])


def name_use(item: ItemName) -> str:
    """A page, or what else it is, in a refusal."""
    return " ".join(filter(None, (item.get("type", "").replace("_", " "), str(item["id"]), item["title"])))


def _find_naming(classes: SharedStyles, names: Mapping[str, str]) -> list[tuple[str, str]]:
    """The labels of these entries, each with the label of a class that stays and names it."""
    staying = [each for identifier, each in classes.items.items() if identifier not in names]
    return [
        (names[each], style["label"]) for style in staying for each in find_named(json.dumps(style)) if each in names
    ]


async def add_uses(ctx: Context, entries: Sequence[Any]) -> list[Any]:
    """The entries, each with the pages that use it."""
    uses: Uses = await get_shared(ctx).find_uses({name for each in entries for name in _list_names(each)})
    return [{**each, **_tell_uses(uses, _list_names(each))} for each in entries]


def _list_names(entry: Mapping[str, Any]) -> list[str]:
    """What documents name an entry by; CSS names variables by their labels."""
    return [entry["id"], entry["label"]] if "value" in entry else [entry["id"]]


def _tell_uses(uses: Uses, names: Sequence[str]) -> dict[str, Any]:
    items = {(item.get("type"), item["id"]): item for name in names for item in uses.items.get(name, ())}
    return {"uses": len(items), "used_by": list(items.values())[:MAX_TOLD]}
