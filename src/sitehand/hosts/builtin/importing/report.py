"""What an import did: counts per type, what it left out, and what it did otherwise than the export says."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

Outcome = Literal["created", "updated", "unchanged"]
MAX_NAMES = 8
REST = "If this is the same source, the rest is in now. If not, import that one again."


@dataclass(slots=True)
class Counts:
    """How many of one type were created, updated, or found as the export has them."""

    created: int = 0
    updated: int = 0
    unchanged: int = 0


@dataclass(slots=True)
class Remark:
    """One line of the report: how many of what, why, and which ones (the keys of `names`) where they have names."""

    what: str
    reason: str
    count: int = 0
    names: dict[str, None] = field(default_factory=dict)

    def __str__(self) -> str:
        shown = "; ".join(list(self.names)[:MAX_NAMES])
        more = f"; and {len(self.names) - MAX_NAMES} more" if len(self.names) > MAX_NAMES else ""
        line = f"{self.what} ({self.count}): {self.reason}" + (f": {shown}{more}" if shown else "")
        # Much of it is the file's own words, which a terminal must not obey.
        return "".join(letter if letter.isprintable() else " " for letter in line)


@dataclass(slots=True)
class ImportReport:
    """The result of one import. Remarks with the same subject and reason are one line.

    `in_file` counts the items of the export, `came_in` those that are on the site now, whether new
    or from before; `job` is the one that fetches files, if one was begun; `cut_off` says which import
    before this one was.
    """

    in_file: int = 0
    came_in: int = 0
    job: int | None = None
    cut_off: str = ""
    counts: dict[str, Counts] = field(default_factory=dict)
    left_out: list[Remark] = field(default_factory=list)
    adjusted: list[Remark] = field(default_factory=list)

    def count(self, type_: str, outcome: Outcome) -> None:
        """One more of a type."""
        counts = self.counts.setdefault(type_, Counts())
        setattr(counts, outcome, getattr(counts, outcome) + 1)

    def leave_out(self, what: str, reason: str, name: str = "", count: int = 1) -> None:
        """Something in the export is not imported. A count of 0 says nothing."""
        _add_remark(self.left_out, what, reason, name, count)

    def adjust(self, what: str, reason: str, name: str = "", count: int = 1) -> None:
        """Something is imported, but not as the export says."""
        _add_remark(self.adjusted, what, reason, name, count)

    @property
    def changed(self) -> bool:
        """Whether anything is otherwise than before."""
        return any(counts.created or counts.updated for counts in self.counts.values())

    def lines(self) -> Iterator[str]:
        """The report as text for a terminal."""
        if self.cut_off:
            yield f"{self.cut_off} {REST}"
        for type_, counts in self.counts.items():
            yield f"{type_}: {counts.created} created, {counts.updated} updated, {counts.unchanged} unchanged"
        for heading, remarks in (("Left out:", self.left_out), ("Done otherwise than the export says:", self.adjusted)):
            if remarks:
                yield heading
                yield from (f"  {remark}" for remark in remarks)


def _add_remark(remarks: list[Remark], what: str, reason: str, name: str, count: int) -> None:
    if not count:
        return
    found = next((remark for remark in remarks if (remark.what, remark.reason) == (what, reason)), None)
    if found is None:
        remarks.append(found := Remark(what, reason))
    found.count += count
    if name:
        found.names[name] = None
