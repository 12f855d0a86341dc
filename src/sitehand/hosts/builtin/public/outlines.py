"""The site for programs: the feed, the sitemap and robots.txt."""

from starlette.responses import Response

from sitehand.hosts.builtin.public import queries
from sitehand.hosts.builtin.public.answers import date_header
from sitehand.hosts.builtin.public.visit import MAX_AGE_SECONDS, Visit


async def show_feed(visit: Visit) -> Response:
    """The newest posts as RSS 2.0 (https://www.rssboard.org/rss-specification)."""
    entries = await queries.fetch_feed(visit.connection, visit.now)
    changed = max((max(entry.modified, entry.date) for entry in entries), default="")
    response = visit.render_xml("feed.xml", "application/rss+xml", entries=entries, changed=changed)
    if changed:
        response.headers["Last-Modified"] = date_header(changed)
    return response


async def show_sitemap(visit: Visit) -> Response:
    """Every public address, or on a large site an index of the files that list them (https://www.sitemaps.org)."""
    counts = await queries.count_public(visit.connection, visit.now)
    if sum(counts.values()) > queries.SITEMAP_SIZE:
        parts = [
            f"/sitemap-{type_}-{part + 1}.xml"
            for type_, count in counts.items()
            for part in range(-(-count // queries.SITEMAP_SIZE))
        ]
        return visit.render_xml("sitemap_index.xml", "application/xml", parts=parts)
    addresses = [
        address
        for type_ in counts
        for address in await queries.fetch_addresses(visit.connection, visit.now, type_, part=1)
    ]
    return visit.render_xml("sitemap.xml", "application/xml", addresses=[("/", ""), *addresses])


async def show_sitemap_part(visit: Visit) -> Response | None:
    """One file of the index; the first file of the pages also has the home page."""
    type_, part = visit.values["type"], int(visit.values["part"])
    addresses = await queries.fetch_addresses(visit.connection, visit.now, type_, part)
    if not addresses:
        return None
    home = [("/", "")] if type_ == "page" and part == 1 else []
    return visit.render_xml("sitemap.xml", "application/xml", addresses=[*home, *addresses])


async def show_robots(visit: Visit) -> Response:
    """What crawlers may read (RFC 9309): all but the service itself."""
    lines = ("User-agent: *", f"Disallow: {visit.root}/sitehand/", "", f"Sitemap: {visit.link('/sitemap.xml')}", "")
    caching = {"Cache-Control": f"public, max-age={MAX_AGE_SECONDS}"}
    return Response("\n".join(lines), 200, caching, "text/plain")
