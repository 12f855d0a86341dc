"""Arguments as the journal keeps them: without secrets, and of long texts the beginning."""

import re
from typing import Any
from urllib.parse import unquote_plus

SECRET_ARGUMENTS = frozenset(
    {"password", "secret", "value", "idempotency_key", "api_key", "x_api_key", "authorization"}
)
"""Names of arguments, and of headers and query parameters of a batch's parts."""
HIDDEN = "(hidden)"
SHOWN_CHARACTERS = 300
"""Characters that the journal keeps of each text among the arguments; the objects hold the whole text."""
_PARAMETER = re.compile(r"(?<=[?&])([^=&#?]*)=[^&#]*")


def hide_secrets(value: Any) -> Any:
    """JSON values, however deep, in which secrets are hidden by the names that they have."""
    if isinstance(value, str):
        return _hide_in_text(value)
    if isinstance(value, dict):
        return {name: HIDDEN if _is_secret(name) else hide_secrets(item) for name, item in value.items()}
    if isinstance(value, list):
        return [hide_secrets(item) for item in value]
    return value


def _hide_in_text(text: str) -> str:
    """A text with the beginning of a path is the path of a batch's part, whose query may hold secrets.

    Only what is shown is looked at: a parameter that is cut loses what is left of its value all the same.
    """
    if len(text) <= SHOWN_CHARACTERS and not text.startswith("/"):
        return text
    shown = text[:SHOWN_CHARACTERS]
    if shown.startswith("/"):
        shown = _PARAMETER.sub(_hide_parameter, shown)
    return shown if len(text) <= SHOWN_CHARACTERS else f"{shown}… ({len(text)} characters)"


def _hide_parameter(found: re.Match[str]) -> str:
    name = found[1]
    return f"{name}={HIDDEN}" if _is_secret(unquote_plus(name)) else found[0]


def _is_secret(name: str) -> bool:
    return name.lower().replace("-", "_") in SECRET_ARGUMENTS
