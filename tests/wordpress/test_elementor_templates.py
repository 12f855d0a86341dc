"""Elementor's templates of a real WordPress, with a plugin of ours that registers what Elementor does."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sitehand.elementor.numbers import read_integer
from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.capabilities import list_capabilities
from sitehand.hosts.wordpress.facts import read_facts
from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.hosts.wordpress.verification import simplify
from sitehand.site.elementor_templates import TemplateDocument
from tests.unit.elementor.documents import MIXED
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_elementor import ODD, author, plugin, read_meta, write
from tests.wordpress.test_media import upload
from tests.wordpress.test_patterns import ask
from tests.wordpress.test_service import Service, open_rest

__all__ = ["author", "plugin"]
TEMPLATES = "/elementor/templates"
SETTINGS = '{"hide_title": "yes"}'
FILE = f'{{"version":"0.4","title":"Mixed","type":"page","content":{MIXED},"page_settings":{SETTINGS}}}'


@pytest.fixture
async def service(wordpress: WordPress, proxy: Proxy, tmp_path: Path) -> AsyncIterator[Service]:
    """The REST door over a WordPress with Elementor."""
    async with open_rest(wordpress, proxy, tmp_path, "elementor", "elementor_templates") as opened:
        yield opened


async def make_page(service: Service, content: Any = MIXED) -> int:
    """A page with a document."""
    page = int((await ask(service, "POST", "/pages", {"title": "Page"}, 201))["id"])
    await ask(service, "PUT", f"/items/{page}/elementor", {"content": content})
    return page


def show_template(template: int) -> list[dict[str, Any]]:
    """A document that shows a template by its id."""
    settings = {"template_id": str(template)}
    widget = {"id": "aaaaaa2", "elType": "widget", "widgetType": "template", "settings": settings, "elements": []}
    return [{"id": "aaaaaa1", "elType": "container", "settings": {}, "elements": [widget]}]


async def test_a_file_comes_in_is_listed_and_goes_out(service: Service, proxy: Proxy, wordpress: WordPress) -> None:
    """In one request, byte for byte but for the ids, published as Elementor's own are; shown first without any."""
    await ask(service, "POST", f"{TEMPLATES}?dry_run=true", {"file": FILE})
    assert proxy.writes == []
    made = await ask(service, "POST", TEMPLATES, {"file": FILE}, 201)
    assert [sent.method for sent in proxy.writes] == ["POST"]
    template = made["id"]
    assert (made["title"], made["type"], made["changed"]) == ("Mixed", "page", True)
    stored = read_meta(wordpress, template, "_elementor_data")
    assert len(stored) == made["characters"]
    assert read_meta(wordpress, template, "_elementor_edit_mode") == "builder"
    assert wordpress.run_sql(f"SELECT post_status FROM wp_posts WHERE ID = {template}").strip() == "publish"
    shown = await ask(service, "GET", f"{TEMPLATES}/{template}?detail=file&budget=100000")
    assert (shown["revision"], "uses" in shown) == (made["revision"], False)
    assert f'"content":{stored}' in shown["file"]
    assert json.loads(shown["file"])["page_settings"] == json.loads(SETTINGS)
    listed = await ask(service, "GET", f"{TEMPLATES}?type=page&search=Mixed")
    assert {"id": template, "title": "Mixed", "type": "page"} in listed
    assert template not in [each["id"] for each in await ask(service, "GET", f"{TEMPLATES}?type=section")]


