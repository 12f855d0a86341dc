"""Translations as search engines are told of them: those that anybody may see and find, each other's alternates.

Source: Google Search Central, localized versions of your pages (hreflang, x-default).
"""

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import unquote

from sitehand.hosts.builtin.public.queries import VISIBLE, Article
from sitehand.hosts.builtin.public.visit import Visit
from sitehand.hosts.builtin.translations import MEMBERS
from sitehand.site.settings import SiteSettings

DEFAULT = "x-default"
"""The `hreflang` for visitors of any other language."""
FINDABLE = """password = '' AND NOT EXISTS (
    SELECT 1 FROM item_seo
    WHERE item_id = items.id AND (noindex OR canonical NOT IN ('', :site || items.path)))"""
"""Condition for public items that search engines may list at their own address: neither excluded nor with another
canonical address.

`:site` is the address of the site, decoded as paths are.
"""
TOLD = f"FROM items WHERE items.id IN {MEMBERS} AND {VISIBLE} AND {FINDABLE}"
"""The items of a group that search engines are told of, in a query."""
OF_GROUP = f"SELECT id, locale, path {TOLD.format(group=':group')} ORDER BY id"


class Member(NamedTuple):
    """An item of a group, its locale as it is stored, and its path."""

    id: int
    locale: str
    path: str


class Alternate(NamedTuple):
    """A language, or `x-default`, and the path of what is shown for it."""

    language: str
    path: str


def find_alternates(visit: Visit, item: Article) -> Sequence[Alternate]:
    """The translations of an item, itself among them; none where it has none, or is not to be found itself."""
    if not visit.settings["locales"]:
        return ()
    values = {"group": item.translation_of or item.id, "now": visit.now, "site": unquote(visit.site_url)}
    members = [Member(**row) for row in visit.database.look_up(OF_GROUP, values, committed=True)]
    return name_alternates(visit.settings, members) if any(each.id == item.id for each in members) else ()


def name_alternates(settings: SiteSettings, members: Sequence[Member]) -> Sequence[Alternate]:
    """The members of a group by their languages. That in the site's language, or else the oldest, is for all others."""
    if len(members) <= 1:
        return ()
    default = next((each for each in members if not each.locale), members[0])
    named = [Alternate(each.locale or settings["language"], each.path) for each in members]
    return (*named, Alternate(DEFAULT, default.path))
