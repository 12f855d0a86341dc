"""The files of a form: all of them are added, with one entry in the journal, or none is."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from starlette.datastructures import UploadFile

from sitehand.admin.visit import Visit
from sitehand.errors import Detail, Problem

MAX_NAME = 200
MAX_TOLD = 3
"""Details of a refusal that are shown."""
NONE_ADDED = "None of the files was added."
Take = Callable[[UploadFile], Awaitable[Mapping[str, Any]]]
"""Makes of a file the arguments of the operation that adds it. Raises Problem."""


class Added(NamedTuple):
    """What was made, each with the name of its file; or why nothing was."""

    made: list[tuple[str, Mapping[str, Any]]]
    refused: list[str]


async def add_files(visit: Visit, take: Take) -> Added:
    """Add the files of the form by the operation of this address. Files that are refused are named.

    Raises Problem for one that is about no file.
    """
    names, taken, refused = [name_file(file) for file in visit.files], [], []
    for file in visit.files:
        try:
            taken.append(await take(file))
        except Problem as problem:
            refused.append(f"{name_file(file)}: {_explain(problem)}")
    if refused or not names:
        return Added([], _close(refused, names) or ["Choose a file first."])
    try:
        made = await visit.perform_all(taken)
    except Problem as problem:
        return Added([], _close([_name_part(names, problem)], names))
    return Added(list(zip(names, made, strict=True)), [])


def name_file(file: UploadFile) -> str:
    """What the browser calls a file."""
    return (file.filename or "")[:MAX_NAME]


def _close(refused: list[str], names: list[str]) -> list[str]:
    return [*refused, NONE_ADDED] if len(names) > 1 else refused


def _name_part(names: list[str], problem: Problem) -> str:
    """Why a file was refused. Raises the problem when it is about none of several."""
    if len(names) == 1:
        return f"{names[0]}: {_explain(problem)}"
    if "part" not in problem.extra:
        raise problem
    told = problem.extra["problem"]
    part = Problem(problem.code, told["message"], hint=told["data"]["hint"], details=told["data"]["details"])
    return f"{names[problem.extra['part']]}: {_explain(part)}"


def _explain(problem: Problem) -> str:
    """A refusal in one line, with the first places that it is about."""
    return " ".join(filter(None, [problem.message, *map(_tell, problem.details[:MAX_TOLD]), problem.hint]))


def _tell(detail: Detail) -> str:
    return f"{detail['path']}: {detail['expected']}, not {detail['got']}."
