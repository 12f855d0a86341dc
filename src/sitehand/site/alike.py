"""Terms whose names differ by so little that one was probably meant: the same words in another spelling or order."""

import unicodedata
from collections.abc import Iterable

from typing_extensions import TypedDict

from sitehand.site.terms import Branch


class Alike(TypedDict):
    """Terms that may be duplicates; the one with most posts comes first."""

    terms: list[Branch]


def group_alike(terms: Iterable[Branch]) -> list[Alike]:
    """The terms that share their words, whatever case, accents, signs, order and plural; biggest groups first."""
    groups: dict[tuple[str, ...], list[Branch]] = {}
    for term in terms:
        groups.setdefault(_fold(term["name"]) or (term["name"],), []).append(term)
    alike = [sorted(group, key=lambda term: (-term["count"], term["id"])) for group in groups.values() if group[1:]]
    return [Alike(terms=group) for group in sorted(alike, key=len, reverse=True)]


def _fold(name: str) -> tuple[str, ...]:
    """The words of a name as they are compared."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(each))
    words = "".join(each if each.isalnum() else " " for each in plain.replace("'", "").replace("’", "")).split()
    return tuple(sorted(word.removesuffix("s") if len(word) > 3 else word for word in words))  # noqa: PLR2004
