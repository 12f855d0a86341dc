"""What a write would do, as callers and the owner are shown it."""

from collections.abc import Mapping, Sequence
from typing import Any

from sitehand.operation.difference import Budget, show_objects
from sitehand.operation.excerpt import cut_objects
from sitehand.site.changes import ObjectChange
from sitehand.site.kind import Kinds


def make_plan(
    objects: Sequence[ObjectChange], result: Any, base: str | None, kinds: Kinds, budget: Budget | None = None
) -> dict[str, Any]:
    """Each object's fields before and after in full, what the site would say of it, and on what revision it is based.

    `result` is what the operation answered; a `report` in it is a part of the plan. Takes long when the texts are long,
    up to what `budget` has left.
    """
    warnings = result.get("notices", []) if isinstance(result, Mapping) else []
    shown = show_objects(objects, kinds, budget)
    changed = bool(objects) or bool(isinstance(result, Mapping) and result.get("changed"))
    report = {"report": result["report"]} if isinstance(result, Mapping) and "report" in result else {}
    return {"dry_run": True, "changed": changed, "changes": shown, "warnings": warnings, "revision": base, **report}


def cut_plan(plan: Mapping[str, Any], *, more: bool = True) -> dict[str, Any]:
    """The plan as an answer has it: long differences are cut, and `more` of them can be asked for."""
    return {**plan, "changes": cut_objects(plan["changes"], more=more)}
