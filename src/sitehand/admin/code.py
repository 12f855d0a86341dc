"""Code in texts that are written for Markdown, such as descriptions of operations."""

import re

from markupsafe import Markup, escape

_CODE = re.compile("`([^`]+)`")


def mark_code(text: str) -> Markup:
    """A text as HTML, with what stands between backticks as code."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704, the text is escaped first
