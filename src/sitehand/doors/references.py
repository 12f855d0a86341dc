"""References of a batch's part to what earlier parts answered: `{"$ref": "#0.id"}` in a body, `{#0.id}` in a path."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import quote

from sitehand.errors import Code, Detail, Problem

REFERENCE = re.compile(r"#(\d{1,2})((?:\.\w+)*)")
IN_PATH = re.compile(r"\{(#[^{}]*+)\}")
MAX_DEPTH = 64
MAX_IN_PATH = 200
"""Characters that a reference brings into a path: an id, or a slug."""
MAX_REFERRED = 65_536
"""Characters that all references of a batch bring into its parts: ids, revisions and short texts. A text is known, and
rendered, only when its part runs, while others wait for the transaction of an atomic batch.
"""


class EarlierAnswers:
    """What the earlier parts of a batch answered, and how much of it may still be brought into later ones."""

    def __init__(self, answers: Iterable[Any] = ()) -> None:
        self._answers = list(answers)
        self._left = MAX_REFERRED

    def add(self, answer: Any) -> None:
        """The next part has answered this."""
        self._answers.append(answer)

    def find(self, reference: Any, *, probe: bool) -> Any:
        """What a reference names; a `probe` asks only for an earlier part. Raises Problem(invalid_arguments)."""
        found = _find(reference, self._answers, probe=probe)
        size = _measure(found, self._left)
        if size > self._left:
            raise _too_much(reference, MAX_REFERRED)
        self._left -= size
        return found


def has_references(request: Mapping[str, Any]) -> bool:
    """Whether the part refers to another."""
    body = request.get("body")
    return bool(IN_PATH.search(request["path"])) or (body is not None and _contains(body, 0))


def resolve_part(request: Mapping[str, Any], earlier: EarlierAnswers, *, probe: bool = False) -> Mapping[str, Any]:
    """The part with each reference replaced by what it names in what earlier parts answered.

    Raises Problem(invalid_arguments) for one that names nothing; a `probe` asks only for an earlier part.
    """
    if not has_references(request):
        return request
    find = partial(earlier.find, probe=probe)

    def write(match: re.Match[str]) -> str:
        found = str(find(match[1]))
        if len(found) > MAX_IN_PATH:
            raise _too_much(match[1], MAX_IN_PATH)
        # What is brought in must not change the path, such as by a slash.
        return quote(found, safe="")

    path = IN_PATH.sub(write, request["path"])
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


def _measure(found: Any, left: int) -> int:
    """Characters of a value, with one for each thing in it; of a large one no more is looked at than is left."""
    size, parts = 0, [found]
    while parts and size <= left:
        part = parts.pop()
        size += 1 + (len(part) if isinstance(part, str) else 0)
        if isinstance(part, Mapping):
            size += len(part)
            parts += part.values() if len(part) <= left else ()
        elif isinstance(part, list):
            size += len(part)
            parts += part if len(part) <= left else ()
    return size


def _contains(value: Any, depth: int) -> bool:
    if depth > MAX_DEPTH:  # refused when the part is parsed
        return False
    if isinstance(value, Mapping):
        return set(value) == {"$ref"} or any(_contains(item, depth + 1) for item in value.values())
    return isinstance(value, list) and any(_contains(item, depth + 1) for item in value)


def _too_much(reference: Any, limit: int) -> Problem:
    return Problem(
        Code.INVALID_ARGUMENTS,
        f"The reference {str(reference)[:80]!r} brings more than {limit:,} characters together with those before it.",
        hint="References are for ids, revisions, slugs and short texts. Send a long text itself.",
        details=[Detail(path="$ref", expected=f"at most {limit:,} characters", got="more")],
    )


def _unknown(reference: Any, expected: str) -> Problem:
    return Problem(
        Code.INVALID_ARGUMENTS,
        f"The reference {str(reference)[:80]!r} does not match an answer.",
        hint='Write {"$ref": "#0.id"} in a body, {#0.id} in a path; 0 is the first part.',
        details=[Detail(path="$ref", expected=expected, got=str(reference)[:80])],
    )