@pytest.mark.parametrize(
    "settings",
    [
        '{"hide_title":"yes","custom_css":"a\\/b \\u00e9"}',
        '{"width": 1.0, "empty": {}, "none": [], "list": {"0": 1}}',
        '{"far":99999999999999999999}',
    ],
)
async def test_page_settings_come_in_however_they_are_written(
    service: Service, wordpress: WordPress, settings: str
) -> None:
    """Elementor writes no spaces, and PHP has one kind of array and floats beyond 64 bits; they go onto pages too."""
    file = f'{{"title":"Set","type":"page","content":{MIXED},"page_settings":{settings}}}'
    made = [await ask(service, "POST", TEMPLATES, {"file": file}, 201) for _ in range(2)]
    assert [each.get("notices") for each in made] == [None, None]
    shown = await ask(service, "GET", f"{TEMPLATES}/{made[1]['id']}?detail=file&budget=100000")
    kept = json.loads(shown["file"])["page_settings"]
    assert simplify(kept) == simplify(json.loads(settings, parse_int=read_integer))
    page = await make_page(service)
    await ask(service, "POST", f"/items/{page}/elementor/template", {"template": made[0]["id"], "page_settings": True})
    settled = await ask(service, "GET", f"{TEMPLATES}/{made[0]['id']}")
    assert settled["page_settings"] == kept
    idle = await ask(service, "POST", TEMPLATES, {"item": page, "title": "Again"}, 201)
    assert (await ask(service, "GET", f"{TEMPLATES}/{idle['id']}"))["page_settings"] == kept


async def test_an_element_is_saved_and_applied(service: Service, wordpress: WordPress) -> None:
    """Under the type of the element; a copy with new ids goes onto another page, and an undo takes it off."""
    page, other = await make_page(service), await make_page(service, [])
    made = await ask(service, "POST", TEMPLATES, {"item": page, "element": "aaaaaa1", "title": "Hero"}, 201)
    assert made["type"] == read_meta(wordpress, made["id"], "_elementor_template_type") == "section"
    body = {"template": made["id"], "at": "end"}
    done = await ask(service, "POST", f"/items/{other}/elementor/template", body)
    (copied,) = json.loads(read_meta(wordpress, other, "_elementor_data"))
    assert [copied["id"]] == done["elements"] != ["aaaaaa1"]
    await ask(service, "POST", "/changes/undo", {"id": done["change_id"]})
    assert read_meta(wordpress, other, "_elementor_data") == "[]"


async def test_a_template_is_edited_and_every_byte_comes_back(
    service: Service, proxy: Proxy, wordpress: WordPress
) -> None:
    """Only what differs is sent, on the revision that was read, once for a key; an undo restores the rest."""
    template = (await ask(service, "POST", TEMPLATES, {"file": FILE}, 201))["id"]
    path, before = f"{TEMPLATES}/{template}", read_meta(wordpress, template, "_elementor_data")
    read = await ask(service, "GET", path)
    renamed = await ask(service, "PATCH", path, {"title": "Renamed", "expected_revision": read["revision"]})
    assert (renamed["title"], read_meta(wordpress, template, "_elementor_data")) == ("Renamed", before)
    stale = {"title": "Stale", "expected_revision": read["revision"]}
    assert (await ask(service, "PATCH", path, stale, 409))["code"] == "revision_conflict"
    proxy.sent.clear()
    add = {"operations": [{"operation": "add_element", "element": {"elType": "container"}, "at": "end"}]}
    answers = [await service.call("PATCH", path, add, Idempotency_Key="add-once") for _ in range(2)]
    assert answers[0][1]["elements"] == answers[1][1]["elements"]
    assert [sent.method for sent in proxy.writes] == ["POST", "DELETE"]
    assert len(json.loads(read_meta(wordpress, template, "_elementor_data"))) == len(json.loads(before)) + 1
    idle = await ask(service, "PATCH", path, {"title": "Renamed", "type": "page"})
    assert (idle["changed"], len(proxy.writes)) == (False, 2)
    await ask(service, "POST", "/changes/undo", {"id": answers[0][1]["change_id"]})
    assert read_meta(wordpress, template, "_elementor_data") == before
    assert (await ask(service, "GET", path))["title"] == "Renamed"


