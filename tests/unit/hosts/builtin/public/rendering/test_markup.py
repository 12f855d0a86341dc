"""Small pieces of HTML."""

from sitehand.hosts.builtin.public.rendering.markup import cut_between


def test_what_stands_between_two_texts() -> None:
    """Of the first start to the next end; nothing where one is missing."""
    assert cut_between("a[b]c]d[e]", "[", "]") == "b"
    assert cut_between("a]b[c", "[", "]") == ""
    assert cut_between("abc", "[", "]") == ""
