"""References of a batch's part to what earlier parts answered: `{"$ref": "#0.id"}` in a body, `{#0.id}` in a path."""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from sitehand.errors import Code, Detail, Problem

REFERENCE = re.compile(r"#(\d{1,2})((?:\.\w+)*)")
IN_PATH = re.compile(r"\{(#[^}]*)\}")
MAX_DEPTH = 64


def has_references(request: Mapping[str, Any]) -> bool:
    """Whether the part refers to another."""
    return bool(IN_PATH.search(request["path"])) or _contains(request.get("body"), 0)


def resolve_part(request: Mapping[str, Any], answers: Sequence[Any], *, probe: bool = False) -> Mapping[str, Any]:
    """The part with each reference replaced by what it names in the bodies that earlier parts answered.

    Raises Problem(invalid_arguments) for one that names nothing; a `probe` asks only for an earlier part.
    """
    if not has_references(request):
        return request

    def find(reference: Any) -> Any:
        return _find(reference, answers, probe=probe)

    path = IN_PATH.sub(lambda match: quote(str(find(match[1])), safe=""), request["path"])
    resolved = {**request, "path": path}
    if "body" in request:
        resolved["body"] = _resolve(request["body"], find)
    return resolved


def _resolve(value: Any, find: Any) -> Any:
    if isinstance(value, Mapping):
        if set(value) == {"$ref"}:
            return find(value["$ref"])
        return {name: _resolve(item, find) for name, item in value.items()}
    return [_resolve(item, find) for item in value] if isinstance(value, list) else value


def _find(reference: Any, answers: Sequence[Any], *, probe: bool) -> Any:
    match = REFERENCE.fullmatch(reference) if isinstance(reference, str) else None
    if match is None or int(match[1]) >= len(answers):
        raise _unknown(reference, "the number of an earlier part and a member of its answer, such as #0.id")
    found = answers[int(match[1])]
    for name in match[2].split(".")[1:]:
        if probe:
            break
        if isinstance(found, Mapping) and name in found:
            found = found[name]
        elif isinstance(found, list) and name.isdigit() and int(name) < len(found):
            found = found[int(name)]
        else:
            raise _unknown(reference, "a member of that part's answer")
    return found


def _contains(value: Any, depth: int) -> bool:
    if depth > MAX_DEPTH:
        return False
    if isinstance(value, Mapping):
        return set(value) == {"$ref"} or any(_contains(item, depth + 1) for item in value.values())
    return isinstance(value, list) and any(_contains(item, depth + 1) for item in value)


def _unknown(reference: Any, expected: str) -> Problem:
    return Problem(
        Code.INVALID_ARGUMENTS,
        f"The reference {str(reference)[:80]!r} leads nowhere.",
        hint='Write {"$ref": "#0.id"} in a body, {#0.id} in a path; 0 is the first part.',
        details=[Detail(path="$ref", expected=expected, got=str(reference)[:80])],
    )