async def test_the_parts_of_a_batch_follow_each_other(service: Service, wordpress: WordPress) -> None:
    """A template that one part makes is edited and applied by the next, before WordPress has any of it."""
    page = await make_page(service, [])
    template = {"$ref": "#0.id"}
    add = {"operations": [{"operation": "add_element", "element": {"elType": "container"}, "at": "end"}]}
    parts = [
        {"method": "POST", "path": TEMPLATES, "body": {"file": FILE}},
        {"method": "PATCH", "path": f"{TEMPLATES}/{{#0.id}}", "body": add},
        {"method": "POST", "path": f"/items/{page}/elementor/template", "body": {"template": template, "at": "end"}},
    ]
    done = await ask(service, "POST", "/batch", {"mode": "atomic", "requests": parts}, 207)
    assert [each["status"] for each in done["responses"]] == [201, 200, 200], done
    made = done["responses"][0]["body"]["id"]
    stored = json.loads(read_meta(wordpress, made, "_elementor_data"))
    assert len(stored) == len(json.loads(MIXED)) + 1
    assert len(json.loads(read_meta(wordpress, page, "_elementor_data"))) == len(stored)
    await ask(service, "POST", "/changes/undo", {"id": done["change_id"]})
    await ask(service, "GET", f"{TEMPLATES}/{made}", status=404)
    assert read_meta(wordpress, page, "_elementor_data") == "[]"


async def test_what_shows_a_template_keeps_it(service: Service, wordpress: WordPress) -> None:
    """A page and a template that show it by its id are named; with force it goes, and an undo makes it anew."""
    template = (await ask(service, "POST", TEMPLATES, {"file": FILE}, 201))["id"]
    path, before = f"{TEMPLATES}/{template}", read_meta(wordpress, template, "_elementor_data")
    page = await make_page(service, show_template(template))
    showing = {"title": "Showing", "type": "page", "content": show_template(template)}
    other = (await ask(service, "POST", TEMPLATES, {"file": showing}, 201))["id"]
    told = await ask(service, "GET", f"{path}?uses=true")
    assert (told["uses"], told["all_seen"]) == (2, True)
    assert {(each.get("type"), each["id"]) for each in told["used_by"]} == {
        (None, page),
        ("elementor_template", other),
    }
    refused = await ask(service, "DELETE", path, status=409)
    assert (refused["code"], len(refused["data"]["details"])) == ("conflict", 2)
    gone = await ask(service, "DELETE", f"{path}?force=true")
    assert (gone["deleted"], gone["previous"]["title"]) == (True, "Mixed")
    await ask(service, "GET", path, status=404)
    undone = await ask(service, "POST", "/changes/undo", {"id": gone["change_id"]})
    assert "new_id" in [each["code"] for each in undone["notices"]]
    again = max(each["id"] for each in await ask(service, "GET", TEMPLATES))
    assert again > other
    assert read_meta(wordpress, again, "_elementor_data") == before
    assert json.loads((await ask(service, "GET", f"{TEMPLATES}/{again}?detail=file"))["file"])["title"] == "Mixed"


async def test_content_that_has_the_shortcode_of_a_template_is_a_use(service: Service, proxy: Proxy) -> None:
    """WordPress searches it: what has none is not read. Uses of all templates of a list are looked for at once."""
    header, footer = [
        (await ask(service, "POST", TEMPLATES, {"file": FILE, "title": title}, 201))["id"] for title in ("H", "F")
    ]
    shortcode = f'<!-- wp:shortcode -->\n[elementor-template id="{header}"]\n<!-- /wp:shortcode -->'
    post = (await ask(service, "POST", "/posts", {"title": "Code", "content": shortcode}, 201))["id"]
    await ask(service, "POST", "/posts", {"title": "Plain", "content": "<p>elementor-template</p>"}, 201)
    proxy.sent.clear()
    listed = await ask(service, "GET", f"{TEMPLATES}?uses=true&per_page=2")
    told = {each["id"]: (each["uses"], each["used_by"], each["all_seen"]) for each in listed}
    assert told == {header: (1, [{"id": post, "title": "Code"}], True), footer: (0, [], True)}
    searched = [sent.query["search"] for sent in proxy.sent if "search" in sent.query]
    assert searched == [["[elementor-template"]] * 2
    assert (await ask(service, "DELETE", f"{TEMPLATES}/{header}", status=409))["code"] == "conflict"


