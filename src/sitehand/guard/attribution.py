"""Whose doing a change is: what the gate, the screens and the command line say of a write, for the journal."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sitehand.site.changes import NO_REQUEST


@dataclass(frozen=True, slots=True)
class Origin:
    """How a request came: through which door ("rest", "mcp", "admin", "cli", "site"), by what program."""

    door: str
    client: str = ""


@dataclass(frozen=True, slots=True)
class Attribution:
    """Who changes something, by which operation and with what; `arguments` are without secrets already.

    `approved_by` is what people call the caller that approved it, whose id is `approved_by_id`.
    `began` is a reading of `time.perf_counter`; `undoes` are the ids of changes that this one takes back.
    """

    caller: str
    label: str
    role: str
    operation: str
    origin: Origin
    arguments: Mapping[str, Any] = field(default_factory=dict)
    request_id: str = NO_REQUEST
    outcome: str = "done"
    approved_by: str | None = None
    approved_by_id: str | None = None
    undoes: tuple[int, ...] = ()
    at: str = ""
    began: float = field(default_factory=time.perf_counter)

    @property
    def columns(self) -> dict[str, str]:
        """Whose it is, how it came and what it ran, as tables keep it."""
        origin = {"door": self.origin.door, "client": self.origin.client}
        return {"caller": self.caller, "label": self.label, "role": self.role, **origin, "operation": self.operation}


SITE = Attribution("site", "The site itself", "", "", Origin("site"))
"""Writes that nobody asked for at that moment: scheduled publication, housekeeping."""


def undoing(by: Attribution, changes: Sequence[int]) -> Attribution:
    """The same attribution, marked as an undo of these changes: of each once, however often it was taken back."""
    return replace(by, outcome="undo", undoes=tuple(dict.fromkeys(changes)))
