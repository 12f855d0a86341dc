"""What a screen is: its place in the navigation, and its views by method and path."""

from dataclasses import dataclass
from typing import NamedTuple

from sitehand.admin.visit import View


class Address(NamedTuple):
    """What one method at one path below the admin root does, and the operation with which it does it."""

    method: str
    path: str
    view: View
    operation: str = ""


def shows(path: str, view: View, operation: str = "") -> Address:
    """The address of a page that changes nothing; with an operation, it shows what that would do."""
    return Address("GET", path, view, operation)


def does(path: str, view: View, operation: str) -> Address:
    """The address of a form that runs this operation when it is sent."""
    return Address("POST", path, view, operation)


@dataclass(frozen=True, slots=True)
class Screen:
    """`path` is where the navigation leads, `views` are what is below the admin root."""

    title: str
    path: str
    views: tuple[Address, ...]
