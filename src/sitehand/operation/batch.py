"""Calls that combine others: what runs them is given, and what each part answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from typing_extensions import TypedDict

if TYPE_CHECKING:
    from sitehand.operation.write import WriteOptions


class PartAnswer(TypedDict):
    """The answer to one part of a batch; `body` is a JSON value."""

    status: int
    headers: dict[str, str]
    body: Any


@dataclass(frozen=True, slots=True)
class BatchRequest:
    """A batch to run: its parts, whether to check all before any runs, whether they are one transaction, whether their
    writes are answered briefly.

    `arguments` are those of the whole call, `operation` is what runs it, and `listed` the argument that holds the
    parts, or the bodies of them.
    """

    parts: Sequence[Mapping[str, Any]]
    check_first: bool
    atomic: bool
    brief: bool
    arguments: "WriteOptions"
    operation: str = "batch"
    listed: str = "requests"


BATCHES = frozenset({"batch", "fix_finding", "save_items", "save_seo"})
"""The operations that run batches. No part of a batch is one of them."""
