"""Paragraphs and line breaks for text that was written without them, in the manner of WordPress's wpautop.

Blank lines part paragraphs, single line breaks become `<br />`, and what is markup already stays as it is
(https://developer.wordpress.org/reference/functions/wpautop/). No word is ever lost; the time is linear in the text.
"""

# ruff: noqa: SIM905 - long lists of plain names read best as text
import re
from collections.abc import Iterator

# Between their tags nothing is changed.
VERBATIM = frozenset("pre script style svg textarea".split())
# Text directly inside is parted into paragraphs: always, or only when it has a blank line.
PARTED = frozenset({"", "blockquote"})
CONTAINERS = frozenset("article aside details div fieldset figure footer form header main nav section".split())
# Only elements belong inside; line breaks there mean nothing.
STRUCTURES = frozenset("colgroup dl hgroup map menu ol optgroup select table tbody tfoot thead tr ul".split())
# Text inside is one run, in which line breaks count.
LINES = frozenset("address caption dd dt figcaption h1 h2 h3 h4 h5 h6 legend li option p summary td th".split())
EMPTY = frozenset("hr col".split())
BLOCKS = VERBATIM | PARTED | CONTAINERS | STRUCTURES | LINES | EMPTY
# A tag of this name ends an open element of these names.
SIBLINGS = {name: {name} for name in ("li", "tr", "option")} | {
    name: set(pair) for pair in (("dt", "dd"), ("td", "th")) for name in pair
}

_COMMENT = re.compile(r"<!--(?:[^-]|-(?!->))*+-->")
# No part reaches past the next "<", and none gives back what it took: no text makes this slow.
_TAG = re.compile(r"""<(/?)([a-zA-Z][a-zA-Z0-9]*)(?:[\s/](?:[^"'<>]|"[^"<]*+"|'[^'<]*+')*+)?>""")
_ENDS = {name: re.compile(f"</{name}>", re.IGNORECASE | re.ASCII) for name in VERBATIM}
_BLANK_LINE = re.compile(r"\n[^\S\n]*+\n\s*")
_BREAK_BEFORE = re.compile(r"<br\s*/?>$")


def add_paragraphs(text: str) -> str:
    """The text as HTML with paragraphs; comments are left out."""
    return part_paragraphs(drop_comments(unify_lines(text)))


def unify_lines(text: str) -> str:
    """The text with `\n` at the end of each line."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def part_paragraphs(text: str) -> str:
    """The text as HTML with paragraphs; comments stay, as parts of their lines. Lines must end with `\\n`."""
    parts: list[str] = []
    open_blocks: list[str] = []
    for run, tag, name in _split_blocks(text):
        if run:
            parts.append(_mark_up(run, open_blocks[-1] if open_blocks else ""))
        parts.append(tag)
        if name:
            _follow(open_blocks, name, closing=tag.startswith("</"))
    return "".join(parts)


def find_loose(text: str) -> Iterator[tuple[int, int]]:
    """Where text stands in no block element but paragraphs: `text[start:end]`."""
    at = 0
    open_blocks: list[str] = []
    for run, tag, name in _split_blocks(text):
        end = at + len(run)
        if set(open_blocks) <= {"p"}:
            yield at, end
        at = end + len(tag)
        if name:
            _follow(open_blocks, name, closing=tag.startswith("</"))


def drop_comments(text: str, keep: re.Pattern[str] | None = None) -> str:
    """The text without its comments but those that `keep` matches; one that is never closed stays."""
    # Behind the last end of one there is none: looking for it again and again would take the square of the time.
    last = text.rfind("-->")
    if last < 0:
        return text
    end = last + len("-->")
    return _COMMENT.sub(lambda found: found[0] if keep and keep.match(found[0]) else "", text[:end]) + text[end:]


def _split_blocks(text: str) -> Iterator[tuple[str, str, str]]:
    """Runs of text and inline tags, each with the block tag that ends it and the tag's name.

    Verbatim elements come whole, with an empty name.
    """
    start = position = 0
    unclosed: set[str] = set()
    while match := _TAG.search(text, position):
        position, name = match.end(), match[2].lower()
        if name not in BLOCKS:
            continue
        if name in VERBATIM:
            if match[1] or (end := _find_end(text, name, position, unclosed)) < 0:
                continue
            position = end
        yield text[start : match.start()], text[match.start() : position], "" if name in VERBATIM else name
        start = position
    yield text[start:], "", ""


def _find_end(text: str, name: str, position: int, unclosed: set[str]) -> int:
    """Where the verbatim element ends, or -1; a name that is never closed again is not looked for twice."""
    if name in unclosed:
        return -1
    found = _ENDS[name].search(text, position)
    if found is None:
        unclosed.add(name)
        return -1
    return found.end()


def _follow(open_blocks: list[str], name: str, *, closing: bool) -> None:
    """Keep the list of open block elements as a browser would, roughly: the parser that comes after mends the rest."""
    if closing:
        if name in open_blocks[-8:]:
            while open_blocks.pop() != name:
                pass
        return
    if open_blocks and (open_blocks[-1] == "p" or open_blocks[-1] in SIBLINGS.get(name, ())):
        open_blocks.pop()
    if name not in EMPTY:
        open_blocks.append(name)


def _mark_up(run: str, parent: str) -> str:
    """A run of text as its place asks for."""
    if not run.strip() or parent in STRUCTURES:
        return run
    if parent in PARTED or (parent in CONTAINERS and _BLANK_LINE.search(run.strip())):
        paragraphs = (part.strip() for part in _BLANK_LINE.split(run.strip()))
        return "\n" + "\n".join(f"<p>{break_lines(part)}</p>" for part in paragraphs if part) + "\n"
    return break_lines(run.strip("\n"))


def break_lines(text: str) -> str:
    """Line breaks as `<br />`, unless there is one already."""
    lines = [line.rstrip() for line in text.split("\n")]
    ended = [line if _BREAK_BEFORE.search(line[-8:]) else f"{line}<br />" for line in lines[:-1]]
    return "\n".join([*ended, lines[-1]])
