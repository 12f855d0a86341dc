"""What an exchange did: what became what, what has no counterpart, and each setting that is lost."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sitehand.elementor.conversion.report import MAX_LINES
from sitehand.elementor.findings import show


class Mark(NamedTuple):
    """How far a report has come: its counts, and how many lines it has of each kind."""

    became: Counter[tuple[str, str]]
    kept: int
    lines: tuple[int, ...]


@dataclass(slots=True)
class Report:
    """Counts and lines. A line names an element by its id, a block by its path."""

    became: Counter[tuple[str, str]] = field(default_factory=Counter)
    kept: int = 0
    unmatched: list[dict[str, Any]] = field(default_factory=list)
    changed: list[dict[str, Any]] = field(default_factory=list)
    left_out: list[dict[str, Any]] = field(default_factory=list)

    def mark(self) -> Mark:
        """Where the report stands."""
        return Mark(self.became.copy(), self.kept, tuple(map(len, (self.unmatched, self.changed, self.left_out))))

    def go_back(self, mark: Mark) -> None:
        """Forget what was told since then, of something that was not made after all."""
        self.became, self.kept = mark.became, mark.kept
        for lines, number in zip((self.unmatched, self.changed, self.left_out), mark.lines, strict=True):
            del lines[number:]

    def count(self, kind: str, others: tuple[str, ...]) -> None:
        """Count what something became."""
        self.became[kind, " + ".join(dict.fromkeys(others)) or "nothing"] += 1

    def add_unmatched(self, name: str, kind: str, shown: str) -> None:
        """Something that has no counterpart, and how it is shown."""
        self.unmatched.append({"element": name, "type": kind, "shown": shown})

    def change(self, name: str, setting: str, became: str) -> None:
        """A setting that says nearly the same otherwise."""
        self.changed.append({"element": name, "setting": setting, "became": became})

    def leave_out(self, name: str, setting: str, value: Any) -> None:
        """A setting that is gone."""
        self.left_out.append({"element": name, "setting": setting, "value": show(value)})

    def tell(self) -> dict[str, Any]:
        """The report as an answer has it, and how many lines had no room."""
        lines = {"no_counterpart": self.unmatched, "changed": self.changed, "left_out": self.left_out}
        became = [{"type": kind, "became": other, "count": count} for (kind, other), count in self.became.items()]
        return {
            "converted": self.became.total(),
            "kept": self.kept,
            "became": became[:MAX_LINES],
            **{name: each[:MAX_LINES] for name, each in lines.items()},
            "omitted": sum(max(0, len(each) - MAX_LINES) for each in (became, *lines.values())),
        }
