"""Media: the files of the site in a grid, with their alternative texts; new ones by form or dragged in."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from starlette.datastructures import UploadFile
from starlette.responses import Response

from sitehand.admin.collections import VERBS, Collection, find_collection, list_collections, write_assignment
from sitehand.admin.files import MAX_NAME, add_files, name_file
from sitehand.admin.focal_point import EXPECTED as EXPECTED_FOCUS
from sitehand.admin.focal_point import read_focus, take_focus
from sitehand.admin.listed import SECTIONS, list_shown, tell_total
from sitehand.admin.number import read_page
from sitehand.admin.screen import Screen, does, shows
from sitehand.admin.ticked import BOX, read_ticked
from sitehand.admin.visit import Visit
from sitehand.errors import STATUS, Problem
from sitehand.guard.gate import OWNER
from sitehand.site.media import Media, MediaQuery
from sitehand.store.receiving import read_pieces

PER_PAGE = 24
MAX_SEARCH = 200
TYPES = {"": "All", "image": "Images", "video": "Video", "audio": "Sound", "application": "Documents", "text": "Text"}
THUMBNAILS = ("thumbnail", "medium")
"""Sizes that fit a tile, the best first."""
WHOLE = ("large",)
"""Sizes that show all of a picture, without one the picture itself."""
TEXTS = ("title", "alt_text", "caption", "description")
LONGEST = {"title": "1,000", "alt_text": "2,000", "caption": "5,000", "description": "20,000"}
EXPECTED = {name: (name, f"Enter at most {number} characters.") for name, number in LONGEST.items()} | EXPECTED_FOCUS
"""By what a refusal names: the field of the form, and what to do."""
KILO = 1024


class Tile(NamedTuple):
    """A file in the grid; `picture` is the address of its thumbnail, empty for none that the screen may load."""

    file: Media
    name: str
    picture: str
    about: str


async def show(visit: Visit) -> Response:
    """The grid, as the filters want it."""
    return await _page(visit)


async def upload(visit: Visit) -> Response:
    """Add the files of the form, all or none; one that is refused is named."""

    async def take(file: UploadFile) -> dict[str, str]:
        uri, name = await visit.services.receiver.receive(read_pieces(file), OWNER.id), name_file(file)
        return {"file": uri, **({"filename": name} if name else {})}

    refused = (await add_files(visit, take)).refused
    return await _page(visit, refused, status=400) if refused else visit.redirect("/media", "uploaded")


async def collect(visit: Visit) -> Response:
    """Add the ticked files to a collection, or remove them from it; those that have changed since too."""
    ids = read_ticked(visit.form, PER_PAGE)
    chosen = find_collection(await list_collections(visit), visit.form.get("into", ""))
    if not ids or chosen is None or visit.form.get("action") not in VERBS:
        return await _page(visit, unfiled="Tick at least one file, and choose a collection.", status=400)
    done = await visit.perform(write_assignment(ids, chosen, visit.form))
    told = "saved" if done["items"] else "same"
    return visit.redirect("/media", told, **_read_query(visit.form), page=visit.form.get("page", "")[:9])


async def show_file(visit: Visit) -> Response:
    """One file, what is told of it, and where it is used."""
    return await _show(visit, await _find(visit))


async def save(visit: Visit) -> Response:
    """Change the texts that the form has; what others have changed since stays. From the grid back to the grid."""
    file = await _find(visit)
    changes = {**read_changes(visit.form, file), **read_focus(visit.form, file)}
    known = visit.form.get("revision", "") or file["revision"]
    try:
        if changes:
            await visit.perform({"id": file["id"], **changes, "expected_revision": known})
    except Problem as problem:
        return await _show(visit, file, problem, status=STATUS[problem.code])
    done = "saved" if changes else "same"
    if "grid" in visit.form:
        return visit.redirect("/media", done, **_read_query(visit.form), page=visit.form.get("page", "")[:9])
    return visit.redirect(f"/media/{file['id']}", done)


async def delete(visit: Visit) -> Response:
    """Delete for good: files have no trash."""
    await visit.perform({"id": (await _find(visit))["id"], "force": True})
    return visit.redirect("/media", "deleted")


def read_changes(form: Mapping[str, str], file: Mapping[str, Any]) -> dict[str, str]:
    """The texts that the form has otherwise; line ends, which browsers choose, are no difference."""
    stored = _take_texts(file)
    given = {name: form[name].replace("\r\n", "\n") for name in TEXTS if name in form}
    return {name: text for name, text in given.items() if text != stored[name].replace("\r\n", "\n")}


def _take_texts(file: Mapping[str, Any]) -> dict[str, str]:
    return {name: file[name] if name == "alt_text" else file[name]["raw"] for name in TEXTS}


async def _page(visit: Visit, refused: list[str] | None = None, *, unfiled: str = "", status: int = 200) -> Response:
    given = visit.form or visit.request.query_params
    collections = await list_collections(visit)
    query, page = _read_query(given, collections), read_page(given.get("page", ""))
    host = visit.services.operations.host
    listing = await host.media.find(_write_query(query, page))
    return visit.page(
        "media.html",
        "Media",
        status=status,
        tiles=[_make_tile(visit, file) for file in listing.items],
        total=tell_total(listing),
        query=query,
        number=page,
        newer=urlencode({**query, "page": page - 1}) if page > 1 else "",
        older=urlencode({**query, "page": page + 1}) if listing.goes_on or page < listing.pages else "",
        types=list(TYPES.items()),
        collections=[(str(each.id), each.words) for each in collections],
        box=BOX,
        unfiled=unfiled,
        can_upload=host.capabilities().offers("uploads"),
        refused=refused or [],
        faults={},
    )


async def _show(visit: Visit, file: Media, problem: Problem | None = None, *, status: int = 200) -> Response:
    named = {detail["path"] for detail in problem.details} if problem else set()
    stored = {**_take_texts(file), **take_focus(file), "revision": file["revision"]}
    return visit.page(
        "media_file.html",
        _name(file),
        status=status,
        tile=_make_tile(visit, file),
        picture=_load_from(visit, _choose_picture(file, WHOLE)),
        has_focus="focal_point" in file,
        values={**stored, **(visit.form if problem else {})},
        found=await visit.services.operations.host.media.find_uses(file["id"]),
        screens={slug: f"/content/{SECTIONS[each.kind]}" for slug, each in (await list_shown(visit)).items()},
        collections=[each.words for each in await _list_own(visit, file)],
        problem=problem,
        faults=dict(words for name, words in EXPECTED.items() if name in named),
    )


async def _list_own(visit: Visit, file: Media) -> list[Collection]:
    """The collections that a file is in."""
    own = file.get("collections", [])
    return [each for each in await list_collections(visit) if each.id in own] if own else []


def _make_tile(visit: Visit, file: Media) -> Tile:
    picture = _load_from(visit, _choose_picture(file, THUMBNAILS))
    return Tile(file, _name(file), picture, _describe(file, file.get("media_details", {})))


def _choose_picture(file: Media, names: Sequence[str]) -> str:
    """The address of an image in the first of these sizes that it has, or of itself; "" of what is no image."""
    sizes = file.get("media_details", {}).get("sizes") or {}
    sized = next((sizes[name]["source_url"] for name in names if "source_url" in sizes.get(name, {})), "")
    return (sized or file["source_url"]) if file["media_type"] == "image" else ""


def _load_from(visit: Visit, address: str) -> str:
    """Where the screen loads a picture from: the site, under whatever name the owner has called it; nowhere else."""
    parts = urlsplit(address)
    if parts[:2] != urlsplit(visit.services.operations.site_url)[:2]:
        return ""
    return address if visit.services.operations.host.url else parts.path


def _describe(file: Media, details: Mapping[str, Any]) -> str:
    """Such as "image/png, 800 × 600, 12 KB"."""
    measured = f"{details['width']} × {details['height']}" if details.get("width") and details.get("height") else ""
    weight = f"{-(-int(details['filesize']) // KILO):,} KB" if details.get("filesize") else ""
    return ", ".join(filter(None, (file["mime_type"], measured, weight)))


def _name(file: Media) -> str:
    return file["title"].get("raw", "").strip() or file["slug"] or f"File {file['id']}"


def _read_query(given: Mapping[str, str], collections: Sequence[Collection] | None = None) -> dict[str, str]:
    """The filters in an address or a form; what they cannot be is left out, as is a collection that is not there."""
    search, media_type = given.get("search", "").strip()[:MAX_SEARCH], given.get("media_type", "")
    wanted = given.get("collection", "")[:MAX_NAME]
    known = collections is None or find_collection(collections, wanted)
    chosen = {"search": search, "media_type": media_type if media_type in TYPES else ""}
    chosen["collection"] = wanted if known else ""
    return {name: value for name, value in chosen.items() if value}


def _write_query(query: Mapping[str, str], page: int) -> MediaQuery:
    """The list that these filters want."""
    collections = [int(query["collection"])] if "collection" in query else []
    filters = {name: value for name, value in query.items() if name != "collection"}
    shown = {"page": page, "per_page": PER_PAGE, "context": "edit"}
    return MediaQuery.model_validate({**filters, **shown, "collections": collections})


async def _find(visit: Visit) -> Media:
    """The file that the address names. Raises Problem(not_found)."""
    return await visit.services.operations.host.media.get(visit.read_id("media_id", "file"), "edit")


SCREEN = Screen(
    "Media",
    "/media",
    (
        shows("/media", show),
        does("/media", upload, "create_media"),
        does("/media/collections", collect, "assign_terms"),
        shows("/media/{media_id:int}", show_file),
        does("/media/{media_id:int}", save, "update_media"),
        does("/media/{media_id:int}/delete", delete, "delete_media"),
    ),
)
