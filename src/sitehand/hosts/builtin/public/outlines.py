"""The site for programs: the feed, the sitemap and robots.txt."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from markupsafe import Markup, escape
from starlette.responses import Response

from sitehand.hosts.builtin.paths import quote_path
from sitehand.hosts.builtin.public import queries, sitemap, types
from sitehand.hosts.builtin.public.answers import date_header
from sitehand.hosts.builtin.public.elementor import find_document
from sitehand.hosts.builtin.public.visit import MAX_AGE_SECONDS, Visit

HOME = ("page", 1)
"""The part that names the home pages, and is there for them alone if need be."""


async def show_feed(visit: Visit) -> Response | None:
    """The newest posts, or items of a type, as RSS 2.0 (https://www.rssboard.org/rss-specification)."""
    item_type = visit.values.get("type", "post")
    if item_type != "post" and types.find_type(visit.database, item_type) is None:
        return None
    listed = queries.list_feed(visit.database, visit.now, visit.locale, item_type)
    entries = [await _show_document(visit, entry) for entry in listed]
    changed = max((max(entry.modified, entry.date) for entry in entries), default="")
    response = visit.render_xml("feed.xml", "application/rss+xml", entries=entries, changed=changed)
    if changed:
        response.headers["Last-Modified"] = date_header(changed)
    return response


async def _show_document(visit: Visit, entry: queries.Entry) -> queries.Entry:
    """A post with its Elementor document as its content, where it shows one: what is stored may be an older text."""
    document = await find_document(visit, entry)
    return replace(entry, content=document.html) if document else entry


async def show_sitemap(visit: Visit) -> Response:
    """Every public address, or on a large site an index of the files that list them (https://www.sitemaps.org)."""
    shown = types.list_types(visit.database)
    if not await sitemap.is_large(visit, shown):
        addresses = sitemap.list_home_addresses(visit)
        for type_ in shown:
            addresses += await sitemap.fetch_addresses(visit, type_)
        return await _show_addresses(visit, addresses)
    parts = [f"/sitemap-{HOME[0]}-{HOME[1]}.xml"]
    for type_ in shown:
        numbers = await sitemap.fetch_parts(visit, type_)
        parts += [f"/sitemap-{type_}-{part}.xml" for part in numbers if (type_, part) != HOME]
    return visit.render_xml("sitemap_index.xml", "application/xml", parts=parts)


async def show_sitemap_part(visit: Visit) -> Response | None:
    """One file of the index."""
    type_, part = visit.values["type"], int(visit.values["part"])
    if type_ not in types.list_types(visit.database):
        return None
    addresses = await sitemap.fetch_addresses(visit, type_, part)
    homes = sitemap.list_home_addresses(visit) if (type_, part) == HOME else []
    if not homes and not addresses:
        return None
    return await _show_addresses(visit, [*homes, *addresses])


async def _show_addresses(visit: Visit, addresses: Sequence[sitemap.Address]) -> Response:
    """A file of addresses. Its entries are written here: a template would take ten times as long."""
    entries = await asyncio.to_thread(_write_entries, visit, addresses)
    return visit.render_xml("sitemap.xml", "application/xml", entries=Markup(entries))  # noqa: S704 - escaped there


def _write_entries(visit: Visit, addresses: Sequence[sitemap.Address]) -> str:
    root = str(escape(visit.site_url))
    return "\n".join([_write_entry(root, each) for each in addresses])


def _write_entry(root: str, address: sitemap.Address) -> str:
    """Where it is, when it changed, its images and its translations (https://www.sitemaps.org/protocol.html).

    Quoted paths have no character that XML would have escaped.
    """
    entry = f"<url><loc>{root}{quote_path(address.path)}</loc>"
    if address.changed:
        entry += f"<lastmod>{address.changed}</lastmod>"
    for image in address.images:
        entry += f"<image:image><image:loc>{escape(image)}</image:loc></image:image>"
    for language, path in address.alternates:
        entry += f'<xhtml:link rel="alternate" hreflang="{language}" href="{root}{quote_path(path)}"/>'
    return f"{entry}</url>"


async def show_robots(visit: Visit) -> Response:
    """What crawlers may read (RFC 9309): all but the service itself; those of AI services what the settings say."""
    lines = ["User-agent: *", f"Disallow: {visit.root}/sitehand/", ""]
    refused = [name for name, verdict in visit.seo["crawlers"].items() if verdict == "disallow"]
    if refused:
        lines += [*(f"User-agent: {name}" for name in refused), f"Disallow: {visit.root}/", ""]
    return _show_text("\n".join([*lines, f"Sitemap: {visit.link('/sitemap.xml')}", ""]), "text/plain")


async def show_llms(visit: Visit) -> Response | None:
    """What the owner tells language models of the site (https://llmstxt.org)."""
    told = visit.seo["llms_txt"]
    return _show_text(told, "text/markdown") if told else None


def _show_text(text: str, media_type: str) -> Response:
    return Response(text, 200, {"Cache-Control": f"public, max-age={MAX_AGE_SECONDS}"}, media_type)
