"""Templates and template parts of a real WordPress with a block theme, through the gate."""

from typing import Any

import httpx2

from tests.samples.gutenberg import paragraph
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_patterns import ask
from tests.wordpress.test_service import Service, service

__all__ = ["service"]
WORDS = r"Open \\ daily -- \"9 to 5\" 🎉 שלום &amp; <em>late</em>"


async def find(service: Service, kind: str, slug: str) -> str:
    """The ref of a template of the theme."""
    listed = await ask(service, "GET", f"/block-pages?type={kind}&search={slug}&per_page=50")
    return str(next(one["ref"] for one in listed if one["ref"].endswith(f":{slug}")))


async def read_markup(service: Service, ref: str) -> list[Any]:
    """All blocks as they are stored, with their revision."""
    found = await ask(service, "GET", f"/templates/{ref}/blocks?view=markup")
    return [found["revision"], found["items"]]


async def test_a_template_is_edited_shown_to_visitors_and_taken_back(service: Service, wordpress: WordPress) -> None:
    """By its ref, in a dry run first; the undo of the first change leaves the theme's own file, byte for byte."""
    ref = await find(service, "template", "index")
    before = await read_markup(service, ref)
    new = {"at": "start", "markup": paragraph(WORDS)}
    plan = await ask(service, "POST", f"/templates/{ref}/blocks?dry_run=true", new)
    assert plan["changes"][0]["kind"] == "template" and await read_markup(service, ref) == before
    done = await ask(service, "POST", f"/templates/{ref}/blocks", new)
    assert (done["ref"], done["customized"], done["blocks"][0]["path"]) == (ref, True, "0")
    assert (await ask(service, "GET", f"/templates/{ref}/blocks/0?view=markup"))["markup"] == new["markup"]
    stale = {"text": "Stale", "expected_revision": before[0]}
    assert (await ask(service, "PATCH", f"/templates/{ref}/blocks/0", stale, 409))["code"] == "revision_conflict"
    changed = await ask(service, "PATCH", f"/templates/{ref}/blocks/0", {"html": "\n<p>New words</p>\n"})
    await ask(service, "POST", "/changes/undo", {"id": done["change_id"]}, 409)
    await ask(service, "POST", "/changes/undo", {"id": changed["change_id"]})
    assert (await ask(service, "GET", f"/templates/{ref}/blocks/0?view=markup"))["markup"] == new["markup"]
    await ask(service, "POST", "/changes/undo", {"id": done["change_id"]})
    assert await read_markup(service, ref) == before
    assert "wp_template" not in wordpress.run_sql("SELECT post_type FROM wp_posts WHERE post_status = 'publish'")


async def test_a_part_is_reverted_to_the_theme_and_its_changes_come_back(
    service: Service, wordpress: WordPress
) -> None:
    """Visitors see them as long as they are there; what the theme has unchanged cannot be reverted."""
    ref = await find(service, "template_part", "header")
    refused = await ask(service, "POST", f"/templates/{ref}/revert", {}, 409)
    assert refused["code"] == "conflict"
    before = await read_markup(service, ref)
    await ask(service, "POST", f"/templates/{ref}/blocks", {"at": "start", "markup": paragraph("Seen by all")})
    customized = await read_markup(service, ref)
    assert "Seen by all" in httpx2.get(wordpress.url).text
    plan = await ask(service, "POST", f"/templates/{ref}/revert?dry_run=true", {})
    assert "Seen by all" in str(plan["changes"]) and await read_markup(service, ref) == customized
    reverted = await ask(service, "POST", f"/templates/{ref}/revert", {"expected_revision": customized[0]})
    assert reverted["customized"] is False and await read_markup(service, ref) == before
    assert "Seen by all" not in httpx2.get(wordpress.url).text
    await ask(service, "POST", "/changes/undo", {"id": reverted["change_id"]})
    assert await read_markup(service, ref) == customized
    await ask(service, "POST", f"/templates/{ref}/revert", {})


async def test_a_template_that_is_not_there(service: Service) -> None:
    """Is a 404 for reads and writes alike, and a wrong ref is told with its path."""
    for method, path, body in (
        ("GET", "/templates/template:no:such/blocks", None),
        ("POST", "/templates/template:no:such/blocks", {"markup": paragraph("x")}),
        ("POST", "/templates/template:no:such/revert", {}),
    ):
        assert (await ask(service, method, path, body, 404))["code"] == "not_found"
    wrong = await ask(service, "GET", "/templates/widgets:one/blocks", status=400)
    assert wrong["data"]["details"][0]["path"] == "path.ref"


async def test_problems_uses_and_many_edits(service: Service) -> None:
    """Every operation on blocks takes a ref: here finding, validating, patterns, edits in a row and words."""
    ref = await find(service, "template", "single")
    found = await ask(service, "POST", f"/templates/{ref}/blocks/find", {"name": ["core/post-title"]})
    titles = sum(one["markup"].count("<!-- wp:post-title ") for one in (await read_markup(service, ref))[1])
    assert found["ref"] == ref and found["total"] == titles > 0
    assert (await ask(service, "GET", f"/templates/{ref}/blocks/problems"))["ref"] == ref
    pattern = (await ask(service, "POST", "/patterns", {"title": "In it", "markup": paragraph("Card")}, 201))["id"]
    inserted = await ask(service, "POST", f"/templates/{ref}/patterns", {"pattern": pattern, "at": "end"})
    last = inserted["blocks"][0]["path"]
    edits = [{"op": "duplicate", "block": last}, {"op": "remove", "block": last}]
    done = await ask(service, "POST", f"/templates/{ref}/blocks/operations", {"operations": edits})
    assert done["blocks"] and done["customized"]
    selection = {"ref": ref, "blocks": [last]}
    cut = await ask(service, "POST", "/patterns", {"title": "Out of it", "selection": selection}, 201)
    assert f'"ref":{pattern}' in (await ask(service, "GET", f"/patterns/{cut['id']}?context=edit"))["content"]["raw"]
    appended = await ask(service, "POST", f"/templates/{ref}/text", {"append": paragraph("Good bye")})
    assert (appended["ref"], appended["count"]) == (ref, 1)
    edited = await ask(service, "POST", f"/templates/{ref}/text", {"find": "bye", "replace": "evening"})
    assert "Good evening" in (await read_markup(service, ref))[1][-1]["markup"]
    await ask(service, "POST", "/changes/undo", {"id": edited["change_id"]})
    assert "Good bye" in (await read_markup(service, ref))[1][-1]["markup"]
    await ask(service, "POST", f"/templates/{ref}/revert", {})


async def test_an_editor_reads_and_writes_no_template(service: Service, proxy: Proxy) -> None:
    """Nor does a refusal read one: not for a dry run, and not for the revision that a write names."""
    proxy.sent.clear()
    new = {"markup": paragraph("x")}
    ref = "template:twentytwentyfive:index"
    for path, body in (
        (f"/templates/{ref}/blocks?dry_run=true", new),
        (f"/templates/{ref}/blocks", {**new, "expected_revision": "x"}),
        (f"/templates/{ref}/patterns", {"pattern": "core/query", "expected_revision": "x"}),
        (f"/templates/{ref}/revert", {"expected_revision": "x"}),
    ):
        status, answer = await service.call("POST", path, body, role="editor")
        assert (status, answer["code"]) == (403, "category_forbidden"), answer
    assert proxy.sent == []
