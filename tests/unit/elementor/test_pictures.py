"""The pictures of Elementor documents: what is listed is what is drawn."""

import json
import re
from typing import Any

import pytest
from turbohtml import parse

from sitehand.blocks.images import read_images
from sitehand.elementor.pictures import list_pictures
from sitehand.elementor.rendering.addresses import write_source
from sitehand.elementor.rendering.canvas import Picture, References
from sitehand.elementor.rendering.document import RenderedDocument, render_text
from sitehand.hosts.builtin.public.rendered_documents import clean
from tests.unit.elementor.documents import real_documents
from tests.unit.elementor.drawing import KINDS, draw, element, make_typed_example

FILES = {7: Picture("https://hill.example/media/seven.jpg", "Seven"), 8: Picture("/media/eight.jpg", "")}
WEB, OTHER = ({"id": "", "url": f"https://pictures.example/{name} 1.jpg"} for name in ("rye", "tea"))
OF_SITE = {"id": 7, "url": ""}
TYPED = {"$$type": "image-src", "value": {"id": {"$$type": "image-attachment-id", "value": 8}, "url": None}}
LAYER = {"$$type": "image", "value": {"src": TYPED, "size": {"$$type": "string", "value": "full"}}}
OVERLAY = {"$$type": "background-image-overlay", "value": {"image": LAYER}}
BEHIND = {
    "background": {
        "$$type": "background",
        "value": {"background-overlay": {"$$type": "background-overlay", "value": [OVERLAY]}},
    }
}
LOCAL = {"id": "e-a", "type": "class", "label": "local", "variants": [{"meta": {}, "props": BEHIND}]}
SHOWN = [
    element("image", {"image": WEB}),
    element("image", {"image": OF_SITE}),
    element("image-box", {"image": WEB, "title_text": "Rye"}),
    element("image-gallery", {"wp_gallery": [WEB, OF_SITE]}),
    element("image-carousel", {"carousel": [OF_SITE, OTHER]}),
    element("testimonial", {"testimonial_image": WEB, "testimonial_content": "Good"}),
    element("testimonial-carousel", {"slides": [{"image": WEB, "content": "Good"}]}),
    element("video", {"youtube_url": "https://youtu.be/x", "show_image_overlay": "yes", "image_overlay": WEB}),
    element("text-editor", {"editor": '<p><img src="/rye.jpg" alt=""><img src="tea.jpg"></p>'}),
    element("container", {"background_background": "classic", "background_image": WEB}),
    element("container", {"background_background": "classic", "background_image_mobile": WEB}),
    element("container", {"background_background": "video", "background_video_fallback": WEB}),
    element("container", {"background_background": "slideshow", "background_slideshow_gallery": [WEB, OTHER]}),
    element("container", {"background_overlay_background": "classic", "background_overlay_image": WEB}),
    element("heading", {"title": "Rye", "_background_background": "classic", "_background_image": WEB}),
    element("e-image", {"image": LAYER}),
    element("e-paragraph", {"paragraph": {"$$type": "html", "value": 'Rye <img src="/rye.jpg">'}}),
    element("container", {}, element("container", {}, element("image", {"image": WEB}))),
    {
        **element("e-flexbox", {"classes": {"$$type": "classes", "value": ["e-a"]}}),
        "styles": {"e-a": LOCAL},
    },
]
UNSHOWN = [
    element("image", {"image": {"id": 9, "url": ""}}),
    element("image", {"image": {"id": "", "url": "data:image/png;base64,AAAA"}}),
    element("container", {"background_image": WEB}),
    element("container", {"background_background": "gradient", "background_image": WEB}),
    element("container", {"background_background": "classic", "background_image": OF_SITE}),
    element("video", {"youtube_url": "https://youtu.be/x", "image_overlay": WEB}),
    element("text-editor", {"editor": '<script><img src="/rye.jpg"></script>'}),
    element("heading", {"title": "Rye", "image": WEB}),
    element("flip-box", {"background_a_background": "classic", "background_a_image": WEB}),
]


@pytest.mark.parametrize("shown", SHOWN, ids=lambda each: each.get("widgetType", each["elType"]))
def test_what_is_drawn_is_listed(shown: dict[str, Any]) -> None:
    """Pictures of widgets, in their HTML, and behind elements, by address or by the id of a file."""
    assert _list(json.dumps([shown])) == _see(draw(shown, pictures=FILES)) != set()


@pytest.mark.parametrize("unshown", UNSHOWN, ids=lambda each: each.get("widgetType", each["elType"]))
def test_what_is_not_drawn_is_not_listed(unshown: dict[str, Any]) -> None:
    """What is switched off, of a file that is gone, or no address on the web."""
    assert _list(json.dumps([unshown])) == _see(draw(unshown, pictures=FILES)) == set()


@pytest.mark.parametrize("kind", KINDS)
def test_the_pictures_of_each_kind_are_those_of_its_drawing(kind: str) -> None:
    """Of the catalogue's own example of each element."""
    shown = make_typed_example(kind)
    assert _list(json.dumps([shown])) == _see(draw(shown, pictures=FILES))


def test_pictures_of_real_documents_are_those_of_their_drawings() -> None:
    """With the picture behind the page, which is a setting of it."""
    page = json.dumps({"background_background": "classic", "background_image": WEB})
    for data in [json.dumps(SHOWN), *real_documents()]:
        drawn = render_text(data, page, References(FILES), clean)
        assert _list(data, page) == _see(drawn)


def test_any_text_has_a_bounded_list() -> None:
    """What is no document has none; of a document the first thousand count, each once."""
    deep = "[" + '{"elements":[' * 900 + "]}" * 900 + "]"
    for text in ("", "{", "null", "[null, 7, {}]", deep, "[" * 100_000, '[{"settings":{"image":{"id":1e400}}}]'):
        assert list_pictures(text, text, read_images) == []
    rows = [{"id": "", "url": f"https://pictures.example/{number}.jpg"} for number in range(1500)]
    gallery = element("image-gallery", {"wp_gallery": rows})
    assert list_pictures(json.dumps([gallery, gallery]), "", read_images) == [row["url"] for row in rows[:1000]]
    half = '[{"widgetType":"image","settings":{"image":{"url":"/\\ud800.jpg"}}}]'
    assert list_pictures(half, "", read_images) == []


def _list(data: str, page_settings: str = "") -> set[str]:
    found = list_pictures(data, page_settings, read_images)
    named = [FILES.get(each, Picture("", "")).url if isinstance(each, int) else each for each in found]
    return {write_source(each) for each in named if each}


def _see(drawn: RenderedDocument) -> set[str]:
    images = [image.attrs.get("src") for image in parse(drawn.html).find_all("img")]
    return {str(each) for each in images if each} | set(re.findall(r'url\("([^"]+)"\)', drawn.css))
