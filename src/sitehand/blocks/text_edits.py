"""Edits of the text in a source: words are found in runs between tags, and nothing else of the source changes."""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import escape
from typing import Any, NamedTuple

from turbohtml import TokenType, tokenize

from sitehand.blocks.elements import VOID
from sitehand.blocks.runs import Run, join_sentences, read_runs
from sitehand.blocks.splices import Splice
from sitehand.blocks.tree import Span
from sitehand.errors import Code, Detail, Problem

# re2 is imported at the first expression: few services meet one, and it takes 2 MiB.
# ruff: noqa: PLC0415
MAX_PLACES = 10_000
MAX_SECONDS = 2.0
"""Seconds that a regular expression may search one text, checked between its matches and its runs."""
EXPRESSION_BYTES = 256 * 1024
"""Bytes of memory that one regular expression may take: the time per character can grow with it."""
AROUND, MAX_SHOWN = 30, 300
"""Characters of a sentence that a refusal shows: beside the words, and in all."""


class Wanted(NamedTuple):
    """What to look for: plain text, or an expression in the syntax of RE2."""

    find: str
    regex: bool = False
    match_case: bool = True


class Found(NamedTuple):
    """A place in the source, and what an expression has found there."""

    span: Span
    expand: Callable[[str], str]


def find_words(source: str, wanted: Wanted) -> list[Found]:
    """The places that hold the words, in order. Raises Problem: invalid_arguments, conflict."""
    runs = read_runs(source)
    pattern = _compile(wanted)
    found = list(_search(runs, pattern, regex=wanted.regex))
    if not found:
        raise _refuse_missing(runs, pattern, wanted.find)
    return found


def replace_words(found: Sequence[Found], new: str) -> list[Splice]:
    """Other words in their place. `new` is plain text; of an expression `\\1` is its first group."""
    return [Splice(*each.span, _write(each, new)) for each in found]


def insert_words(found: Sequence[Found], new: str, *, after: bool) -> list[Splice]:
    """Words before or after them."""
    places = [each.span.end if after else each.span.start for each in found]
    return [Splice(at, at, _write(each, new)) for at, each in zip(places, found, strict=True)]


def check_balance(html: str, path: str) -> None:
    """Raise Problem(invalid_arguments) for HTML that leaves an element open, or closes one of the text around it."""
    left: list[str] = []
    for token in tokenize(html, capture_attributes=False):
        tag = token.tag or ""
        if token.type is TokenType.START_TAG and tag not in VOID and not token.self_closing:
            left.append(tag)
        elif token.type is TokenType.END_TAG and (not left or left.pop() != tag):
            raise _refuse_unbalanced(path, f"</{tag}> closes nothing")
    if left:
        raise _refuse_unbalanced(path, f"<{left[-1]}> is not closed")


def _write(found: Found, new: str) -> str:
    """Plain text as HTML."""
    return escape(found.expand(new), quote=False)


def _expand(match: Any, new: str) -> str:
    """With what the groups found. Raises Problem(invalid_arguments) for a group that the expression does not have."""
    import re2

    try:
        return str(match.expand(new))
    except (IndexError, re2.error):
        detail = Detail(path="replace", expected=r"groups of the expression, such as \1", got=new[:80])
        raise Problem(
            Code.INVALID_ARGUMENTS,
            "The expression has no such group.",
            hint="Write \\0 for all that was found, and \\1 for the first group in parentheses.",
            details=[detail],
        ) from None


def _compile(wanted: Wanted) -> Any:
    if not wanted.regex:
        words = re.escape(wanted.find)
        return re.compile(words, 0 if wanted.match_case else re.IGNORECASE)
    import re2

    options = re2.Options()
    options.max_mem, options.log_errors, options.case_sensitive = EXPRESSION_BYTES, False, wanted.match_case
    try:
        return re2.compile(wanted.find, options)
    except re2.error as fault:
        raise _refuse_expression(fault) from None


def _search(runs: Sequence[Run], pattern: Any, *, regex: bool) -> Iterator[Found]:
    ends, number = time.monotonic() + MAX_SECONDS, 0
    for run in runs:
        for match in pattern.finditer(run.text):
            # An expression such as a* matches between all characters too, where nothing is to replace.
            if match.start() == match.end():
                continue
            number += 1
            if number > MAX_PLACES or time.monotonic() > ends:
                raise _refuse_many()
            yield Found(run.place(*match.span()), partial(_expand, match) if regex else str)
        if time.monotonic() > ends:
            raise _refuse_many()


def _refuse_missing(runs: Sequence[Run], pattern: Any, find: str) -> Problem:
    """The refusal of words that are not there, or that a tag parts."""
    for sentence in join_sentences(runs):
        if match := pattern.search(sentence):
            shown = sentence[max(0, match.start() - AROUND) : match.end() + AROUND][:MAX_SHOWN]
            message = f"A tag such as <b> parts these words: {shown!r}."
            return _conflict(message, find, hint="Find the words before or after the tag.")
    return _conflict("The text does not hold these words.", find, hint="Read it with get_content, context=edit.")


def _conflict(message: str, find: str, hint: str) -> Problem:
    detail = Detail(path="find", expected="text between two tags of the content", got=find[:80])
    return Problem(Code.CONFLICT, f"{message} Nothing was changed.", hint=hint, details=[detail])


def _refuse_expression(fault: Exception) -> Problem:
    told = fault.args[0] if fault.args else ""
    told = told.decode(errors="replace") if isinstance(told, bytes) else str(told)
    detail = Detail(path="find", expected="a regular expression in RE2 syntax", got=told[:200])
    hint = "RE2 has no look-around and no references to groups within the expression."
    return Problem(Code.INVALID_ARGUMENTS, "The regular expression is wrong.", hint=hint, details=[detail])


def _refuse_many() -> Problem:
    message = f"The words are in more than {MAX_PLACES:,} places, or finding them takes too long."
    detail = Detail(path="find", expected=f"at most {MAX_PLACES:,} places", got="more")
    return Problem(Code.INVALID_ARGUMENTS, message, hint="Look for something more exact.", details=[detail])


def _refuse_unbalanced(path: str, got: str) -> Problem:
    detail = Detail(path=path, expected="HTML in which each element is closed", got=got)
    return Problem(
        Code.INVALID_ARGUMENTS,
        f"The HTML is not complete: {got}.",
        hint="Close each element in the same text, such as <b>new</b>, or write < as &lt;.",
        details=[detail],
    )
