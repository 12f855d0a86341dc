"""Blocks stay where their types and their holders allow them, and locked ones where they are."""

import pytest

from sitehand.blocks.catalogue import read_catalogue
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.editor import edit_blocks
from sitehand.blocks.edits import Duplicate, Insert, Move, Replace, Transform, Unwrap, Update, Wrap
from sitehand.blocks.kept_locks import check_locks_kept
from sitehand.blocks.making import NewBlock, make_blocks
from sitehand.blocks.nesting import check_nesting
from sitehand.blocks.outline import read_outline
from sitehand.blocks.places import Place, Relation
from sitehand.errors import Code, Problem

RELEASE = Dialect.V7_1
END = Place(Relation.END)
TEXT = NewBlock("core/paragraph", {"content": "Text"})
ITEM = NewBlock("core/list-item", {"content": "Item"})
LIST = NewBlock("core/list", {}, [ITEM, ITEM])
BUTTONS = NewBlock("core/buttons", {}, [NewBlock("core/button", {"text": "Go"})])
GROUP = '<!-- wp:group {"allowedBlocks":["core/heading"]} -->\n<div class="wp-block-group"></div>\n<!-- /wp:group -->'
LEAF = "holds no blocks: the editor would lose them. Put them before or after it."
PAGE = make_blocks([TEXT, LIST, BUTTONS, NewBlock("core/columns", {}, [NewBlock("core/column", {}, [TEXT])])], RELEASE)


def make(*blocks: NewBlock) -> str:
    """The markup of blocks."""
    return make_blocks(blocks, RELEASE)


@pytest.mark.parametrize(
    ("edit", "hint"),
    [
        (Insert(END, make(ITEM)), "core/list-item stands directly in core/list."),
        (Insert(Place(Relation.LAST_IN, "1"), make(TEXT)), "core/list holds core/list-item alone."),
        (Insert(Place(Relation.FIRST_IN, "3"), make(TEXT)), "core/columns holds core/column alone."),
        (Insert(END, make(NewBlock("core/group", {}, [ITEM]))), "core/list-item stands directly in core/list."),
        (Insert(END, make(NewBlock("core/query-pagination"))), "core/query-pagination stands somewhere in core/query."),
        (Move("1.0", END), "core/list-item stands directly in core/list."),
        (Move("0", Place(Relation.LAST_IN, "2")), "core/buttons holds core/button alone."),
        (Replace("1.0", make(TEXT)), "core/list holds core/list-item alone."),
        (Wrap(["1.0"], make(NewBlock("core/group"))), "core/list holds core/list-item alone."),
        (Unwrap("1"), "core/list-item stands directly in core/list."),
        (Move("1", Place(Relation.FIRST_IN, "0")), f"core/paragraph {LEAF}"),
        (Insert(Place(Relation.LAST_IN, "0"), "<!-- wp:mine/item /-->"), f"core/paragraph {LEAF}"),
        (Insert(END, "<!-- wp:site-title --><!-- wp:archives /--><!-- /wp:site-title -->"), f"core/site-title {LEAF}"),
        (Wrap(["0"], make(NewBlock("core/spacer"))), f"core/spacer {LEAF}"),
        (Transform("3.0.0", "core/columns"), None),
        (Insert(Place(Relation.LAST_IN, "1.0"), make(LIST)), None),
        (Insert(Place(Relation.AFTER, "1.0"), make(ITEM)), None),
        (Insert(END, make(NewBlock("core/nextpage"))), None),
        (Insert(Place(Relation.LAST_IN, "1"), "<!-- wp:mine/item /-->"), None),
        (Duplicate("3.0"), None),
    ],
)
def test_blocks_go_where_they_may(edit: object, hint: str | None) -> None:
    """A refusal says what would fit; blocks of plugins may go anywhere, since their rules are unknown."""
    if hint is None:
        assert edit_blocks(PAGE, [edit], RELEASE).source != PAGE  # type: ignore[list-item]
        return
    with pytest.raises(Problem) as refused:
        edit_blocks(PAGE, [edit], RELEASE)  # type: ignore[list-item]
    assert (refused.value.code, refused.value.hint) == (Code.INVALID_ARGUMENTS, hint)


@pytest.mark.parametrize("name", ["core/paragraph", "core/post-title", "core/image", "core/html", "core/block"])
def test_no_block_is_made_with_blocks_that_it_would_lose(name: str) -> None:
    """Neither one with HTML nor one that the site draws."""
    with pytest.raises(Problem) as refused:
        make(NewBlock("core/group", {}, [NewBlock(name, {}, [TEXT])]))
    assert (refused.value.code, refused.value.hint) == (Code.INVALID_ARGUMENTS, f"{name} {LEAF}")


