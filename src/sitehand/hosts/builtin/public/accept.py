"""What form of a page a request asks for (RFC 9110, 12.5.1)."""

from collections.abc import Iterator

MEDIA_TYPE = "text/markdown"
MAX_ACCEPT = 1000


def wants_markdown(accept: str) -> bool:
    """Whether a header `Accept` names Markdown, and prefers it to HTML or does not name that."""
    if MEDIA_TYPE not in accept or len(accept) > MAX_ACCEPT:
        return False
    weights = dict(_read_weights(accept))
    wanted = weights.get(MEDIA_TYPE, 0.0)
    return wanted > 0 and wanted >= weights.get("text/html", 0.0)


def list_accepted(accept: str) -> list[str]:
    """The media types that a header names itself, with a weight: not those that a wildcard means."""
    return [name for name, weight in _read_weights(accept) if weight > 0] if len(accept) <= MAX_ACCEPT else []


def _read_weights(accept: str) -> Iterator[tuple[str, float]]:
    """Each media range with its weight; one that cannot be read has none."""
    for part in accept.split(","):
        name, *parameters = (each.strip().lower() for each in part.split(";"))
        given = next((each.removeprefix("q=") for each in parameters if each.startswith("q=")), "1")
        try:
            yield name, float(given)
        except ValueError:
            yield name, 0.0
