"""The head of a page: what it tells search engines, cards and feed readers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sitehand.hosts.builtin.public.alternates import Alternate, find_alternates
from sitehand.hosts.builtin.public.homes import list_homes
from sitehand.hosts.builtin.public.queries import Archive, Article
from sitehand.hosts.builtin.public.structured_data import describe_article, describe_site
from sitehand.hosts.builtin.public.theme import write_plain, write_short
from sitehand.hosts.builtin.public.visit import Visit
from sitehand.seo.snippet import cut_text
from sitehand.site.seo_settings import Titled, fill_title

HIDDEN = ("noindex", "nofollow")


@dataclass(frozen=True, slots=True)
class Head:
    """`card_title` names the page by itself. `og` and `x` are further properties of cards, empty ones are left out.

    `json_ld` are objects of structured data, `markdown` is where the page is as Markdown, `alternates` are its
    translations and itself. What is empty is not shown.
    """

    title: str
    card_title: str
    type: str = "website"
    description: str = ""
    canonical: str = ""
    robots: Sequence[str] = ()
    og: Mapping[str, str] | None = None
    x: Mapping[str, str] | None = None
    json_ld: Sequence[Mapping[str, Any]] = ()
    markdown: str = ""
    alternates: Sequence[Alternate] = ()


def make_item_head(visit: Visit, item: Article, *, is_open: bool, canonical: str, markdown: str = "") -> Head:
    """The head of a page or post; `markdown` is the path of its Markdown, if it has any.

    One without a canonical address is a preview; of a protected one only its title is told.
    """
    seo, title = item.seo, write_plain(item.title)
    shown: Titled = "post" if item.type == "post" else "page"
    bare = Head(make_title(visit, shown, title), title, type="article" if shown == "post" else "website")
    if item.protected or not is_open:
        return replace(bare, canonical=canonical, robots=("noindex",) if canonical else HIDDEN)
    description = seo.get("description") or cut_text(write_short(item.excerpt))
    image = seo.get("og_image") or visit.picture(item.image)
    head = replace(
        bare,
        title=seo.get("title") or bare.title,
        card_title=seo.get("og_title") or seo.get("title") or title,
        description=description,
        og={"description": seo.get("og_description") or description, "image": image, **_date(item)},
        x=_make_card(seo, image),
    )
    if not canonical:
        return replace(head, robots=HIDDEN)
    address = seo.get("canonical") or canonical
    data = describe_article(visit, item, canonical, title, description, image)
    other = visit.url(markdown) if markdown else ""
    head = replace(head, canonical=address, robots=seo.get("robots", ()), json_ld=data, markdown=other)
    return replace(head, alternates=find_alternates(visit, item))


def make_list_head(visit: Visit, archive: Archive | None, canonical: str) -> Head:
    """The head of a list of posts; the results of a search are not for search engines."""
    name = f"{archive.label}: {archive.name}" if archive and archive.name else archive.label if archive else ""
    title = make_title(visit, "archive" if archive else "home", name or visit.settings["name"])
    if visit.page > 1:
        title += f" · page {visit.page}"
    head = Head(title, name or visit.settings["name"])
    if visit.search is not None:
        return replace(head, robots=("noindex",))
    description = cut_text(write_short(archive.description if archive else visit.settings["description"]))
    head = replace(head, description=description, canonical=canonical, og={"description": description})
    if archive:
        return head
    homes = list_homes(visit) if visit.page == 1 else ()
    return replace(head, json_ld=describe_site(visit), alternates=homes)


def make_title(visit: Visit, shown: Titled, title: str) -> str:
    """The title that the template for what is shown makes."""
    settings = visit.settings
    values = {"title": title, "site": settings["name"], "tagline": settings["description"]}
    return fill_title(visit.seo["titles"][shown], values)


def _date(item: Article) -> dict[str, str]:
    """When a post was written and changed, under the names of the Open Graph type article."""
    return {} if item.type != "post" else {"published_time": item.date, "modified_time": item.modified}


def _make_card(seo: Mapping[str, Any], image: str) -> dict[str, str]:
    """The card on X, which takes what it lacks from Open Graph."""
    card = seo.get("x_card") or ("summary_large_image" if seo.get("x_image") or image else "summary")
    return {"card": card} | {name: seo.get(f"x_{name}", "") for name in ("title", "description", "image")}
