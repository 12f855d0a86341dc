"""What a screen is: its place in the navigation, and its views by method and path."""

from dataclasses import dataclass
from typing import NamedTuple

from sitehand.admin.visit import View


class Address(NamedTuple):
    """What one method at one path below the admin root does.

    A form that may change something names the operation under which the journal has it.
    """

    method: str
    path: str
    view: View
    operation: str = ""


def shows(path: str, view: View) -> Address:
    """A page that changes nothing."""
    return Address("GET", path, view)


def does(path: str, view: View, operation: str) -> Address:
    """A form that is obeyed, as that operation."""
    return Address("POST", path, view, operation)


@dataclass(frozen=True, slots=True)
class Screen:
    """`path` is where the navigation leads, `views` are what stands below the admin root."""

    title: str
    path: str
    views: tuple[Address, ...]