def test_the_author_of_a_group_names_what_it_may_hold() -> None:
    """By `allowedBlocks`, which counts more than the type of the block."""
    with pytest.raises(Problem) as refused:
        edit_blocks(GROUP, [Insert(Place(Relation.FIRST_IN, "0"), make(TEXT))], RELEASE)
    assert refused.value.hint == "core/group holds core/heading alone."


def test_old_faults_stay_and_are_no_obstacle() -> None:
    """A text that was wrong before can be edited, and its wrong block moved."""
    wrong = make(TEXT) + "\n\n" + make(ITEM)
    assert edit_blocks(wrong, [Move("1", Place(Relation.START))], RELEASE).source.startswith("<!-- wp:list-item")
    assert edit_blocks(wrong, [Update("0", {}, "New")], RELEASE).source.endswith(make(ITEM))


def test_a_whole_text_is_looked_at() -> None:
    """Each block of it, however deep."""
    old, new = (read_outline(text) for text in (PAGE, make(NewBlock("core/group", {}, [ITEM]))))
    with pytest.raises(Problem):
        check_nesting(old, new, new.roots, read_catalogue(RELEASE))
    check_nesting(new, new, new.roots, read_catalogue(RELEASE))


def locked(lock: str, text: str = "Locked") -> str:
    """A paragraph with a lock."""
    return f"<!-- wp:paragraph {lock} -->\n<p>{text}</p>\n<!-- /wp:paragraph -->"


def hold(lock: str, *inner: NewBlock) -> str:
    """A group with a lock around blocks."""
    return f'<!-- wp:group {lock} -->\n<div class="wp-block-group">{make(*inner)}</div>\n<!-- /wp:group -->'


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        (locked('{"lock":{"remove":true}}'), make(TEXT), False),
        (locked('{"lock":{"remove":true}}'), make(TEXT) + locked('{"lock":{"remove":true}}', "Changed"), True),
        (locked('{"lock":{"move":true}}'), make(TEXT) + locked('{"lock":{"move":true}}'), False),
        (locked('{"lock":{"move":true}}'), locked('{"lock":{"move":true}}') + make(TEXT), True),
        (locked('{"lock":{"move":true}}'), locked('{"lock":{}}'), False),
        (locked('{"lock":{"move":false}}'), make(TEXT), True),
        (hold('{"templateLock":"all"}', TEXT), hold('{"templateLock":"all"}', TEXT, TEXT), False),
        (hold('{"templateLock":"contentOnly"}', TEXT), hold('{"templateLock":"contentOnly"}', LIST), False),
        (hold('{"templateLock":"insert"}', LIST), make(TEXT) + hold('{"templateLock":"insert"}', LIST), True),
        (hold('{"templateLock":false}', TEXT), make(TEXT), True),
    ],
)  # fmt: skip
def test_a_whole_text_keeps_what_is_locked(old: str, new: str, kept: bool) -> None:
    """A locked block stays, or stays where it is, and a locked holder keeps its blocks; their content may change."""
    before, after = (read_outline(text) for text in (old, new))
    if kept:
        check_locks_kept(before, after)
        return
    with pytest.raises(Problem) as refused:
        check_locks_kept(before, after)
    assert refused.value.code is Code.CONFLICT
    assert refused.value.extra["locked_by"] == "0"


def test_a_whole_text_keeps_as_many_blocks_as_are_locked_alike() -> None:
    """One cannot stand for two: delimiters do not tell them apart, and the words of the other would be gone."""
    locked = {"lock": {"remove": True}}
    one, other = (make(NewBlock("core/paragraph", {"content": word, **locked})) for word in ("One", "Other"))
    both = read_outline(f"{one}\n\n{other}")
    check_locks_kept(both, read_outline(f"{other}\n\n{make(TEXT)}\n\n{one}"))
    with pytest.raises(Problem) as refused:
        check_locks_kept(both, read_outline(f"{one}\n\n{make(TEXT)}"))
    assert refused.value.extra["locked_by"] == "1"


LINK = NewBlock("core/navigation-link", {"label": "Home", "url": "/"})
SUBMENU = NewBlock("core/navigation-submenu", {"label": "More"}, [LINK])


@pytest.mark.parametrize("release", list(Dialect))
def test_the_text_of_a_navigation_holds_what_the_block_around_it_does(release: Dialect) -> None:
    """Links, and submenus with links in them; anything else is refused, with what it holds."""
    links, words = make_blocks([LINK, SUBMENU], release), make_blocks([TEXT], release)
    added = edit_blocks(links, [Insert(END, links)], release, around="core/navigation")
    assert added.source.count("navigation-submenu") == 4
    for place in (END, Place(Relation.LAST_IN, "1")):
        with pytest.raises(Problem) as refused:
            edit_blocks(links, [Insert(place, words)], release, around="core/navigation")
        assert (refused.value.hint or "").startswith("core/navigation")
        assert "core/navigation-link or" in (refused.value.hint or "")
