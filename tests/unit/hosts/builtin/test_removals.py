"""What visitors will not get of a text is said, by the lists of the cleaner itself."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.hosts.builtin.removals import list_removals
from sitehand.hosts.builtin.rendering import render_content, render_title
from sitehand.hosts.builtin.renderings import ALLOWED
from tests.service import open_service

CONTENT = ALLOWED[render_content]


@pytest.mark.parametrize(
    ("raw", "removed"),
    [
        ("<p>One</p><script>alert(1)</script>", ["<script>"]),
        ("<p onclick='x()' ONMOUSEOVER=y>One</p>", ["onclick", "onmouseover"]),
        ('<a href="javascript:alert(1)">One</a>', ["javascript:"]),
        ('<a href=" java\nscript&#58;alert(1)">One</a>', ["javascript:"]),
        ("<a href=data:text/html,x>One</a><iframe src=x>", ["data:", "<iframe>"]),
        ("<script></script><SCRIPT></SCRIPT><p x=1>", ["<script>", "x"]),
        ('<p class="a" data-x="1" aria-label="b"><img src="/a.png" alt="onclick=1 <b>"/><br/></p>', []),
        ('<a href="https://example.org/?a=javascript:1#b" title="c">One</a><a href="mailto:a@b">', []),
        ('<!-- wp:paragraph {"a":"<b>"} --><p>One</p><!-- /wp:paragraph -->', []),
        ("1 < 2, 3 > 2", []),
        ("plain", []),
    ],
)
def test_what_is_taken_out_is_named(raw: str, removed: list[str]) -> None:
    """Elements, attributes and schemes of addresses, each once; what passes is not named."""
    assert list_removals(raw, CONTENT) == removed


def test_a_title_may_have_less_than_content() -> None:
    """A link is taken out of a title, and stays in content."""
    raw = '<a href="/x">One</a>'
    assert (list_removals(raw, ALLOWED[render_title]), list_removals(raw, CONTENT)) == (["<a>"], [])


@given(st.lists(st.sampled_from(["<p>", "<script>", "<b onload=x>", "<a href='javascript:1'>", "a", "</p>", "<x-y>"])))
def test_no_removal_goes_unsaid(pieces: list[str]) -> None:
    """Whatever of these is in the text and not in what visitors get is named, and the other way round."""
    raw = " ".join(pieces)
    named, shown = set(list_removals(raw, CONTENT)), render_content(raw).html
    for mark, name in (
        ("<script", "<script>"),
        ("onload", "onload"),
        ("javascript:", "javascript:"),
        ("<x-y", "<x-y>"),
    ):
        assert mark not in shown
        assert (name in named) == (mark in raw)


def test_a_hostile_text_costs_linear_work() -> None:
    """A million unfinished tags, attributes, quotes and schemes are looked at once."""
    for piece in ("<", "<a ", "<a b", "<a href='", '<a href="', "a=", "<a =", "<!--", "<a href=" + "a" * 50):
        list_removals(piece * (1_000_000 // len(piece)), CONTENT)
    list_removals("<p " + "a='" * 300_000 + ">", CONTENT)


async def test_a_write_says_what_visitors_do_not_get(tmp_path: Path) -> None:
    """In the notices of writes through both doors and in the warnings of a dry run; stored is all of it."""
    text = "<p onclick='x()'>One</p><script>alert(1)</script>"
    async with open_service(tmp_path, unfiltered_html=True) as service:
        created = (await service.tool("create_page", {"title": "One", "content": text}))["structuredContent"]
        (notice,) = created["notices"]
        assert notice["code"] == "html_removed"
        assert notice["message"].startswith("Visitors do not get onclick, <script>.")
        edit = {"id": created["id"], "context": "edit"}
        page = (await service.tool("get_page", edit))["structuredContent"]
        assert page["content"]["raw"] == text
        key = {"X-API-Key": service.keys["admin"]}
        path = f"/sitehand/v1/pages/{created['id']}"
        changed = await service.http.patch(path, json={"content": text + text}, headers=key)
        assert changed.json()["notices"] == [notice]
        tried = await service.http.patch(path, json={"content": text, "dry_run": True}, headers=key)
        assert tried.json()["warnings"] == [notice]
        title = await service.http.patch(path, json={"title": "Two"}, headers=key)
        assert "notices" not in title.json()
