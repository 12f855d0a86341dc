"""Answers of tools within a bound in bytes: what a model reads fills its context, and a page may have two megabytes.

What is too large is cut where it is largest, and `truncated` says what is left out and which arguments get it. Who
names members with `_fields` gets them whole; with `_offset` too, one text or list from there on, within the bound.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any, NamedTuple, TypeVar

import pydantic_core

from sitehand.doors.wire import list_object
from sitehand.errors import Code, Detail, Problem
from sitehand.site.content import Listing
from sitehand.site.values import MAX_ID

MAX_ANSWER_BYTES = 22_000
"""Limit on an answer on the wire, where its JSON is escaped inside a JSON text; with the envelope, 6,000 tokens of 4
bytes.
"""
SMALL, SHALLOW = 8_192, 8
"""Characters, and members at eight each, and levels, that are measured in less time than a thread takes to begin."""
CONTAINERS = (dict, list, tuple)
CUT_BYTES, MAX_CUTS = 300, 6
"""Room for what is said of a cut, and how many are said; of others how many there are."""
OFFSET = "_offset"
Path = tuple[str | int, ...]
T = TypeVar("T")


class Cut(NamedTuple):
    """What of a text or a list is shown: so many characters or entries, of all."""

    path: Path
    shown: int
    of: int


async def fit_in_time(fit: Callable[..., T], content: Any, *more: Any) -> T:
    """What `fit` answers, which takes its time by the content: at once for a small one, else in a thread."""
    return fit(content, *more) if is_small(content) else await asyncio.to_thread(fit, content, *more)


def is_small(content: Any) -> bool:
    """Whether it is plain JSON, or a page of a list of it, and neither large nor deep. It is not looked at further."""
    left, level = SMALL, [content.items if isinstance(content, Listing) else content]
    for _ in range(SHALLOW):
        inner: list[Any] = []
        for value in level:
            if isinstance(value, str):
                left -= 8 + len(value)
            elif isinstance(value, CONTAINERS):
                left -= 8 + 8 * len(value)
            else:
                left -= 8 if _is_plain(value) else SMALL
            if left <= 0:
                return False
            if isinstance(value, CONTAINERS):
                inner += value
                inner += value.values() if isinstance(value, dict) else ()
        if not inner:
            return True
        level = inner
    return False


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, float) or (isinstance(value, int) and -MAX_ID <= value <= MAX_ID)


def fit_answer(content: dict[str, Any], fields: Sequence[str], offset: int, times: int = 1) -> dict[str, Any]:
    """The answer within the bound, which goes out so many `times`; of the one field from the offset on."""
    content = skip(content, fields[0], offset) if offset else content
    budget = MAX_ANSWER_BYTES // times
    if measure(content) <= budget:
        return content
    fitted, cuts = _fit(content, budget - CUT_BYTES * MAX_CUTS, ())
    told = _gather(cuts)
    more = {"more_truncated": len(told) - MAX_CUTS} if len(told) > MAX_CUTS else {}
    return {**fitted, "truncated": [_tell(path, some, offset) for path, some in told[:MAX_CUTS]], **more}


def fit_listing(listing: Listing[Any], asked: Mapping[str, Any], times: int = 1) -> dict[str, Any]:
    """A page of a list within the bound: of a longer one as many entries as a smaller page of the same list has.

    Where not even one entry fits, or the list has no pages of other sizes, the entries are cut.
    """
    content, budget = list_object(listing), MAX_ANSWER_BYTES // times
    if measure(content) <= budget:
        return content
    start = (listing.page - 1) * listing.per_page
    fitting = _count_fitting(listing.items, budget - CUT_BYTES)
    # A smaller page must begin at the same entry as this one.
    size = next((size for size in range(fitting, 0, -1) if start % size == 0), 0)
    if not size or "cursor" in asked:
        return fit_answer(content, (), 0, times)
    shorter = replace(listing, items=listing.items[:size], page=start // size + 1, per_page=size, next_cursor="")
    following = {"page": shorter.page + 1, "per_page": size}
    return {**list_object(shorter), "shown": size, "next": following}


def _count_fitting(items: Sequence[Any], budget: int) -> int:
    sizes = accumulate(measure(item) + 2 for item in items)
    return sum(size <= budget for size in sizes)


def measure(value: Any) -> int:
    """The bytes of a value in a text of JSON, within a text of JSON."""
    text = pydantic_core.to_json(value)
    return len(text) + text.count(b'"') + text.count(b"\\")


def read_offset(given: Any, fields: Sequence[str]) -> int:
    """Where the one named member begins. Raises Problem(invalid_arguments)."""
    if type(given) is int and given >= 0 and (given == 0 or len(fields) == 1):
        return given
    detail = Detail(path=OFFSET, expected="a number from 0, with one name in _fields", got=str(given)[:80])
    raise Problem(Code.INVALID_ARGUMENTS, "_offset is wrong.", hint="Use what `truncated` says.", details=[detail])


def skip(content: Any, name: str, offset: int) -> Any:
    """The content without what is before the offset in the member of that name (`content.raw`)."""
    head, _, rest = name.partition(".")
    if not isinstance(content, dict) or head not in content:
        return content
    inner = content[head]
    return {**content, head: skip(inner, rest, offset) if rest else _skip_into(inner, offset)}


def _skip_into(value: Any, offset: int) -> Any:
    return value[offset:] if isinstance(value, str | list | tuple) else value


def _fit(value: Any, budget: int, path: Path) -> tuple[Any, list[Cut]]:
    """The value in a budget of bytes, and what was cut of it."""
    if isinstance(value, str):
        return _fit_text(value, budget, path)
    if isinstance(value, Mapping):
        return _fit_members(value, budget, path)
    if isinstance(value, list | tuple):
        return _fit_entries(value, budget, path)
    return value, []


def _fit_text(text: str, budget: int, path: Path) -> tuple[str, list[Cut]]:
    shown = text[: max(0, budget)]
    # Escaping makes some texts longer, so what fits is estimated anew until it does.
    while shown and (size := measure(shown)) > budget:
        shown = shown[: min(len(shown) - 1, len(shown) * budget // size)]
    return (shown, [Cut(path, len(shown), len(text))]) if len(shown) < len(text) else (text, [])


def _fit_members(members: Mapping[str, Any], budget: int, path: Path) -> tuple[dict[str, Any], list[Cut]]:
    """Small members whole; large ones share what is left, the smallest of them first."""
    sizes = {name: measure(value) for name, value in members.items()}
    # Around a name stand two escaped quotes, a colon and a comma.
    left = budget - sum(len(name) + 6 for name in members)
    fitted, cuts = dict(members), []
    for place, name in enumerate(sorted(members, key=sizes.__getitem__)):
        share = left // (len(members) - place)
        if sizes[name] > share:
            fitted[name], more = _fit(members[name], share, (*path, name))
            cuts += more
        left -= min(sizes[name], share)
    return fitted, cuts


def _fit_entries(entries: Sequence[Any], budget: int, path: Path) -> tuple[list[Any], list[Cut]]:
    """As many entries as fit. If even the first does not, that one is cut."""
    shown: list[Any] = []
    cuts: list[Cut] = []
    for entry in entries:
        budget -= measure(entry) + 2
        if budget < 0:
            break
        shown.append(entry)
    if entries and not shown:
        first, cuts = _fit(entries[0], budget + measure(entries[0]), (*path, 0))
        shown.append(first)
    if len(shown) < len(entries):
        cuts.append(Cut(path, len(shown), len(entries)))
    return shown, cuts


def _gather(cuts: Sequence[Cut]) -> list[tuple[Path, list[Cut]]]:
    """The cuts by the member that they are in: the innermost ones of which there are few enough to be told."""
    groups: dict[Path, list[Cut]] = {cut.path: [cut] for cut in cuts}
    for depth in range(max(len(cut.path) for cut in cuts) - 1, 0, -1):
        if len(groups) <= MAX_CUTS:
            break
        groups = {}
        for cut in cuts:
            groups.setdefault(cut.path[:depth], []).append(cut)
    return [(some[0].path if len(some) == 1 else path, some) for path, some in groups.items()]


def _tell(path: Path, cuts: Sequence[Cut], offset: int) -> dict[str, Any]:
    """What is left out, and the arguments to add to the same call for it: of what is in a list, the whole list.

    Of several cuts in one member it is told how many, and the member.
    """
    names = [str(part) for part in path]
    outer = next((place for place, part in enumerate(path) if isinstance(part, int)), len(path))
    whole = {"path": ".".join(names), "next": {"_fields": ".".join(names[:outer])}}
    if len(cuts) > 1:
        return {**whole, "cuts": len(cuts)}
    told = {**whole, "shown": cuts[0].shown, "of": offset + cuts[0].of}
    if outer == len(path):
        told["next"] = {"_fields": ".".join(names), OFFSET: offset + cuts[0].shown}
    return told
