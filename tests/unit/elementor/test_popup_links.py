"""Links that open a popup by its address: found, and led to another popup, with all else as it was."""

import base64

import pytest

from sitehand.elementor.popup_links import find_opened, renumber_opened

QUOTED = "#elementor-action%3Aaction%3Dpopup%3Aopen%26settings%3D"
PLAIN = "#elementor-action:action=popup:open&settings="
JSON = PLAIN.replace("&", "\\u0026")
HTML = PLAIN.replace("&", "&amp;")
TWELVE, THREE = "eyJpZCI6IjEyIn0", "eyJpZCI6IjMifQ"
"""`{"id":"12"}` and `{"id":"3"}` in Base64, without what fills them up."""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{QUOTED}{TWELVE}%3D", f"{QUOTED}{THREE}%3D%3D"),
        (f"{PLAIN}{TWELVE}=", f"{PLAIN}{THREE}=="),
        (f'{{"url":"{JSON}{TWELVE}="}}', f'{{"url":"{JSON}{THREE}=="}}'),
        (f'<a href="{HTML}{TWELVE}=">', f'<a href="{HTML}{THREE}==">'),
    ],
)
def test_links_lead_to_another_popup(before: str, after: str) -> None:
    """Each is written as it was: quoted, plain, in JSON, or in HTML."""
    assert (list(find_opened(before)), list(find_opened(after))) == (["12"], ["3"])
    assert renumber_opened(before, {"12": 3}) == after


@pytest.mark.parametrize(
    "settings", [f"{TWELVE}%3D", f"{TWELVE}!", "eyJpZCI6I", "%2F%2F%2F%2F%2F%2F%2F%2F", "eyJpZCI6InJ5ZSJ9"]
)
def test_what_opens_no_such_popup_stays(settings: str) -> None:
    """Another popup, and settings that are cut off, no text, or without a number."""
    assert renumber_opened(f"{QUOTED}{settings} and 12", {"7": 3}) == f"{QUOTED}{settings} and 12"


def test_a_link_longer_than_any_stays() -> None:
    """Part of its settings is not changed: the rest would not fit it."""
    settings = base64.b64encode(b'{"id":"12","text":"%s"}' % (b"x" * 300)).decode()
    for text in (PLAIN + settings, QUOTED + settings.replace("=", "%3D")):
        assert renumber_opened(text, {"12": 3}) == text
