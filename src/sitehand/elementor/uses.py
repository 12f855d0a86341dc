"""What documents and content name of what pages share: classes, variables, components and templates."""

from sitehand.elementor.components.instances import find_placed, name_shown
from sitehand.elementor.shared.names import find_named
from sitehand.elementor.template_uses import find_in_content, find_shown

EVERY = "*"
"""Stands for all names of a document that has more of them than are listed."""
MAX_LISTED = 1_000


def name_template(template: str) -> str:
    """What a template is called among the names of a document."""
    return f"template {template}"


def find_names(data: str) -> list[str]:
    """The names in a document, as it is stored, each once: ids of classes and variables, words of `var()`, and what
    `name_shown` and `name_template` call components and templates. Linear in the text.
    """
    placed, shown = map(name_shown, find_placed(data)), map(name_template, find_shown(data))
    return list(dict.fromkeys([*find_named(data), *placed, *shown]))


def find_content_names(content: str) -> list[str]:
    """What `name_template` calls the templates that content shows by shortcodes, each once. Linear in the text."""
    return list(dict.fromkeys(map(name_template, find_in_content(content))))


def list_names(data: str) -> list[str]:
    """The names in a document where they are few, as on every page that somebody made; else `EVERY` alone."""
    return _shorten(find_names(data))


def list_content_names(content: str) -> list[str]:
    """The names in content where they are few; else `EVERY` alone."""
    return _shorten(find_content_names(content))


def _shorten(found: list[str]) -> list[str]:
    return found if len(found) <= MAX_LISTED else [EVERY]
