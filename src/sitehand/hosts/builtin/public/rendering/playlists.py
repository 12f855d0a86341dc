"""Playlists: each track with the browser's own player, which loads nothing before it is played."""

from sitehand.hosts.builtin.public.rendering.markup import escape
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Slot, keep_slots
from sitehand.hosts.builtin.public.rendering.supports import wrap, write_attributes
from sitehand.hosts.builtin.rendering import render_title

TRACK = "wp-block-playlist-track"
SHOWN = {"image": "showImages", "artist": "showArtists", "length": "showTrackLength"}


@renders("core/playlist")
def draw_playlist(block: Slot, scene: Scene) -> str:
    """The tracks in their order."""
    tracks = scene.draw(keep_slots(block.inner))
    names = ["wp-block-playlist__tracklist"]
    if block.attributes.flag("showNumbers", default=True):
        names.append("wp-block-playlist__tracklist-show-numbers")
    words = render_title(block.attributes.text("caption")).html
    caption = f'<figcaption class="wp-element-caption">{words}</figcaption>' if words else ""
    return wrap(block, "figure", f'<ol class="{" ".join(names)}">{tracks}</ol>{caption}') if tracks else ""


@renders("core/playlist-track")
def draw_track(block: Slot, scene: Scene) -> str:
    """A track: what it is called, and its player."""
    given, playlist = block.attributes, block.context.get("core/playlist", block.attributes)
    source = scene.site.safe(given.text("src"))
    if not source:
        return ""
    title = given.text("title") or "Unknown title"
    shown = {name: given.text(name) if playlist.flag(flag, default=True) else "" for name, flag in SHOWN.items()}
    picture = scene.site.safe(shown["image"]) if shown["image"] else ""
    parts = [
        f'<img{write_attributes(**{"class": f"{TRACK}__image"}, src=picture)} alt="">' if picture else "",
        f'<span class="{TRACK}__title">{escape(title)}</span>',
        f'<span class="{TRACK}__artist">{escape(shown["artist"])}</span>' if shown["artist"] else "",
        f'<span class="{TRACK}__length">{escape(shown["length"])}</span>' if shown["length"] else "",
        f'<audio controls preload="none"{write_attributes(src=source, aria_label=title)}></audio>',
    ]
    return wrap(block, "li", "".join(parts))
