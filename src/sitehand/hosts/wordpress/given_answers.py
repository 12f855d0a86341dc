"""Answers that a caller was given of what is staged, and what they become when it has been sent.

An answer about one object is built anew of what WordPress then has. What others are made of, such as the blocks of a
new page, is right but for the names of objects that are not there yet: their ids, and their revisions.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sitehand.hosts.wordpress.resources import Json
from sitehand.site.content import Listing, Notice

LIKE_PROVISIONAL = re.compile(r"(?<!\d)\d{16}(?!\d)")
"""What may be a provisional id in a text, such as the ref of a new widget: 2**52 has 16 digits."""


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer that the caller was given of what is staged: it is written anew when that is done."""

    target: dict[str, Any]
    build: Callable[[Json], dict[str, Any]]

    def fill(self, value: Json, notices: Sequence[Notice], visible: str | None = None) -> None:
        """Make it what has become true."""
        built = {**self.build(value), **({"visible": visible} if visible else {})}
        told = [*built.pop("notices", ()), *notices]
        self.target.pop("notices", None)
        self.target.update(built)
        if told:
            self.target["notices"] = told


@dataclass(frozen=True, slots=True)
class ShownAnswer(GivenAnswer):
    """An answer that shows an object which the call writes elsewhere: what is told of the write is no part of it."""

    def fill(self, value: Json, notices: Sequence[Notice], visible: str | None = None) -> None:
        """Make it what has become true."""
        self.target.update(self.build(value))


@dataclass(frozen=True, slots=True)
class Became:
    """What the names of objects were while they were staged, and what they have become."""

    ids: Mapping[int, int]
    revisions: Mapping[tuple[int, str], str]
    """By the id that the object had while it was staged, and the revision that was expected of it."""

    def correct(self, value: Any) -> Any:
        """A value, or all that is in it, with what the names have become."""
        if isinstance(value, dict):
            return {self.correct(name): self.correct(each) for name, each in self._correct_revision(value).items()}
        if isinstance(value, list | tuple):
            return [self.correct(each) for each in value]
        if isinstance(value, Listing):
            return replace(value, items=self.correct(value.items))
        if isinstance(value, str):
            return LIKE_PROVISIONAL.sub(lambda found: str(self.ids.get(int(found[0]), found[0])), value)
        return self.ids.get(value, value) if isinstance(value, int) else value

    def _correct_revision(self, value: Json) -> Json:
        named = value.get("id"), value.get("revision")
        if not isinstance(named[0], int) or not isinstance(named[1], str):
            return value
        return {**value, "revision": self.revisions.get((named[0], named[1]), named[1])}
