"""Whether two texts are the same blocks: WordPress 6.8 and later write block markup anew when it is read.

They write `{}` as `[]`, `1.0` as `1`, escapes as characters, `wp:core/x` as `wp:x`, and leave out spaces in the JSON.
Source: the function traverse_and_serialize_blocks in wp-includes/blocks.php, and what real releases answer.
"""

from collections.abc import Iterator
from typing import Any

from sitehand.blocks.attributes import read_attributes
from sitehand.blocks.delimiters import find_delimiters

Token = tuple[Any, ...]


def same_blocks(one: str, other: str) -> bool:
    """Whether they are equal, or the same blocks with the same attributes around the same text.

    Raises Problem(invalid_arguments) for more blocks than anybody writes.
    """
    return one == other or list(_read_tokens(one)) == list(_read_tokens(other))


def reads_all(stored: str, shown: str) -> bool:
    """Whether all that is stored is shown, in its order. Plugins may have hooked blocks of theirs into what is shown.

    Raises Problem(invalid_arguments) as `same_blocks` does.
    """
    shown_tokens = map(_leave_out_hooks, _read_tokens(shown))
    return stored == shown or all(_leave_out_hooks(token) in shown_tokens for token in _read_tokens(stored))


def _leave_out_hooks(token: Token) -> Token:
    """A token without the mark of blocks that plugins hooked in."""
    if not isinstance(token[-1], dict) or "metadata" not in token[-1]:
        return token
    metadata = {name: value for name, value in token[-1]["metadata"].items() if name != "ignoredHookedBlocks"}
    rest = {name: value for name, value in token[-1].items() if name != "metadata"}
    return (*token[:-1], {**rest, "metadata": metadata} if metadata else rest)


def _read_tokens(source: str) -> Iterator[Token]:
    """Delimiters and the text between them; a block with nothing in it is one token, however it is written."""
    at, opened = 0, None
    for delimiter in find_delimiters(source):
        text, at = source[at : delimiter.start], delimiter.end
        if opened and delimiter.closes and not text:
            yield ("void", *opened)
            opened = None
            continue
        if opened:
            yield ("open", *opened)
        if text:
            yield ("text", text)
        given = source[slice(*delimiter.attributes)] if delimiter.attributes else None
        named = (delimiter.name, simplify(read_attributes(given) or {}))
        opened = None if delimiter.closes or delimiter.void else named
        if delimiter.closes:
            yield ("close",)
        elif delimiter.void:
            yield ("void", *named)
    if opened:
        yield ("open", *opened)
    if at < len(source):
        yield ("text", source[at:])


def simplify(value: Any) -> Any:
    """JSON as PHP keeps it, which has one kind of array: `{}` is an empty list, and `{"0": ...}` one of one."""
    if isinstance(value, list):
        return [simplify(item) for item in value]
    if not isinstance(value, dict):
        return value
    if list(value) == [str(number) for number in range(len(value))]:
        return [simplify(item) for item in value.values()]
    return {name: simplify(item) for name, item in value.items()}
