"""Which templates a document shows by their ids, so that a change of the template changes the page."""

import re
from collections.abc import Iterator

_SHOWN = re.compile(
    r'"template(?:_id|ID)"\s*:\s*"?(\d+)"?\s*[,}]'  # the widgets of Elementor Pro that show a template
    r"""|\[elementor-template\s[^\]]{0,100}?\bid=\\?["']?(\d+)"""
)


def find_shown(data: str) -> Iterator[str]:
    """The ids of the templates that a document, as it is stored, shows. Linear in the text."""
    return (one or other for one, other in _SHOWN.findall(data))
