"""Structured data of public pages, from the site itself.

Source: schema.org, and Google Search Central on Article, Breadcrumb, Organization and site names.
"""

from collections.abc import Sequence
from typing import Any

from sitehand.hosts.builtin.front_page import HOME
from sitehand.hosts.builtin.public.queries import Article
from sitehand.hosts.builtin.public.theme import write_plain
from sitehand.hosts.builtin.public.visit import Visit

CONTEXT = "https://schema.org"
MAX_HEADLINE = 110
"""The most characters of a headline."""
Data = dict[str, Any]


def describe_site(visit: Visit) -> Sequence[Data]:
    """The site and who publishes it, for its home page."""
    home = visit.link("/")
    site: Data = {"@id": f"{home}#website", "url": visit.link(visit.local("/")), "name": visit.settings["name"]}
    site |= {"inLanguage": visit.language, "publisher": {"@id": f"{home}#organization"}}
    if visit.settings["description"]:
        site["description"] = visit.settings["description"]
    graph = [{"@type": "WebSite", **site}, _describe_publisher(visit)]
    return [{"@context": CONTEXT, "@graph": graph}]


def describe_article(
    visit: Visit, item: Article, address: str, title: str, description: str, image: str
) -> Sequence[Data]:
    """Where a page or post stands, and of a post what it is. Its own structured data stand in place of the latter.

    The front page stands nowhere but at the top: it describes the site.
    """
    own = item.seo.get("json_ld")
    if item.path == HOME:
        return [*([own] if own else []), *describe_site(visit)]
    graph: list[Data] = [_describe_place(visit, item, address, title)]
    if item.type == "post" and not own:
        graph = [_describe_post(visit, item, address, title, description, image), *graph]
    whole = {"@context": CONTEXT, "@graph": graph}
    return [own, whole] if own else [whole]


def _describe_post(visit: Visit, item: Article, address: str, title: str, description: str, image: str) -> Data:
    author = {"@type": "Person", "name": item.author, "url": visit.link(visit.local(f"/author/{item.author_slug}/"))}
    post: Data = {"@type": "Article", "headline": title[:MAX_HEADLINE], "mainEntityOfPage": address}
    post |= {"datePublished": item.date, "dateModified": item.modified, "author": author}
    post |= {"publisher": _describe_publisher(visit), "inLanguage": visit.language}
    return {**post, **{name: text for name, text in (("description", description), ("image", image)) if text}}


def _describe_publisher(visit: Visit) -> Data:
    home = visit.link("/")
    named: Data = {"@type": "Organization", "@id": f"{home}#organization", "name": visit.settings["name"], "url": home}
    return {**named, "logo": visit.seo["logo"]} if visit.seo["logo"] else named


def _describe_place(visit: Visit, item: Article, address: str, title: str) -> Data:
    """The way from the home page to an item, through the pages above it."""
    above = [(write_plain(link.title), visit.link(link.path)) for link in item.ancestors]
    places = [("Home", visit.link(visit.local("/"))), *above, (title, address)]
    entries = [
        {"@type": "ListItem", "position": number, "name": name, "item": url}
        for number, (name, url) in enumerate(places, 1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": entries}
