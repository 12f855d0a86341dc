"""Brief answers: what of a result a model needs, whose context every byte fills. `detail=full` gives all of it."""

from collections.abc import Callable, Mapping
from typing import Any

Brief = Callable[[Mapping[str, Any]], dict[str, Any]]
"""The part of an operation's result that it answers with `detail=brief`."""
OUTCOME = (
    "id",
    "ref",
    "link",
    "status",
    "visible",
    "revision",
    "deleted",
    "changed",
    "change_id",
    "proposed_alt_text",
    "notices",
)
"""What the caller of a write cannot know beforehand; it sent the rest itself."""


def tell_outcome(result: Mapping[str, Any]) -> dict[str, Any]:
    """The outcome for a written object; for a deleted one, which it was."""
    told = {name: result[name] for name in OUTCOME if name in result}
    return {**told, "previous": tell_outcome(result["previous"])} if "previous" in result else told


def tell_objects(result: Mapping[str, Any]) -> dict[str, Any]:
    """The result without the fields of its objects: it says which objects changed and how."""
    objects = [{name: value for name, value in each.items() if name != "fields"} for each in result["objects"]]
    return {**result, "objects": objects}


def leave_raw(result: Mapping[str, Any]) -> dict[str, Any]:
    """An object for editing: each text as it was written, not as visitors see it beside that."""
    return {
        name: {member: text for member, text in value.items() if member != "rendered"}
        if isinstance(value, Mapping) and "raw" in value
        else value
        for name, value in result.items()
    }
