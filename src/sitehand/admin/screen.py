"""What a screen is: its place in the navigation, and its views by method and path."""

from dataclasses import dataclass

from sitehand.admin.visit import View


@dataclass(frozen=True, slots=True)
class Screen:
    """`path` is where the navigation leads; `views` are (method, path, view), paths below the admin root."""

    title: str
    path: str
    views: tuple[tuple[str, str, View], ...]
