"""What a conversion did, setting by setting: nothing is left out in silence."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

MAX_LINES = 100
"""Changes, and things left out, that an answer lists."""


@dataclass(slots=True)
class Report:
    """The elements that are others now, what of them is written otherwise, and what has no counterpart."""

    converted: list[str] = field(default_factory=list)
    kept: int = 0
    changed: list[dict[str, Any]] = field(default_factory=list)
    left_out: list[dict[str, Any]] = field(default_factory=list)

    def tell(self) -> dict[str, Any]:
        """The report as an answer has it, and how many lines had no room."""
        omitted = sum(max(0, len(each) - MAX_LINES) for each in (self.changed, self.left_out))
        told = {"kept": self.kept, "changed": self.changed[:MAX_LINES], "left_out": self.left_out[:MAX_LINES]}
        return {"converted": len(self.converted), **told, "omitted": omitted}

    def change(self, element: str, setting: str, became: Iterable[str]) -> None:
        """A setting that says the same otherwise."""
        self.changed.append({"element": element, "setting": setting, "became": ", ".join(became)})

    def leave_out(self, element: str, setting: str, value: str) -> None:
        """A setting that is gone."""
        self.left_out.append({"element": element, "setting": setting, "value": value})