async def test_conditions_that_nobody_tells_keep_a_theme_part(service: Service) -> None:
    """REST does not show where Elementor Pro shows a header: without the companion only `force` deletes one."""
    header = (await ask(service, "POST", TEMPLATES, {"file": FILE, "type": "header"}, 201))["id"]
    told = await ask(service, "GET", f"{TEMPLATES}/{header}?uses=true")
    assert (told["uses"], told["all_seen"], "conditions" in told) == (0, False, False)
    refused = await ask(service, "DELETE", f"{TEMPLATES}/{header}", status=409)
    assert refused["message"] == "Not all places could be looked at for uses."
    await ask(service, "DELETE", f"{TEMPLATES}/{header}?force=true")


async def test_uses_are_looked_for_as_the_batch_leaves_them(service: Service, wordpress: WordPress) -> None:
    """A part that shows a template keeps the next from deleting it; one that takes it off its page lets it."""
    template, page = (await ask(service, "POST", TEMPLATES, {"file": FILE}, 201))["id"], await make_page(service, [])
    remove = {"method": "DELETE", "path": f"{TEMPLATES}/{template}"}
    for content, status in ((show_template(template), 409), ([], 207)):
        put = {"method": "PUT", "path": f"/items/{page}/elementor", "body": {"content": content}}
        done = await ask(service, "POST", "/batch", {"mode": "atomic", "requests": [put, remove]}, status)
        if status == 409:
            assert (done["code"], done["data"]["details"][0]["got"]) == ("conflict", f"{page} Page")
            await ask(service, "PUT", f"/items/{page}/elementor", {"content": content})
    await ask(service, "GET", f"{TEMPLATES}/{template}", status=404)


async def test_a_file_of_a_document_a_template_or_a_pattern_is_in_use(service: Service, wordpress: WordPress) -> None:
    """By its address however JSON writes it, in settings of a page too: such a file is not deleted as unused."""
    number = await upload(wordpress, "shown.png")
    url = (await ask(service, "GET", f"/media/{number}"))["source_url"]
    image = {"id": "aaaaaa2", "elType": "widget", "widgetType": "image", "settings": {"image": {"url": url}}}
    content = [{"id": "aaaaaa1", "elType": "container", "settings": {}, "elements": [{**image, "elements": []}]}]
    page = await make_page(service, content)
    file = {"title": "Behind", "type": "page", "content": [], "page_settings": {"background_image": {"url": url}}}
    template = (await ask(service, "POST", TEMPLATES, {"file": file}, 201))["id"]
    markup = f'<!-- wp:image -->\n<figure class="wp-block-image"><img src="{url}" alt=""/></figure>\n<!-- /wp:image -->'
    pattern = (await ask(service, "POST", "/patterns", {"title": "Picture", "markup": markup}, 201))["id"]
    found = await ask(service, "GET", f"/media/{number}/uses")
    told = {(each["id"], each["type"], each["status"], *each["used_as"]) for each in found}
    assert told == {
        (page, "page", "draft", "content"),
        (template, "elementor_template", "", "content"),
        (pattern, "pattern", "publish", "content"),
    }
    refused = await ask(service, "DELETE", f"/media/{number}", status=409)
    assert len(refused["data"]["where_used"]) == 3


async def test_an_author_is_told_of_what_is_filtered_and_cached(author: WordPressHost, wordpress: WordPress) -> None:
    """What WordPress takes out is refused, and undone; the cache stays for an administrator to clear."""
    assert author.elementor_templates
    made = await author.elementor_templates.create(TemplateDocument(data=MIXED.replace("1e1", "10"), title="Mine"))
    before = read_meta(wordpress, made["id"], "_elementor_data")
    with pytest.raises(Problem) as refusal:
        await author.elementor_templates.edit(made["id"], write(ODD), "key:1")
    assert refusal.value.code is Code.VERIFICATION_FAILED
    assert read_meta(wordpress, made["id"], "_elementor_data") == before
    plain = ODD.replace("<script>x()</script>", "<b>x</b>")
    done = await author.elementor_templates.edit(made["id"], write(plain), "key:1")
    assert [each["code"] for each in done["notices"]] == ["document_rewritten", "elementor_cached"]


