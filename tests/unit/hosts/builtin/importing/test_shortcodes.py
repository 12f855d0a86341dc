"""Which words in brackets are shortcodes, and which addresses are embedded."""

import pytest

from sitehand.hosts.builtin.importing.shortcodes import count_embeds, count_shortcodes


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[gallery] [gallery ids="1"] [video src="x"/]', {"gallery": 2, "video": 1}),
        ("[box]text[/box] [tab]a[/tab][tab]b[/tab]", {"box": 1, "tab": 2}),
        ("[my_account] [vc_row][/vc_row]", {"my_account": 1, "vc_row": 1}),
        ('[contact-form-7 id="1" title="Mail"]', {"contact-form-7": 1}),
        ('[caption id="a"]<img src="x"/> words[/caption]', {}),
        ("He wrote [sic] and [1], see [a b] and [x].", {}),
        ("[[gallery]] shows how it is written", {}),
        ("a[i] = b[data-x=1]", {}),
    ],
)
def test_shortcodes_are_counted_by_name(text: str, found: dict[str, int]) -> None:
    """WordPress's own, those with attributes or an end, and names with an underscore; other words are text."""
    assert count_shortcodes(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("before\nhttps://www.youtube.com/watch?v=1\r\nafter", {"www.youtube.com": 1}),
        ('<figure><div class="wp-block-embed__wrapper">\nhttps://x.example/1\n</div></figure>', {"x.example": 1}),
        (
            "<IFRAME src='https://maps.example/a'></IFRAME><embed src=//flash.example/b>",
            {"maps.example": 1, "flash.example": 1},
        ),
        ("see https://youtu.be/x there", {}),
        ("https://[broken\n<iframe src='/own/'></iframe>", {}),
    ],
)
def test_embeds_are_counted_by_host(text: str, found: dict[str, int]) -> None:
    """An address alone on its line, and what a frame shows from another site."""
    assert count_embeds(text) == found
