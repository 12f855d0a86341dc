"""Which templates a document shows by their ids, so that a change of the template changes the page."""

import re
from collections.abc import Iterator

_SHOWN = (
    re.compile(
        r'"template(?:_id|ID)"\s*:\s*"?(\d{1,15})"?\s*[,}]'
    ),  # the widgets of Elementor Pro that show a template
    re.compile(r"""\[elementor-template\s[^\]]{0,100}?\bid=\\?["']?(\d{1,15})\b"""),
)


def find_shown(data: str) -> Iterator[str]:
    """The ids of the templates that a document, as it is stored, shows. Linear in the text."""
    return (each[1] for pattern in _SHOWN for each in pattern.finditer(data))
