"""What a client asks for in the address of the MCP endpoint: `?schemas=output` and `?surface=short`."""

from collections.abc import Mapping
from dataclasses import dataclass

from sitehand.errors import Code, Detail, Problem

SCHEMAS = ("none", "output")
SURFACES = ("full", "short")


@dataclass(frozen=True, slots=True)
class Options:
    """Whether results come with their schemas and structured by them, and whether the list of tools is the short one.

    Those of the settings hold for a client that does not say.
    """

    schemas: bool = False
    short: bool = False


def read_options(query: Mapping[str, list[str]], unasked: Options) -> Options:
    """The options of one request. Raises Problem(invalid_arguments)."""
    return Options(
        schemas=_choose(query, "schemas", SCHEMAS, unasked.schemas),
        short=_choose(query, "surface", SURFACES, unasked.short),
    )


def _choose(query: Mapping[str, list[str]], name: str, choices: tuple[str, str], unasked: bool) -> bool:
    """Whether the second of two choices is asked for."""
    given = query.get(name, [choices[unasked]])[-1]
    if given not in choices:
        detail = Detail(path=f"query.{name}", expected=" or ".join(choices), got=given[:80])
        hint = f"Send ?{name}={choices[1]}, or omit it."
        raise Problem(Code.INVALID_ARGUMENTS, f"{name} is not valid.", hint=hint, details=[detail])
    return given == choices[1]
