"""Callers' words as queries of the full-text index."""

from sitehand.hosts.builtin.sqlite.full_text import hold_all, unfinish

MAX_WORDS = 20

MAX_SEARCH = 200
"""Characters of a visitor's search, as of a caller's."""


def match_words(words: str) -> str:
    """A full-text query for what holds every word; empty when there is no word."""
    plain = words.replace("\0", " ").replace('"', " ")
    kept = [word for word in plain.split() if any(map(str.isalnum, word))][:MAX_WORDS]
    return hold_all(kept)


def match_caller(search: str) -> tuple[str, ...]:
    """The queries to try in turn, until one finds something: the words as they are, then the last one unfinished.

    With an asterisk at its end the last word is unfinished from the start. No query when there is no word.
    """
    whole = match_words(search)
    if not whole:
        return ()
    unfinished = unfinish(whole)
    return (unfinished,) if search.rstrip().endswith("*") else (whole, unfinished)


def cut_search(words: str | None) -> str | None:
    """The words to look for, cut at `MAX_SEARCH` characters; None stays None."""
    return words[:MAX_SEARCH] if words else words
