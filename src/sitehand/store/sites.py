"""The site that something was done on: a data folder may serve one site after another, and keeps what it wrote of each.

What was written for one site is not carried out on another: the same id names something else there, or nothing.
"""

from sqlalchemy import Connection, text

from sitehand.errors import Code, Problem
from sitehand.store.schema import schema_of

SITE = text(
    """
    SELECT coalesce(site, (SELECT value FROM settings WHERE name = 'unmarked_site'), '') FROM changes
    WHERE id = :change_id
    """
)
"""The site of an entry; of those that have none, the one that was connected when the column came."""
HINT = "Make the change yourself, or have the folder serve that site again."


def site_of(connection: Connection) -> str:
    """The address of the site that is served; empty for the built-in one."""
    return schema_of(connection).site


def check_change(connection: Connection, change_id: int) -> None:
    """Raise Problem(conflict) for an entry of the journal about another site."""
    site = connection.execute(SITE, {"change_id": change_id}).scalar_one()
    check_site(f"Change {change_id}", site, site_of(connection))


def check_site(what: str, site: str, served: str, hint: str = HINT) -> None:
    """Raise Problem(conflict) for what was done on another site than the one that is served."""
    if site != served:
        message = f"{what} was made on {name_site(site)}. The data folder serves {name_site(served)} now."
        raise Problem(Code.CONFLICT, f"{message} Nothing was changed.", hint=hint)


def name_site(site: str) -> str:
    """A site in a sentence."""
    return site or "the built-in site"
