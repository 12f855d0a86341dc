"""The comments on a page or post, each drawn by the blocks of a template. Visitors cannot comment here, so that nothing
leads to a form or to a reply.
"""

from collections.abc import Iterator

from sitehand.hosts.builtin.public.list_pages import COMMENTS
from sitehand.hosts.builtin.public.rendering.dressing import dress
from sitehand.hosts.builtin.public.rendering.markup import escape, link, title_of, web_address, write_time
from sitehand.hosts.builtin.public.rendering.pagination import Pages, draw_numbers, draw_step, draw_steps
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Form, Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap
from sitehand.hosts.builtin.public.rendering.this_site import heading_tag
from sitehand.hosts.builtin.public.rendering.threads import Said, Thread, find_page
from sitehand.hosts.builtin.rendering import render_comment

TEMPLATE, PAGINATION = "core/comment-template", "core/comments-pagination"


@renders("core/comments")
def draw_comments(block: Slot, scene: Scene) -> str:
    """What is in it, for an item that has comments, unless a block before has drawn them."""
    post, held = scene.post, {slot.name for slot in _walk(block.inner)}
    is_closed = post.protected and post.id not in scene.inside
    if is_closed or TEMPLATE not in held or post.id in scene.work.discussed:
        return ""
    said = scene.site.said(post.id)
    if not said:
        return ""
    thread = find_page(said, max(1, scene.pages.get(COMMENTS, 1))) if PAGINATION in held else Thread(said)
    return dress(scene.of_thread(thread).draw(block.inner), block.name, block.attributes)


def _walk(form: Form) -> Iterator[Slot]:
    for part in form:
        if isinstance(part, Slot):
            yield part
            yield from _walk(part.inner)


@renders("core/comments-title")
def draw_title(block: Slot, scene: Scene) -> str:
    """How many comments there are, on what."""
    if not scene.thread:
        return ""
    given, count = block.attributes, scene.site.count_comments(scene.post.id)
    words = "response" if count == 1 else "responses"
    if given.flag("showCommentsCount", default=True):
        words = f"One {words}" if count == 1 else f"{count:,} {words}"
    if given.flag("showPostTitle", default=True):
        words += f" to “{title_of(scene.post)}”"
    return wrap(block, heading_tag(block, 2), words[0].upper() + words[1:], id="comments")


@renders("core/comment-template")
def draw_template(block: Slot, scene: Scene) -> str:
    """Each comment, drawn by what is in the block, with the replies to it in a list within: once on a page."""
    if not scene.thread or scene.post.id in scene.work.discussed:
        return ""
    scene.work.discussed.add(scene.post.id)
    parts, depth, threads = [], -1, 0
    for number, said in enumerate(scene.work.until_ended(scene.thread.shown)):
        parts.append("<ol>" * (said.depth > depth >= 0) + _close(depth, said.depth))
        depth, threads = said.depth, threads + (not said.depth)
        classes = " ".join(_list_classes(said, scene, number, threads - 1))
        parts.append(f'<li id="comment-{said.id}" class="{classes}">{scene.of_comment(said).draw(block.inner)}')
    return wrap(block, "ol", "".join([*parts, _close(depth, 0)])) if parts else ""


def _close(depth: int, below: int) -> str:
    """The end of a comment and of the lists that it ends, before one at the depth `below`."""
    return "" if below > depth else "</li>" + "</ol></li>" * (depth - below)


def _list_classes(said: Said, scene: Scene, number: int, threads: int) -> Iterator[str]:
    """What WordPress tells of a comment by classes. Slugs of authors stand in them as they are in addresses."""
    yield "comment"
    if said.account:
        yield from ("byuser", f"comment-author-{escape(said.account)}")
        yield from ("bypostauthor",) if said.account == scene.post.author_slug else ()
    yield from ("odd", "alt") if number % 2 else ("even",)
    if not said.depth:
        yield from ("thread-odd", "thread-alt") if threads % 2 else ("thread-even",)
    yield f"depth-{said.depth + 1}"


@renders("core/comment-author-name")
def draw_author(block: Slot, scene: Scene) -> str:
    """Who said it; the name leads to the address that its owner gave."""
    said = scene.comment
    if not said:
        return ""
    given, name = block.attributes, escape(said.author)
    target = given.choice("linkTarget", ("_self", "_blank"))
    address = web_address(scene, said.address) if given.flag("isLink", default=True) else ""
    return wrap(block, "div", link(address, name, rel="external nofollow ugc noopener", target=target))


@renders("core/comment-date")
def draw_date(block: Slot, scene: Scene) -> str:
    """The day on which it was said, which leads to the comment."""
    said, given = scene.comment, block.attributes
    if not said:
        return ""
    target = f"#comment-{said.id}" if given.flag("isLink", default=True) else ""
    return wrap(block, "div", write_time(scene, said.date, given.text("format"), target=target))


@renders("core/comment-content")
def draw_content(block: Slot, scene: Scene) -> str:
    """What was said, with its markup cleaned."""
    raw = scene.site.words_of(scene.comment.id) if scene.comment else ""
    html = render_comment(raw).html if raw and scene.work.may_read(len(raw)) else ""
    return wrap(block, "div", html) if html else ""


@renders("core/comments-pagination")
def draw_pagination(block: Slot, scene: Scene) -> str:
    """The blocks that lead to other pages of comments."""
    return draw_steps(block, scene, "Comments pagination") if scene.thread else ""


@renders("core/comments-pagination-previous")
def draw_previous(block: Slot, scene: Scene) -> str:
    """A link to the page before."""
    return draw_step(block, scene, _find_pages(scene), -1, "Older Comments")


@renders("core/comments-pagination-next")
def draw_next(block: Slot, scene: Scene) -> str:
    """A link to the page after."""
    return draw_step(block, scene, _find_pages(scene), 1, "Newer Comments")


@renders("core/comments-pagination-numbers")
def draw_page_numbers(block: Slot, scene: Scene) -> str:
    """The pages of comments."""
    return draw_numbers(block, scene, _find_pages(scene))


def _find_pages(scene: Scene) -> Pages:
    thread = scene.thread or Thread(())
    return Pages(thread.page, thread.pages, COMMENTS, "#comments")
