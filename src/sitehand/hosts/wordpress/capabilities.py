"""What a WordPress offers, in its version and with the rights of the user that the service is connected as."""

from sitehand.site.capabilities import Capabilities, Need
from sitehand.site.connection import Facts

REASONS: dict[Need, str] = {"imports": "WordPress imports content itself: in its admin screens, Tools, Import."}


def list_capabilities(facts: Facts) -> Capabilities:
    """What operations may need and this WordPress has."""
    return Capabilities(frozenset({"terms"}), REASONS)
