"""What validation finds in a document."""

import json
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from sitehand.errors import Detail

MAX_SHOWN = 80
NOTHING = object()
"""Stands for no suggestion, since None may be one."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong or worth a note: where, of which sort, what was expected and what was found instead.

    `path` is the id of the element, or its place where it has none, and the keys from there. `suggestion` is a value
    that would be right there.
    """

    path: str
    severity: Literal["error", "note"]
    code: str
    expected: str
    got: str
    suggestion: Any = NOTHING

    @property
    def detail(self) -> Detail:
        """The finding as a part of a refusal."""
        hint = "" if self.suggestion is NOTHING else f"; write {json.dumps(self.suggestion, ensure_ascii=False)}"
        return {"path": self.path, "expected": f"{self.expected}{hint}", "got": self.got}


class Fault(NamedTuple):
    """What is not as it should be of a value. A wrong kind is an error anywhere, the rest only in what is new."""

    path: str
    code: str
    expected: str
    got: Any
    suggestion: Any = NOTHING
    wrong_kind: bool = False


def show(value: Any) -> str:
    """A value as a finding tells it, cut to a line."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 1]}…"
