"""Finds the templates that a document or a text shows by their ids, so that a change of the template changes the page.

Source of the forms: what public programs read in documents of Elementor Pro.
"""

import re
from collections.abc import Iterator, Mapping
from functools import partial

_SHORTCODE = re.compile(r"""\[elementor-template\s[^\]]{0,100}?\bid=\\?["']?(\d{1,15})\b""")
_SHOWN = (
    re.compile(r'"template(?:_id|ID)"\s*:\s*"?(\d{1,15})"?\s*[,}]'),  # a template, a loop, a global widget
    re.compile(r'"popup_action_popup_id"\s*:\s*"?(\d{1,15})"?\s*[,}]'),  # a form that opens a popup
    re.compile(r"%22popup%22%3A(?:%22)?(\d{1,15})%"),  # a dynamic tag that does
    _SHORTCODE,
)


def find_shown(data: str) -> Iterator[str]:
    """The ids of the templates that a document, as it is stored, shows. Linear in the text."""
    return (each[1] for pattern in _SHOWN for each in pattern.finditer(data))


def find_in_content(content: str) -> Iterator[str]:
    """The ids of those that content shows by shortcodes. Linear in the text."""
    return (each[1] for each in _SHORTCODE.finditer(content))


def renumber_shown(data: str, numbers: Mapping[str, int]) -> str:
    """The document with the ids that `numbers` gives for those of the templates that it shows; all else stays."""
    for pattern in _SHOWN:
        data = pattern.sub(partial(_renumber, numbers=numbers), data)
    return data


def renumber_in_content(content: str, numbers: Mapping[str, int]) -> str:
    """The content with new ids in shortcodes that show templates; ids that `numbers` lacks stay."""
    return _SHORTCODE.sub(partial(_renumber, numbers=numbers), content)


def _renumber(found: re.Match[str], numbers: Mapping[str, int]) -> str:
    before, after = found.start(1) - found.start(), found.end(1) - found.start()
    return f"{found[0][:before]}{numbers.get(found[1], found[1])}{found[0][after:]}"
