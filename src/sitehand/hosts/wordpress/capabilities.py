"""What a WordPress offers, in its version and with the rights of the user that the service is connected as."""

from sitehand.site.capabilities import Capabilities, Need
from sitehand.site.connection import Facts

RIGHTS = (
    *("edit_pages", "publish_pages", "edit_others_pages", "delete_pages", "edit_posts", "publish_posts"),
    *("edit_others_posts", "delete_posts", "manage_categories", "edit_theme_options", "manage_options"),
    *("upload_files", "unfiltered_html"),
)
"""WordPress's capabilities that the service uses."""
REASONS: dict[Need, str] = {"imports": "WordPress imports content itself: in its admin screens, Tools, Import."}


def list_capabilities(facts: Facts) -> Capabilities:
    """What operations may need and this WordPress has."""
    return Capabilities(frozenset(), REASONS)
