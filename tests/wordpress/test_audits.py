"""Audits of a real WordPress: its pages as visitors get them."""

from collections.abc import AsyncIterator

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.hosts.wordpress.public_pages import WordPressPublicPages
from sitehand.operation.audit import examine, list_repairs, list_settings, survey
from sitehand.site.content import PageFields
from tests.wordpress.site import WordPress


@pytest.fixture
async def pages(wordpress: WordPress, host: WordPressHost) -> AsyncIterator[WordPressPublicPages]:
    """Its public pages."""
    client = Client(f"{wordpress.url}/?rest_route=/", wordpress.user, wordpress.password)
    pages = WordPressPublicPages(client, host.items, wordpress.url)
    yield pages
    await pages.close()
    await client.close()


async def test_an_audit_offers_no_fix_that_a_wordpress_cannot_make(
    wordpress: WordPress, host: WordPressHost, pages: WordPressPublicPages
) -> None:
    """A slug is repaired, a description is not. The last edit is the version; what nobody sees is not judged."""
    fields = PageFields(title="Hours", slug="our_hours", content="<p>We are open.</p>", status="publish")
    page = (await host.pages.create(fields, "key:1"))["id"]
    known = await survey(pages, list_settings(host), list_repairs(host))
    shown = await pages.find(page)
    modified = wordpress.run_sql(f"SELECT post_modified_gmt FROM wp_posts WHERE ID = {page}")
    assert shown.version == modified.strip().replace(" ", "T")
    examined = await examine(pages, shown, known)
    fixes = {found.rule: found.fault.fix for found in examined.found}
    assert examined.page.status == 200
    assert fixes["description_missing"] is None
    assert (fix := fixes["slug_unclear"]) and fix.operation == "update_page"
    await host.pages.update(page, PageFields(status="draft"), "key:1")
    with pytest.raises(Problem) as refusal:
        await pages.find(page)
    assert refusal.value.code is Code.CONFLICT
