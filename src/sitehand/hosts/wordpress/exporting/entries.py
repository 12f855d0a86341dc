"""What WordPress's REST API shows of an item, a file or an entry of a menu, in the words of an export."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sitehand.hosts.wordpress.custom_types import CustomType
from sitehand.hosts.wordpress.elementor_fields import SETTINGS
from sitehand.hosts.wordpress.exporting.custom_fields import Registered, read_values
from sitehand.hosts.wordpress.exporting.seo import read_seo
from sitehand.hosts.wordpress.note_resource import DID
from sitehand.hosts.wordpress.resources import Json
from sitehand.hosts.wordpress.states import read_moment
from sitehand.site.content import UNNAMED_STATUSES
from sitehand.site.export import Absent, Comment, Entry, ExportedTerm
from sitehand.site.terms import FORMAT
from sitehand.site.values import MAX_ID

TEXTS = ("title", "content", "excerpt")
SHOWN = (
    "id,type,status,slug,link,date_gmt,modified_gmt,parent,menu_order,author,featured_media,sticky,password,template,"
    "format,meta,title.raw,content.raw,excerpt.raw"
)
FILE = "id,status,slug,link,date_gmt,modified_gmt,author,post,source_url,alt_text,meta,title.raw,caption,description"
MENU_ITEM = (
    "id,title.raw,status,url,attr_title,description,type,object,object_id,parent,menu_order,target,classes,xfn,menus"
)
COMMENT = "id,post,parent,status,type,author_name,author_url,date_gmt,content,meta"
STATUSES = {"approved": "1", "hold": "0"}
"""What an export calls the status of a comment otherwise."""
EMPTY = (None, "", 0, False)


class Known(NamedTuple):
    """What items refer to: logins of authors, terms and comments, each by an id; those of comments are of their item.

    `fields` are the custom fields of each type by their names; `absent` takes what of an item cannot be told.
    """

    logins: Mapping[int, str]
    terms: Mapping[int, ExportedTerm]
    comments: Mapping[int, Sequence[Comment]]
    fields: Mapping[str, Mapping[str, Registered]]
    absent: list[Absent]


def read_item(value: Json, of: CustomType, known: Known) -> Entry:
    """An item of any type of content. Where nobody has set the date of a draft, it moves with every change."""
    seo, meta = read_seo(value, known.absent)
    fields = read_values(meta, known.fields.get(value["type"], {}))
    meta = {key: each for key, each in meta.items() if key not in fields}
    drafted = value["status"] in UNNAMED_STATUSES and value["date_gmt"] == value["modified_gmt"]
    return _make_entry(
        value,
        **{name: value[name]["raw"] for name in TEXTS if name in value},
        type=value["type"],
        parent=value.get("parent", 0),
        menu_order=value.get("menu_order", 0),
        date="" if drafted else read_moment(value["date_gmt"] or ""),
        creator=known.logins.get(value.get("author", 0), ""),
        sticky=value.get("sticky", False),
        password=value.get("password", ""),
        terms=_list_terms(value, of, known.terms),
        meta={**_write_meta(meta), **_write_own(value)},
        comments=known.comments.get(value["id"], ()),
        seo=seo,
        fields=fields,
    )


def read_file(value: Json, of: CustomType, known: Known) -> Entry:
    """A file, as the attachment that WordPress keeps of it."""
    return _make_entry(
        value,
        type="attachment",
        title=value["title"]["raw"],
        content=value["description"]["raw"],
        excerpt=value["caption"]["raw"],
        parent=value["post"] or 0,
        creator=known.logins.get(value["author"], ""),
        attachment_url=value["source_url"],
        terms=_list_terms(value, of, known.terms),
        meta={"_wp_attachment_image_alt": value["alt_text"], **_write_meta(dict(value.get("meta") or {}))},
        comments=known.comments.get(value["id"], ()),
    )


def read_menu_item(value: Json, menus: Mapping[int, ExportedTerm]) -> Entry:
    """An entry of a menu, with its target where an export has it: in custom fields."""
    named = {
        **{"type": value["type"], "object": value["object"], "object_id": value["object_id"], "url": value["url"]},
        **{"menu_item_parent": value["parent"], "target": value["target"]},
        **{"classes": " ".join(value["classes"]).strip(), "xfn": " ".join(value["xfn"]).strip()},
    }
    menu = menus.get(value["menus"])
    return _make_entry(
        {"slug": "", "link": "", "date_gmt": "", "modified_gmt": "", **value},
        type="nav_menu_item",
        title=value["title"]["raw"],
        content=value["description"],
        excerpt=value["attr_title"],
        menu_order=value["menu_order"],
        terms=[menu] if menu else [],
        meta={f"_menu_item_{name}": str(each) for name, each in named.items()},
    )


def read_comment(value: Json) -> Comment:
    """A comment, without its author's addresses."""
    return Comment(
        source_id=value["id"],
        parent=value["parent"],
        status=str(STATUSES.get(value["status"], value["status"])),
        type=value["type"],
        author_name=value["author_name"],
        author_url=value["author_url"],
        date=read_moment(value["date_gmt"] or ""),
        content=value["content"]["raw"],
        did=str(dict(value.get("meta") or {}).get(DID) or ""),
    )


def _make_entry(value: Json, **fields: Any) -> Entry:
    """An entry, with what most of them have."""
    known: dict[str, Any] = {
        **{"line": 0, "source_id": value["id"], "status": value["status"], "slug": value["slug"]},
        **{"link": value["link"], "date": read_moment(value["date_gmt"] or ""), "local_date": False},
        **{"modified": read_moment(value["modified_gmt"] or ""), "title": "", "content": "", "excerpt": ""},
        **{"parent": 0, "menu_order": 0, "creator": "", "sticky": False, "password": "", "attachment_url": ""},
        **{"terms": [], "meta": {}, "comments": []},
    }
    entry = Entry(**{**known, **fields})
    if max(entry.parent, abs(entry.menu_order)) > MAX_ID:
        raise ValueError(f"a number of {entry.label} is too large")
    return entry


def _list_terms(value: Json, of: CustomType, terms: Mapping[int, ExportedTerm]) -> list[ExportedTerm]:
    found = [terms[each] for field in of.taxonomies.values() for each in value.get(field) or () if each in terms]
    form = value.get("format") or "standard"
    return found if form == "standard" else [*found, ExportedTerm(FORMAT, f"post-format-{form}", form.capitalize())]


def _write_own(value: Json) -> dict[str, str]:
    """What an export has as custom fields, and the REST API as fields."""
    own = {"_thumbnail_id": value.get("featured_media"), "_wp_page_template": value.get("template")}
    return {key: str(each) for key, each in own.items() if each not in EMPTY}


def _write_meta(meta: Mapping[str, Any]) -> dict[str, str]:
    """Custom fields that have a value, as text; the page settings of Elementor as JSON."""
    kept = {key: each for key, each in meta.items() if each not in (*EMPTY, [], {})}
    return {key: json.dumps(each) if key == f"_{SETTINGS}" else str(each) for key, each in kept.items()}