async def test_the_kit_and_the_trash_hold_no_templates(service: Service, wordpress: WordPress) -> None:
    """Elementor keeps the settings of the site in the same library: nobody lists, edits or deletes them here."""
    kit, trashed = [(await ask(service, "POST", TEMPLATES, {"file": FILE}, 201))["id"] for _ in range(2)]
    wordpress.run_sql(
        f"UPDATE wp_postmeta SET meta_value = 'kit' WHERE post_id = {kit} AND meta_key = '_elementor_template_type'"
    )
    wordpress.run_sql(f"UPDATE wp_posts SET post_status = 'trash' WHERE ID = {trashed}")
    listed = [each["id"] for each in await ask(service, "GET", f"{TEMPLATES}?per_page=100")]
    for template in (kit, trashed):
        assert template not in listed
        for method, body in (("GET", None), ("PATCH", {"title": "Mine"}), ("DELETE", None)):
            refused = await ask(service, method, f"{TEMPLATES}/{template}", body, 404)
            assert refused["code"] == "not_found"
    refused = await ask(service, "POST", TEMPLATES, {"file": FILE, "type": "kit"}, 400)
    assert (refused["code"], refused["data"]["details"][0]["path"]) == ("invalid_arguments", "type")


async def test_a_class_that_a_template_names_is_in_use(service: Service, wordpress: WordPress) -> None:
    """As one that a page names."""
    wordpress.run_sql("DELETE FROM wp_options WHERE option_name IN ('elementor_admin_seen', 'elementor_classes')")
    wordpress.run_sql("INSERT INTO wp_options (option_name, option_value) VALUES ('elementor_admin_seen', '1')")
    await ask(service, "PATCH", "/elementor/classes", {"classes": [{"label": "card", "style": "color: red"}]})
    identifier = (await ask(service, "GET", "/elementor/classes"))["items"][0]["id"]
    classes = {"classes": {"$$type": "classes", "value": [identifier]}}
    box = {"id": "aaaaaa1", "elType": "e-flexbox", "settings": classes, "elements": [], "styles": {}}
    await ask(service, "POST", TEMPLATES, {"file": {"title": "Cards", "type": "page", "content": [box]}}, 201)
    refused = await ask(service, "PATCH", "/elementor/classes", {"remove": ["card"]}, 409)
    assert "elementor template" in refused["data"]["details"][0]["got"]


async def test_an_elementor_that_shows_none_over_rest_is_named(service: Service, proxy: Proxy, plugin: Path) -> None:
    """Nothing is sent that WordPress would not store; the capability is gone at the next look."""
    client = service.host.transactions.client
    assert list_capabilities(await read_facts(client)).offers("elementor_templates")
    template = (await ask(service, "POST", TEMPLATES, {"file": FILE}, 201))["id"]
    plugin.unlink()  # noqa: ASYNC240 - a file of the test's own
    proxy.sent.clear()
    calls = (("GET", ""), ("GET", f"/{template}"), ("PATCH", f"/{template}"), ("DELETE", f"/{template}"))
    for method, path in calls:
        body = {"title": "Other"} if method == "PATCH" else None
        refused = await ask(service, method, f"{TEMPLATES}{path}", body, 501)
        assert "Elementor 3.27" in refused["data"]["hint"]
    assert proxy.writes == []
    assert not list_capabilities(await read_facts(client)).offers("elementor_templates")


async def test_wordpress_sorts_a_new_template_under_pages(service: Service, wordpress: WordPress) -> None:
    """Its list of templates filters by a taxonomy that REST does not show; the type itself is right."""
    file = {"title": "Section", "type": "section", "content": []}
    template = (await ask(service, "POST", TEMPLATES, {"file": file}, 201))["id"]
    assert read_meta(wordpress, template, "_elementor_template_type") == "section"
    terms = wordpress.run_sql(
        "SELECT slug FROM wp_terms JOIN wp_term_taxonomy USING (term_id) JOIN wp_term_relationships"
        f" USING (term_taxonomy_id) WHERE object_id = {template}"
    )
    assert terms.strip() == "page"
