"""A finding of `doctor` about a WordPress."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at; `cure` is what to do when it is not good."""

    subject: str
    good: bool
    text: str
    cure: str = ""
