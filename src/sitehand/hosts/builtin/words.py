"""Callers' words as queries of the full-text index."""

MAX_WORDS = 20

MAX_SEARCH = 200
"""Characters of a visitor's search, as of a caller's."""


def match_words(words: str) -> str:
    """An FTS5 query for what holds every word; empty when there is no word.

    Each word is quoted, so that none is an operator (https://sqlite.org/fts5.html#fts5_strings).
    """
    plain = words.replace("\0", " ").replace('"', " ")
    kept = [word for word in plain.split() if any(map(str.isalnum, word))][:MAX_WORDS]
    return " ".join(f'"{word}"' for word in kept)


def match_caller(search: str) -> tuple[str, ...]:
    """The queries to try in turn, until one finds something: the words as they are, then the last one unfinished.

    With an asterisk at its end the last word is unfinished from the start. No query when there is no word.
    """
    whole = match_words(search)
    if not whole:
        return ()
    unfinished = f"{whole}*"
    return (unfinished,) if search.rstrip().endswith("*") else (whole, unfinished)


def cut_search(words: str | None) -> str | None:
    """As much of what a visitor looks for as is looked for; None stays None."""
    return words[:MAX_SEARCH] if words else words
