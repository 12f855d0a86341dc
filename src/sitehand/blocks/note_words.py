"""Notes on words: a text marks those that a note is about, from WordPress 7.1 on: `<mark class="wp-note" data-id="5">`.

The block names the note beside that. Source: `wp_strip_inline_note_markers` of wp-includes/comment.php.
"""

import re
from collections.abc import Iterator

from turbohtml import Token, TokenType, tokenize

from sitehand.blocks.splices import Splice, TextChange

CLASS, TAG = "wp-note", "mark"
_BREAK = re.compile("\r\n|\r|\n")


def unmark_words(html: str) -> str:
    """The text without the marks of notes. The words in them stay, and so do other marks; all else is untouched."""
    return TextChange(list(_drop_marks(html))).apply(html) if CLASS in html else html


def _drop_marks(html: str) -> Iterator[Splice]:
    """Each tag of such a mark. One that is never opened is of no mark."""
    lines = [0, *(found.end() for found in _BREAK.finditer(html))]
    inside: list[bool] = []
    start = -1
    for token in tokenize(html):
        at = lines[token.line - 1] + token.col
        if start >= 0:
            yield Splice(start, at, "")
        start = at if _is_of_note(token, inside) else -1
    if start >= 0:
        yield Splice(start, len(html), "")


def _is_of_note(token: Token, inside: list[bool]) -> bool:
    """Whether a tag begins or ends such a mark; `inside` are the marks that are open there."""
    if token.tag != TAG:
        return False
    if token.type is TokenType.END_TAG:
        return inside.pop() if inside else False
    inside.append(CLASS in dict(token.attrs or ()).get("class", "").split())
    return inside[-1]
