"""Locales, which WordPress itself does not have: its plugins for them differ, and are not asked."""

from collections.abc import Mapping, Sequence

from sitehand.errors import Code, Problem
from sitehand.site.values import Input

NAMES = frozenset({"locale", "translation_of"})


class NoLocales:
    """The part of `site.items.Items` about locales."""

    async def find_locales(self, item_ids: Sequence[int]) -> Mapping[int, str]:
        """Find no locales: WordPress has none."""
        return {}


def check_locale(given: Input) -> None:
    """Raise Problem(not_supported) for a call that names a locale or a translation."""
    if given.model_fields_set & NAMES:
        raise refuse_locales()


def refuse_locales() -> Problem:
    """The refusal of what has to do with locales."""
    message = "WordPress has no locales of its own: each site is in one language."
    return Problem(Code.NOT_SUPPORTED, message, hint="Leave locale, locales and translation_of out.")
