"""A request to a screen, after the guard has let it in: what views are called with."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sitehand import __version__
from sitehand.admin.code import mark_code
from sitehand.admin.services import AdminServices
from sitehand.admin.session import Session
from sitehand.errors import Code, Problem, not_found
from sitehand.guard.gate import OWNER
from sitehand.operation.declaration import Operation
from sitehand.operation.write import Interim
from sitehand.site.kind import Kinds
from sitehand.site.values import MAX_ID

TEMPLATES = Environment(
    loader=PackageLoader("sitehand.admin"),
    autoescape=select_autoescape(),
    undefined=StrictUndefined,
    auto_reload=False,
    trim_blocks=True,
    lstrip_blocks=True,
)
TEMPLATES.filters["mark_code"] = mark_code
NOTICES: Mapping[str, str] = {
    "revoked": "Key revoked.",
    "reset": "Counters reset.",
    "limits": "Limits saved.",
    "settings": "Settings saved.",
    "password": "Password changed. All other sessions are signed out.",
    "undone": "Change undone.",
    "enrolled": "Site enrolled. Assistants can now sign in.",
    "answers": "The broker works.",
    "connected": "Connected. Sitehand works on this WordPress now.",
    "declined": "You did not allow it in WordPress. Nothing was changed.",
    "disconnected": "Site disconnected. Access tokens no longer work. API keys still work.",
    "again": "You already submitted this form. Nothing was done twice.",
    "approved": "Approved. The change is made.",
    "rejected": "Rejected. Nothing was changed.",
    "policy": "Approval rules saved.",
    "full": "There are too many approval rules. Remove one first. Nothing was changed.",
    "blocks": "Block rules saved.",
    "blocks_full": "There are too many block rules. Remove one first. Nothing was changed.",
    "abilities": "Open abilities saved.",
    "abilities_full": "There are too many rules. Close one first. Nothing was changed.",
    "tools": "Tools saved.",
    "paused": "All writes are paused.",
    "resumed": "Writes resumed.",
    "saved": "Saved.",
    "same": "There was nothing to change.",
    "publish": "Published.",
    "schedule": "Scheduled. It is published at its date.",
    "schedule_some": "Published. Items with a later date are scheduled for it.",
    "unpublish": "No longer published. Visitors do not see it.",
    "trash": "Moved to the trash.",
    "restore": "Restored from the trash, as a draft.",
    "restored": "Restored as it was.",
    "uploaded": "Uploaded.",
    "deleted": "Deleted.",
    "audit": "Audit started.",
    "auditing": "An audit is already running.",
    "fixed": "Fixed. The next audit removes it from the list.",
}
"""What a screen says after a redirect, by the name in the address."""


@dataclass(frozen=True, slots=True)
class Visit:
    """One request by somebody with a session. `form` is empty unless the request is a POST with a right token.

    `files` are those that came with the form. `operation` is the one with which the address does what it does, None
    for one that only shows.
    """

    request: Request
    services: AdminServices
    session: Session
    form: Mapping[str, str]
    navigation: tuple[tuple[str, str], ...]
    operation: Operation | None = None
    files: Sequence[UploadFile] = ()

    async def perform(self, arguments: Mapping[str, Any]) -> Any:
        """Run the operation of this address in the owner's name, as the gate runs every call. Raises Problem."""
        result = await self.services.gate.perform(OWNER, self._require_operation(), dict(arguments))
        return result.body if isinstance(result, Interim) else result

    async def perform_all(self, every: Sequence[Mapping[str, Any]]) -> list[Any]:
        """Run the operation of this address once with each of these arguments: all with one entry, or none.

        Raises Problem; where one of several is refused, `extra` has its number as `part` and why as `problem`.
        """
        if len(every) == 1:
            return [await self.perform(every[0])]
        wanted, batch = self._require_operation(), self.services.gate.catalog.get_for_owner("batch")
        parts = [{"method": wanted.methods[0], "path": wanted.path, "body": dict(each)} for each in every]
        result = await self.services.gate.perform(OWNER, batch, {"requests": parts, "mode": "atomic"})
        return [each["body"] for each in result["responses"]]

    def find_faults(self, arguments: Mapping[str, Any]) -> frozenset[str]:
        """Names of the arguments that the operation would refuse, before it runs."""
        try:
            self.services.gate.check(OWNER, self._require_operation(), dict(arguments))
        except Problem as problem:
            return name_faults(problem)
        return frozenset()

    def _require_operation(self) -> Operation:
        if self.operation is None:
            raise RuntimeError(f"No operation stands behind {self.request.url.path}")
        return self.operation

    def read_id(self, name: str, noun: str) -> int:
        """The id that the address names. Raises Problem(not_found) for a number that no object has."""
        wanted = int(self.request.path_params[name])
        if not 0 < wanted <= MAX_ID:
            raise not_found(noun, wanted, "")
        return wanted

    @property
    def root(self) -> str:
        """The path that the screens are mounted under."""
        return str(self.request.scope.get("root_path", ""))

    @property
    def kinds(self) -> Kinds:
        """The kinds of objects that the site has."""
        return self.services.operations.host.kinds

    def _is_paused(self) -> bool:
        """Whether all writes are paused. While nobody can tell, the screens stay open: each says what it cannot do."""
        try:
            return self.services.choices.choice().paused
        except Problem:
            return False

    def page(self, template: str, title: str, *, status: int = 200, **values: Any) -> Response:
        """The rendered template."""
        html = TEMPLATES.get_template(template).render(
            title=title,
            root=self.root,
            csrf=self.session.csrf,
            logged_in=self.session.logged_in,
            paused=self.session.logged_in and self._is_paused(),
            navigation=self.navigation,
            here=self.request.url.path.removeprefix(self.root),
            notice=NOTICES.get(self.request.query_params.get("done", ""), ""),
            version=__version__,
            **values,
        )
        return HTMLResponse(html, status)

    def redirect(self, path: str, done: str = "", **query: str) -> Response:
        """On to another screen, with a notice there. What is empty of the query is left out."""
        given = {name: value for name, value in {**query, "done": done}.items() if value}
        return RedirectResponse(f"{self.root}{path}{f'?{urlencode(given)}' if given else ''}", 303)


def name_faults(problem: Problem) -> frozenset[str]:
    """Names of the arguments that a refusal speaks of. Raises the problem when it speaks of none."""
    names = frozenset(detail["path"].partition("[")[0].partition(".")[0] for detail in problem.details)
    if problem.code is not Code.INVALID_ARGUMENTS or not names:
        raise problem
    return names


def name_refusal(status: int) -> str:
    """The title of a refusal with that HTTP status."""
    return "Not found" if status == HTTPStatus.NOT_FOUND else "Not done"


def plain_page(request: Request, status: int, message: str, headers: Mapping[str, str] | None = None) -> Response:
    """A refusal to somebody who may not be logged in: no navigation, no form."""
    html = TEMPLATES.get_template("message.html").render(
        title=name_refusal(status),
        root=request.scope.get("root_path", ""),
        logged_in=False,
        paused=False,
        navigation=(),
        here="",
        notice="",
        message=message,
        version=__version__,
    )
    return HTMLResponse(html, status, headers)


View = Callable[[Visit], Awaitable[Response]]
