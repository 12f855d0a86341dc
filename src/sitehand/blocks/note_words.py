"""Notes on words: a text marks those that a note is about, from WordPress 7.1 on: `<mark class="wp-note" data-id="5">`.

The block names the note beside that. Source: `wp_strip_inline_note_markers` of wp-includes/comment.php.
"""

import re
from collections.abc import Iterator, Mapping

from turbohtml import Token, TokenType, tokenize

from sitehand.blocks.splices import Splice, TextChange

CLASS, TAG = "wp-note", "mark"
_BREAK = re.compile("\r\n|\r|\n")
_NUMBER = re.compile("[0-9]{1,18}")
_ID = re.compile(r"""(\sdata-id\s*=\s*["']?)[0-9]+""", re.IGNORECASE)


def move_words(html: str, made: Mapping[int, int]) -> str:
    """The text whose marks are of the notes that were made here of those there.

    Marks of other notes go, and the words in them stay. So do other marks; all else is untouched.
    """
    return TextChange(list(_move_tags(html, made))).apply(html) if CLASS in html else html


def _move_tags(html: str, made: Mapping[int, int]) -> Iterator[Splice]:
    """Each tag of such a mark. One that is never opened is of no mark."""
    lines = [0, *(found.end() for found in _BREAK.finditer(html))]
    inside: list[int | None] = []
    start, note = -1, 0
    for token in tokenize(html):
        at = lines[token.line - 1] + token.col
        if start >= 0:
            yield Splice(start, at, _write_tag(html[start:at], note))
        found = _find_note(token, inside, made)
        start, note = (-1, 0) if found is None else (at, found)
    if start >= 0:
        yield Splice(start, len(html), _write_tag(html[start:], note))


def _find_note(token: Token, inside: list[int | None], made: Mapping[int, int]) -> int | None:
    """The note here that a tag is about, 0 where there is none; None for a tag of no such mark.

    `inside` says so of the marks that are open there.
    """
    if token.tag != TAG:
        return None
    if token.type is TokenType.END_TAG:
        return inside.pop() if inside else None
    attributes = dict(token.attrs or ())
    if CLASS in attributes.get("class", "").split():
        named = attributes.get("data-id", "")
        inside.append(made.get(int(named), 0) if _NUMBER.fullmatch(named) else 0)
    else:
        inside.append(None)
    return inside[-1]


def _write_tag(tag: str, note: int) -> str:
    return _ID.sub(rf"\g<1>{note}", tag, count=1) if note else ""
