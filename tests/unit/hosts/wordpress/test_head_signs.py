"""What tells a head with new SEO fields from one without them."""

from typing import Any

import pytest
from turbohtml import parse

from sitehand.hosts.wordpress import head_signs
from sitehand.hosts.wordpress.head_signs import find_head_sign
from sitehand.hosts.wordpress.visitors import find_signs

TITLE, DESCRIPTION, NOINDEX = "_seopress_titles_title", "_seopress_titles_desc", "_seopress_robots_index"
HEAD = "<title>Bread</title><meta name=description content=Rye><meta name=robots content='noindex, follow'>"


def make(status: str = "publish", **meta: str) -> dict[str, Any]:
    """A page as WordPress shows it, with the fields of SEOPress."""
    empty = {TITLE: "", DESCRIPTION: "", NOINDEX: ""}
    return {"status": status, "title": {"rendered": "x"}, "content": {"rendered": "x"}, "meta": {**empty, **meta}}


def test_the_head_shows_all_that_was_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many fields there are, a page is parsed once."""
    parsed: list[str] = []

    def note(page: str) -> Any:
        parsed.append(page)
        return parse(page)

    monkeypatch.setattr(head_signs, "parse", note)
    signs = find_signs(make(), make(**{TITLE: "Bread", DESCRIPTION: "Rye", NOINDEX: "yes"}))
    assert all(sign.is_shown(HEAD) for sign in signs)
    assert len(parsed) == 1
    assert not all(sign.is_shown(HEAD.replace("Rye", "Oat")) for sign in signs)


def test_a_text_that_is_empty_now_proves_nothing() -> None:
    """Plugins show one of their own instead; a directive that was taken back is no longer told."""
    assert find_head_sign(make(**{TITLE: "Bread"}), make()) is None
    sign = find_head_sign(make(**{TITLE: "Bread", NOINDEX: "yes"}), make())
    assert sign
    assert [sign.is_shown(page) for page in (HEAD, HEAD.replace("noindex", "index"))] == [False, True]


def test_at_a_first_publish_only_what_it_changed_counts() -> None:
    """What the draft had already may be something that the plugin does not show."""
    draft = make("draft", **{TITLE: "Bread"})
    assert [type(sign).__name__ for sign in find_signs(draft, {**draft, "status": "publish"})] == ["TextSign"]
    changed = make(**{TITLE: "Bread", DESCRIPTION: "Rye"})
    assert find_head_sign(draft, changed) == find_head_sign(make(), make(**{DESCRIPTION: "Rye"}))
    assert find_head_sign(None, changed)
