"""References of a batch's part to what earlier parts answered: `{"$ref": "#0.id"}` in a body, `{#0.id}` in a path."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import quote

from sitehand.errors import Code, Detail, Problem

REFERENCE = re.compile(r"#(\d{1,2})((?:\.\w+)*)")
IN_PATH = re.compile(r"\{(#[^{}]*+)\}")
ARGUMENT = re.compile(r"[?&](\w+)=[^&=]*$")
"""The argument in a query that a reference at the end is a part of."""
REVISION = "expected_revision"
"""The argument that takes the revision of an object in the midst of a batch."""
NOTHING = object()
MAX_DEPTH = 64
MAX_IN_PATH = 200
"""Characters that a reference brings into a path: an id, or a slug."""
MAX_REFERRED = 65_536
"""Characters that all references of a batch bring into its parts: ids, revisions and short texts. A text is known, and
rendered, only when its part runs, while others wait for the transaction of an atomic batch.
"""


class EarlierAnswer(NamedTuple):
    """What a part answered, and the arguments that it was given.

    `foretold` has an entry for each object that was shown as it is to become: the fields that the site may store
    otherwise than they were given. Without entries all of the answer is so already.
    """

    answer: Any
    given: Mapping[str, Any] = MappingProxyType({})
    foretold: Sequence[frozenset[str]] = ()

    def is_sure(self, names: Sequence[str], found: Any, path: str) -> bool:
        """Whether what is found under these names will be so, for an argument at that path.

        The names of objects are, which the host itself replaces, and what was given and is stored as it is given.
        """
        if not self.foretold or names[-1:] in (["id"], ["ref"]):
            return True
        if names[-1:] == ["revision"]:
            return path.rpartition(".")[2] == REVISION
        decided = frozenset[str]().union(*self.foretold)
        return bool(names) and names[0] not in decided and _walk(self.given, names) == found


class EarlierAnswers:
    """What the earlier parts of a batch answered, and how much of it may still be brought into later ones."""

    def __init__(self, answers: Iterable[Any] = ()) -> None:
        self._answers = [EarlierAnswer(each) for each in answers]
        self._left = MAX_REFERRED

    def add(self, answer: EarlierAnswer) -> None:
        """The next part has answered this."""
        self._answers.append(answer)

    def find(self, reference: Any, path: str, *, probe: bool) -> Any:
        """What a reference in the argument at that path names; a `probe` asks only for an earlier part.

        Raises Problem(invalid_arguments).
        """
        match = REFERENCE.fullmatch(reference) if isinstance(reference, str) else None
        if match is None or int(match[1]) >= len(self._answers):
            raise _unknown(reference, "the number of an earlier part and a member of its answer, such as #0.id")
        earlier, names = self._answers[int(match[1])], match[2].split(".")[1:]
        found = earlier.answer if probe else _walk(earlier.answer, names)
        if found is NOTHING:
            raise _unknown(reference, "a member of that part's answer")
        if not (probe or earlier.is_sure(names, found, path)):
            raise _unsure(reference, path)
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
        named = ARGUMENT.search(match.string, 0, match.start())
        found = str(find(match[1], named[1] if named else "path"))
        if len(found) > MAX_IN_PATH:
            raise _too_much(match[1], MAX_IN_PATH)
        # What is brought in must not change the path, such as by a slash.
        return quote(found, safe="")

    path = IN_PATH.sub(write, request["path"])
    resolved = {**request, "path": path}
    if "body" in request:
        resolved["body"] = _resolve(request["body"], find, "")
    return resolved


def _resolve(value: Any, find: Any, path: str) -> Any:
    if isinstance(value, Mapping):
        if set(value) == {"$ref"}:
            return find(value["$ref"], path)
        return {name: _resolve(item, find, f"{path}.{name}".lstrip(".")) for name, item in value.items()}
    if isinstance(value, list):
        return [_resolve(item, find, f"{path}.{place}".lstrip(".")) for place, item in enumerate(value)]
    return value


def _walk(value: Any, names: Sequence[str]) -> Any:
    """What stands under these names, one within the other; NOTHING where there is none."""
    found = value
    for name in names:
        if isinstance(found, Mapping) and name in found:
            found = found[name]
        elif isinstance(found, list) and name.isdigit() and int(name) < len(found):
            found = found[int(name)]
        else:
            return NOTHING
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


def _unsure(reference: Any, path: str) -> Problem:
    return Problem(
        Code.INVALID_ARGUMENTS,
        f"The reference {str(reference)[:80]!r} names what the site decides only when it stores the batch.",
        hint="Send this part in a later call. Refer only to ids, and to what the earlier part sends.",
        details=[Detail(path=path, expected="an id, or a value that the earlier part sends", got=str(reference)[:80])],
    )


def _unknown(reference: Any, expected: str) -> Problem:
    return Problem(
        Code.INVALID_ARGUMENTS,
        f"The reference {str(reference)[:80]!r} does not match an answer.",
        hint='Write {"$ref": "#0.id"} in a body, {#0.id} in a path; 0 is the first part.',
        details=[Detail(path="$ref", expected=expected, got=str(reference)[:80])],
    )
