"""Widgets with blocks of a real WordPress, through the gate: texts by a ref, in an area of a classic theme."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from sitehand.blocks.release import read_release
from tests.samples.gutenberg import paragraph
from tests.wordpress.site import WordPress
from tests.wordpress.test_patterns import ask
from tests.wordpress.test_service import Service, service

__all__ = ["service"]
PLUGIN, THEME = "wp-content/mu-plugins/widgets.php", "wp-content/themes/classic"
REF = "widget:block-2"
WORDS = r"Open \\ daily -- \"9 to 5\" 🎉 שלום &amp; <em>late</em>"
ODD = f'<!-- wp:paragraph {{ "b":1.0,"a":"\\u0041" }} -->\n<p>{WORDS}</p>\n<!-- /wp:paragraph -->'
CONTENT = f"{paragraph('First')}\n\n{ODD}"


def ask_wordpress(wordpress: WordPress, method: str, path: str, body: Any = None) -> Any:
    """What WordPress itself answers."""
    url, user = f"{wordpress.url}/?rest_route=/wp/v2{path}", (wordpress.user, wordpress.password)
    answer = httpx2.request(method, url, json=body, auth=user, timeout=30)
    assert answer.is_success, answer.text
    return answer.json()


@pytest.fixture
def widget(wordpress: WordPress) -> Iterator[str]:
    """The ref of a widget with two paragraphs, in an area of a classic theme."""
    beside, theme = Path(__file__).parent, wordpress.root / THEME
    shutil.copytree(beside / "classic", theme)
    (wordpress.root / PLUGIN).parent.mkdir(exist_ok=True)
    file = Path(shutil.copy(beside / "widgets.php", wordpress.root / PLUGIN))
    ask_wordpress(wordpress, "PUT", "/sidebars/sidebar-1", {"widgets": ["block-2"]})
    before = read_stored(wordpress, REF)
    write_stored(wordpress, REF, CONTENT)
    yield REF
    write_stored(wordpress, REF, before)
    file.unlink()
    shutil.rmtree(theme)


def write_stored(wordpress: WordPress, ref: str, content: str) -> None:
    """Have WordPress keep a text as that of a widget."""
    body = {"instance": {"raw": {"content": content}}}
    ask_wordpress(wordpress, "PUT", f"/widgets/{ref.removeprefix('widget:')}", body)


def read_stored(wordpress: WordPress, ref: str) -> str:
    """The text of a widget as WordPress keeps it."""
    stored = ask_wordpress(wordpress, "GET", f"/widgets/{ref.removeprefix('widget:')}&context=edit")
    return str(stored["instance"]["raw"]["content"])


async def test_a_widget_is_edited_shown_to_visitors_and_taken_back(
    service: Service, wordpress: WordPress, widget: str
) -> None:
    """By its ref, in a dry run first; what the edit leaves alone, and what an undo leaves, are the same bytes."""
    listed = await ask(service, "GET", "/block-pages?type=widget&per_page=50")
    line = next(one for one in listed if one["ref"] == widget)
    assert (line["type"], line["title"], line["customized"]) == ("widget", "sidebar-1", False)
    new = {"at": "end", "markup": paragraph(WORDS)}
    plan = await ask(service, "POST", f"/templates/{widget}/blocks?dry_run=true", new)
    assert (plan["changes"][0]["kind"], plan["changes"][0]["label"]) == ("widget", widget.removeprefix("widget:"))
    assert read_stored(wordpress, widget) == CONTENT
    done = await ask(service, "POST", f"/templates/{widget}/blocks", new)
    assert (done["ref"], done["blocks"][0]["name"]) == (widget, "core/paragraph")
    assert read_stored(wordpress, widget) == f"{CONTENT}\n\n{paragraph(WORDS)}"
    assert httpx2.get(wordpress.url).text.count("🎉") == 2
    stale = {"html": "<p>Stale</p>", "expected_revision": line["revision"]}
    assert (await ask(service, "PATCH", f"/templates/{widget}/blocks/0", stale, 409))["code"] == "revision_conflict"
    moved = await ask(service, "POST", f"/templates/{widget}/blocks/2/move", {"at": "start"})
    await ask(service, "POST", "/changes/undo", {"id": done["change_id"]}, 409)
    await ask(service, "POST", "/changes/undo", {"id": moved["change_id"]})
    await ask(service, "POST", "/changes/undo", {"id": done["change_id"]})
    assert read_stored(wordpress, widget) == CONTENT


async def test_words_and_patterns_of_a_widget(service: Service, wordpress: WordPress, widget: str) -> None:
    """Every operation on blocks and texts takes a widget; a pattern that it shows is kept."""
    edited = await ask(service, "POST", f"/templates/{widget}/text", {"find": "First", "replace": "Last"})
    assert (edited["ref"], edited["count"]) == (widget, 1)
    pattern = (await ask(service, "POST", "/patterns", {"title": "Card", "markup": paragraph("Card")}, 201))["id"]
    if read_release(wordpress.version).blocks:
        await ask(service, "POST", f"/templates/{widget}/patterns", {"pattern": pattern})
    else:
        await ask(service, "POST", f"/templates/{widget}/blocks", {"markup": f'<!-- wp:block {{"ref":{pattern}}} /-->'})
    refused = await ask(service, "DELETE", f"/patterns/{pattern}", status=409)
    assert [use["ref"] for use in refused["data"]["uses"]] == [widget]


async def test_a_widget_that_is_not_there(service: Service, wordpress: WordPress, widget: str) -> None:
    """Is a 404, as is one without blocks; it is never reverted, and an editor is refused."""
    other = {"id_base": "search", "sidebar": "sidebar-1", "instance": {"raw": {"title": "Find"}}}
    made = ask_wordpress(wordpress, "POST", "/widgets", other)["id"]
    await ask(service, "GET", "/templates/widget:block-999/blocks", status=404)
    await ask(service, "POST", "/templates/widget:block-999/blocks", {"markup": paragraph("x")}, 404)
    await ask(service, "GET", f"/templates/widget:{made}/blocks", status=400)
    assert f"widget:{made}" not in [
        one["ref"] for one in await ask(service, "GET", "/block-pages?type=widget&per_page=50")
    ]
    assert (await ask(service, "POST", f"/templates/{widget}/revert", {}, 409))["code"] == "conflict"
    status, answer = await service.call("GET", f"/templates/{widget}/blocks", role="editor")
    assert (status, answer["code"]) == (403, "category_forbidden")
    ask_wordpress(wordpress, "DELETE", f"/widgets/{made}&force=true")
