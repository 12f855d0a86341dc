"""The texts that WordPress reads in the place of one, before it looks for blocks.

It splits a text at `<!--nextpage-->` and `<!--more-->`, and takes the delimiters of these two blocks out, wherever they
stand: what was apart may come together, and what was within something may stand alone. Old versions also take other
spaces in a delimiter.

Source: `WP_Query::generate_postdata`, `get_the_content` and `has_block`.
"""

import re

from sitehand.blocks.delimiters import ODD_SPACES, find_odd_delimiters

Reading = list[str]
"""The texts that are shown of one, each read by itself."""
NEXT_PAGE, MORE = "<!--nextpage-->", "<!--more"
LINE_BREAK = "<!-- wp-line-break -->"
"""What `WP_Embed::autoembed` makes a line break of."""
MORE_TARGET = '<span id="more-1"></span>'
"""What WordPress puts in the place of `<!--more-->`, with the id of the post."""
_MORE_BLOCK = re.compile("<!-- /?wp:more.*? -->")
_OLD_SPACES = dict.fromkeys(map(ord, ODD_SPACES), " ")


def list_readings(text: str) -> list[Reading]:
    """The text itself, and the other ways in which a WordPress reads it."""
    readings = [[text], *_split(text)]
    if LINE_BREAK in text:
        readings += [[part.replace(LINE_BREAK, "\n") for part in reading] for reading in readings]
    if any(any(find_odd_delimiters(part)) for reading in readings for part in reading):
        readings += [[part.translate(_OLD_SPACES) for part in reading] for reading in readings]
    return readings


def _split(text: str) -> list[Reading]:
    """The parts of a text as lists of posts show them, cut at "Read more", and as visitors read them, page by page."""
    if NEXT_PAGE not in text and MORE not in text:
        return []
    pages = [_split_at_more(page) for page in _split_pages(text)]
    return [[part for page in pages for part in page], [MORE_TARGET.join(page) for page in pages]]


def _split_pages(text: str) -> list[str]:
    if NEXT_PAGE not in text:
        return [text]
    for around in (f"\n{NEXT_PAGE}\n", f"\n{NEXT_PAGE}", f"{NEXT_PAGE}\n"):
        text = text.replace(around, NEXT_PAGE)
    for delimiter in ("<!-- wp:nextpage -->", "<!-- /wp:nextpage -->"):
        text = text.replace(delimiter, "")
    return text.split(NEXT_PAGE)


def _split_at_more(page: str) -> list[str]:
    more = _find_more(page)
    if not more:
        return [page]
    if "<!-- wp:more " in page or "<!-- wp:core/more " in page:
        page = "\n".join(map(_drop_more_blocks, page.split("\n")))
    return page.split(more, 1)


def _find_more(page: str) -> str:
    """The first `<!--more-->`, with the words of its link; it ends in its line."""
    for line in page.split("\n"):
        start = line.find(MORE)
        end = line.find("-->", start + len(MORE)) if start >= 0 else -1
        if end >= 0:
            return line[start : end + len("-->")]
    return ""


def _drop_more_blocks(line: str) -> str:
    head, end, tail = line.rpartition(" -->")  # no match ends in the tail: each try would read all of it
    return _MORE_BLOCK.sub("", head + end) + tail
