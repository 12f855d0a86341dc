"""What a document names of what pages share: classes, variables, components and templates."""

from sitehand.elementor.components.instances import find_placed, name_shown
from sitehand.elementor.shared.names import find_named
from sitehand.elementor.template_uses import find_shown

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


def list_names(data: str) -> list[str]:
    """The same where they are few, as on every page that somebody made; else `EVERY` alone."""
    found = find_names(data)
    return found if len(found) <= MAX_LISTED else [EVERY]
