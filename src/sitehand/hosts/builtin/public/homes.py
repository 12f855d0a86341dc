"""The home pages of a site: one for each locale, which shows its newest posts unless it has a front page."""

from collections.abc import Mapping, Sequence

from sitehand.hosts.builtin.front_page import HOME
from sitehand.hosts.builtin.public.alternates import Alternate, Member, name_alternates
from sitehand.hosts.builtin.public.queries import FOUND_VISIBLE
from sitehand.hosts.builtin.public.visit import Visit
from sitehand.hosts.builtin.translations import GROUP_OF, MEMBERS
from sitehand.site.locales import find_home

GROUP = f"(SELECT {GROUP_OF.format(item='chosen')} FROM items AS chosen WHERE chosen.id = :page)"  # noqa: S608
VERSIONS = f"SELECT locale, path FROM items WHERE id IN {MEMBERS.format(group=GROUP)} AND {FOUND_VISIBLE}"  # noqa: S608


def find_fronts(visit: Visit) -> Mapping[str, str]:
    """The path of the front page in each locale that visitors see it in: `/` in the language of the site."""
    found = find_versions(visit, visit.settings["page_on_front"])
    return found if found.get("") == HOME else {}


def find_versions(visit: Visit, page: int) -> Mapping[str, str]:
    """The paths of a page and its translations by their locales, where a page is at `/` and visitors see them."""
    if visit.settings["show_on_front"] != "page" or not page:
        return {}
    rows = visit.database.look_up(VERSIONS, {"page": page, "now": visit.now}, committed=True)
    return {row["locale"]: row["path"] for row in rows}


def list_home_locales(visit: Visit) -> Sequence[str]:
    """The locales whose home page shows their newest posts."""
    fronts = find_fronts(visit)
    return [locale for locale in ("", *visit.settings["locales"]) if locale not in fronts]


def list_homes(visit: Visit) -> Sequence[Alternate]:
    """The home pages of all locales as search engines are told of them; empty where there is only one."""
    homes = [Member(0, locale, find_home(locale)) for locale in list_home_locales(visit)]
    return name_alternates(visit.settings, homes)
