"""What a key may do otherwise than its role says: write all HTML, or less than the role."""

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Grants:
    """What a key may do otherwise than its role says. Source: `guard/html.py`, `guard/narrowing.py`.

    `unfiltered_html`: it may add HTML that WordPress takes away from authors; only the owner gives that to a key.
    `drafts_only`: it changes nothing that visitors see, or will. `no_publish`: it makes nothing public.
    `max_changes_per_hour`: how many of its writes may change something within an hour; None for any number.
    `without`: categories of its role that it has not. `locales`: it changes only items in these; none for all.
    """

    unfiltered_html: bool = False
    drafts_only: bool = False
    no_publish: bool = False
    max_changes_per_hour: int | None = None
    without: tuple[str, ...] = ()
    locales: tuple[str, ...] = ()

    @property
    def narrows(self) -> bool:
        """Whether it takes anything away."""
        return self not in WHOLE


NO_GRANTS = Grants()
WHOLE = (NO_GRANTS, Grants(unfiltered_html=True))
"""Grants that take nothing away."""
GRANTED = tuple(each.name for each in fields(Grants))
