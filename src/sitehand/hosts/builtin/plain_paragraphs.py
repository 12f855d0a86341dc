"""Texts that are nothing but paragraphs of words, as most are that somebody writes without blocks.

The cleaner gives them back as they are, so it is not asked about them.
"""

from functools import lru_cache

CHANGED = "&<>\0\r\xa0\ufeff"
"""What a text has of which the cleaner makes something else: it gives back any other text as it is."""


def is_changed(text: str) -> bool:
    """Whether the cleaner could make something else of a text."""
    return any(map(text.__contains__, CHANGED))


@lru_cache(1)  # the summary and the content of a text are rendered one after the other
def read_paragraphs(marked_up: str) -> tuple[str, ...]:
    """The words of the paragraphs, and what is between these: before the first, in it, behind it, in the second.

    Empty for a text that has anything else.
    """
    before, *parts = marked_up.split("<")
    words = [before]
    for start, end in zip(parts[::2], parts[1::2], strict=False):
        if not start.startswith("p>") or not end.startswith("/p>") or end[3:].strip():
            return ()
        words += (start[2:], end[3:])
    even = parts and len(parts) % 2 == 0
    return tuple(words) if even and not before.strip() and not is_changed("".join(words)) else ()


def mark_up_paragraphs(raw: str) -> str | None:
    """What `add_paragraphs` makes of such a text when no paragraph has a line break; None for any other."""
    before, *rest = read_paragraphs(raw) or [""]
    lines = [words.strip("\n") if words.strip() else words for words in rest[::2]]
    if not lines or any("\n" in line for line in lines):
        return None
    return before + "".join(f"<p>{line.rstrip() or line}</p>{gap}" for line, gap in zip(lines, rest[1::2], strict=True))
