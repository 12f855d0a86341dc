"""Elementor's templates below the screen Design: a file comes in, and each goes out as one."""

from collections.abc import Sequence
from urllib.parse import quote

from starlette.datastructures import UploadFile
from starlette.responses import Response

from sitehand.admin.files import add_files
from sitehand.admin.number import read_page
from sitehand.admin.screen import does, shows
from sitehand.admin.visit import Visit
from sitehand.elementor.template_file import MAX_FILE, read_file_text
from sitehand.operation.prepared_edits import MAX_KEPT
from sitehand.site.content import Listing
from sitehand.site.elementor_templates import ElementorTemplate, TemplateQuery

PATH = "/design/templates"
PER_PAGE = 50
TOO_LARGE = f"Several files may have {MAX_KEPT:,} bytes together. Import fewer at a time. None was imported."


async def show(visit: Visit) -> Response:
    """The templates, newest first."""
    return await _page(visit)


async def add(visit: Visit) -> Response:
    """Add the template files of the form, all or none; one that is refused is named."""
    if len(visit.files) > 1 and sum(file.size or 0 for file in visit.files) > MAX_KEPT:
        return await _page(visit, [TOO_LARGE], status=400)
    made, refused = await add_files(visit, _take)
    told = [f"{name}: {each['message']}" for name, answer in made for each in answer.get("notices", ())]
    if refused or told:
        return await _page(visit, refused, told, status=400 if refused else 200)
    return visit.redirect(PATH, "uploaded")


async def export(visit: Visit) -> Response:
    """A template as a file. Raises Problem(not_found)."""
    number = visit.request.path_params["template_id"]
    shown = await visit.perform({"id": number, "detail": "file", "budget": MAX_FILE})
    name = quote(f"{shown['title'].strip()}.json", safe="")
    headers = {"Content-Disposition": f"attachment; filename=\"template-{number}.json\"; filename*=UTF-8''{name}"}
    return Response(shown["file"].encode(errors="replace"), media_type="application/json", headers=headers)


async def _take(file: UploadFile) -> dict[str, str]:
    return {"file": read_file_text(await file.read(MAX_FILE + 1))}


async def _page(visit: Visit, refused: Sequence[str] = (), told: Sequence[str] = (), *, status: int = 200) -> Response:
    host = visit.services.operations.host
    offered = host.capabilities().offers("elementor_templates")
    store = host.elementor_templates if offered else None
    query = TemplateQuery(page=read_page(visit.request.query_params.get("page", "")), per_page=PER_PAGE)
    found: Listing[ElementorTemplate] | None = await store.find(query) if store is not None else None
    return visit.page(
        "elementor_templates.html",
        "Elementor templates",
        status=status,
        refused=refused,
        told=told,
        templates=found.items if found else (),
        more=query.page + 1 if found and query.offset + PER_PAGE < found.total else 0,
        lacking="" if found else host.capabilities().explain("elementor_templates"),
    )


VIEWS = (
    shows(PATH, show),
    does(PATH, add, "create_elementor_template"),
    shows(f"{PATH}/{{template_id:int}}", export, "get_elementor_template"),
)
