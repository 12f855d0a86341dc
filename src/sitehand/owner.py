"""The owner on the command line: operations as the gate runs them, whether a service runs beside the command or not."""

import asyncio
from collections.abc import Mapping
from typing import Any

from sitehand import __version__
from sitehand.app import connect
from sitehand.beside import make_permits, make_runner
from sitehand.doors.routes import RouteTable
from sitehand.guard.attribution import Attribution, Origin
from sitehand.guard.call import in_call
from sitehand.guard.gate import OWNER
from sitehand.guard.request_ids import make_request_id
from sitehand.operation.context import Report, no_report
from sitehand.parts import Parts

LOOK_SECONDS = 0.2
"""Seconds between two looks at how far a job is."""
COMMAND_LINE = Origin("cli", f"sitehand/{__version__}")


async def perform(
    parts: Parts, name: str, arguments: Mapping[str, object] | None = None, *, report: Report = no_report
) -> Any:
    """The result of an operation that the owner runs. Raises Problem, as the gate does."""
    gate, _ = connect(parts, RouteTable(parts.catalog))
    with in_call(origin=COMMAND_LINE, request_id=make_request_id()):
        return await gate.perform(OWNER, parts.catalog.get_for_owner(name), dict(arguments or {}), report=report)


async def finish_job(parts: Parts, job_id: int | None, report: Report) -> list[str]:
    """Run a job to its end, here or watching whoever has it; the lines of its report."""
    if job_id is None:
        return []
    gate, services = connect(parts, RouteTable(parts.catalog))
    runner = make_runner(parts, make_permits(parts, gate))
    while (job := await services.jobs.get(job_id, None))["state"] in ("pending", "running"):
        task = asyncio.create_task(runner.serve_one(job["kind"], job_id))
        while not (await asyncio.wait([task], timeout=LOOK_SECONDS))[0]:
            job = await services.jobs.get(job_id, None)
            await report(job["done"], job["total"], job["message"])
        await task
        await asyncio.sleep(LOOK_SECONDS)
    await report(job["done"], job["total"], job["message"])
    return [*job["report"], *([job["error"]] if job["error"] else [])]


def attribute_command(command: str, **arguments: object) -> Attribution:
    """What a command writes without an operation, such as a whole backup or the demo's content."""
    return Attribution(OWNER.id, OWNER.label, OWNER.role, command, COMMAND_LINE, arguments, make_request_id())
