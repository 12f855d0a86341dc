"""Elementor's templates below the screen Design: a file comes in, and each goes out as one."""

from collections.abc import Sequence
from urllib.parse import quote

from starlette.responses import Response

from sitehand.admin.number import read_page
from sitehand.admin.screen import does, shows
from sitehand.admin.visit import Visit
from sitehand.errors import Problem
from sitehand.site.content import Listing
from sitehand.site.elementor_templates import ElementorTemplate, TemplateQuery

PATH = "/design/templates"
PER_PAGE = 50
MAX_FILE = 8 * 1024 * 1024
"""Bytes of a template file."""


async def show(visit: Visit) -> Response:
    """The templates, newest first."""
    return await _page(visit)


async def add(visit: Visit) -> Response:
    """Add the template files of the form, one after the other; one that is refused is named, and the others stay."""
    refused = [] if visit.files else ["Choose a file first."]
    for file in visit.files:
        try:
            text = (await file.read(MAX_FILE + 1)).decode("utf-8-sig", errors="replace")
            await visit.perform({"file": text})
        except Problem as problem:
            refused.append(f"{(file.filename or '')[:200]}: {problem.message} {problem.hint}".strip())
    return await _page(visit, refused, status=400) if refused else visit.redirect(PATH, "uploaded")


async def export(visit: Visit) -> Response:
    """A template as a file. Raises Problem(not_found)."""
    number = visit.request.path_params["template_id"]
    shown = await visit.perform({"id": number, "detail": "file", "budget": MAX_FILE})
    name = quote(f"{shown['title'].strip()}.json", safe="")
    headers = {"Content-Disposition": f"attachment; filename=\"template-{number}.json\"; filename*=UTF-8''{name}"}
    return Response(shown["file"].encode(errors="replace"), media_type="application/json", headers=headers)


async def _page(visit: Visit, refused: Sequence[str] = (), *, status: int = 200) -> Response:
    store = visit.services.operations.host.elementor_templates
    query = TemplateQuery(page=read_page(visit.request.query_params.get("page", "")), per_page=PER_PAGE)
    found: Listing[ElementorTemplate] | None = await store.find(query) if store is not None else None
    return visit.page(
        "elementor_templates.html",
        "Elementor templates",
        status=status,
        refused=refused,
        templates=found.items if found else (),
        more=query.page + 1 if found and query.offset + PER_PAGE < found.total else 0,
        lacking="" if found else visit.services.operations.host.capabilities().explain("elementor_templates"),
    )


VIEWS = (
    shows(PATH, show),
    does(PATH, add, "create_elementor_template"),
    shows(f"{PATH}/{{template_id:int}}", export, "get_elementor_template"),
)
