"""Changes of a text at places: what is between is never touched, and each change can be undone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Splice(NamedTuple):
    """`source[start:end]` becomes `text`."""

    start: int
    end: int
    text: str


class Shift(NamedTuple):
    """What stood at `source[start:end]` is moved to `to` in the new text."""

    start: int
    end: int
    to: int


@dataclass(frozen=True, slots=True)
class TextChange:
    """Splices of one text, in order and apart. `touched` is where changed blocks begin in the new text."""

    splices: Sequence[Splice]
    touched: Sequence[int] = ()
    moved: Shift | None = None

    def apply(self, source: str) -> str:
        """The new text."""
        parts: list[str] = []
        at = 0
        for splice in self.splices:
            parts += source[at : splice.start], splice.text
            at = splice.end
        return "".join(parts) + source[at:]

    def invert(self, source: str) -> "TextChange":
        """The change that leads from the new text back to this one."""
        splices: list[Splice] = []
        shift = 0
        for start, end, text in self.splices:
            splices.append(Splice(start + shift, start + shift + len(text), source[start:end]))
            shift += len(text) - (end - start)
        return TextChange(splices)

    def follow(self, at: int) -> int | None:
        """Where a block that began there begins now; None when it is gone.

        A block that is replaced begins where its replacement does; one that something is put before, behind that.
        """
        if self.moved and self.moved.start <= at < self.moved.end:
            return self.moved.to + at - self.moved.start
        shift = 0
        for start, end, text in self.splices:
            if start > at or (start == at and end > at and text):
                break
            if start <= at < end:
                return None
            shift += len(text) - (end - start)
        return at + shift
