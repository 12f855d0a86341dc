"""The images of HTML: the address of each, as it is written."""

from urllib.parse import urlsplit

from turbohtml import Token, TokenType, tokenize

from sitehand.blocks.runs import UNREAD

MAX_IMAGES, MAX_ADDRESS = 1_000, 2_000
"""Images of one text, which is what search engines read of one page, and characters of an address."""
UNSEEN = UNREAD | {"template", "noscript", "object"}
"""Elements whose images nobody sees."""


def read_images(html: str) -> list[str]:
    """The addresses of the first images in order, each once. One inside of a script or a template is none."""
    found: dict[str, None] = {}
    unseen = ""
    for token in tokenize(html):
        tag = token.tag or ""
        if token.type is TokenType.START_TAG:
            unseen = unseen or (tag if tag in UNSEEN else "")
            if tag == "img" and not unseen and (address := _read_source(token)):
                found[address] = None
        elif token.type is TokenType.END_TAG and tag == unseen:
            unseen = ""
        if len(found) == MAX_IMAGES:
            break
    return list(found)


def is_on_the_web(address: str) -> bool:
    """Whether it is an http(s) address, or one that follows from where the text is, of a length that is told."""
    try:
        is_short = 0 < len(address) <= MAX_ADDRESS
        return is_short and address.isprintable() and urlsplit(address).scheme in ("", "http", "https")
    except ValueError:
        return False


def _read_source(token: Token) -> str:
    address = next((value or "" for name, value in token.attrs or () if name == "src"), "").strip()
    return address if is_on_the_web(address) else ""
