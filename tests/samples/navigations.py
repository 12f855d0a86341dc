"""Samples of operations on navigations. Each is about one with a link, or about a page that shows it."""

from hypothesis import strategies as st

from tests.samples.sample import ALWAYS, WRONG_IDS, Example, Fresh, Sample, Step, Write, alter, draw_ids

CATEGORY = "site"
LINK = '<!-- wp:navigation-link {"label":"Home","url":"/","kind":"custom"} /-->'
NEW = {"name": "core/navigation-link", "attributes": {"label": "About us", "url": "/about/"}}
SUBMENU = {"name": "core/navigation-submenu", "attributes": {"label": "More", "url": "/more/"}, "inner": [NEW]}
FRESH = {
    "navigation": Fresh(Step("POST", "/navigations", {"title": "Fresh navigation", "markup": LINK})),
    "navigated": Fresh(
        Step("POST", "/pages", {"title": "Navigated", "content": '<!-- wp:navigation {"ref":{id}} /-->'}),
        of="navigation",
        found=lambda body: {"page": body["id"]},
    ),
}
ALTERED = "title = title || 'x'"
NEWER = Step("PATCH", "/navigations/{id}", {"title": "Newer"})
DISTURB = Step("PATCH", "/navigations/{id}", {"title": "Disturbed"})
SAMPLES = {
    "list_navigations": Sample(
        [
            Example({"search": "fresh"}, fresh="navigation"),
            Example({"status": ["draft", "trash"], "per_page": 2}),
            Example({"status": ["lost"]}, "invalid_arguments"),
        ]
    ),
    "get_navigation": Sample(
        [
            Example({"id": "{id}"}, fresh="navigation"),
            Example({"id": "{id}", "context": "edit"}, fresh="navigation"),
            Example({"id": "{id}"}, "not_found", fresh="pattern"),
            *WRONG_IDS,
        ]
    ),
    "create_navigation": Sample(
        [
            Example({"title": "Plain", "blocks": [NEW, SUBMENU]}),
            Example({"title": "Draft", "markup": LINK, "status": "draft"}),
            Example({"title": "x", "blocks": [{"name": "core/paragraph", "text": "x"}]}, "invalid_arguments"),
            Example({"title": "x", "markup": "<p>x</p>"}, "invalid_arguments"),
            Example({"title": "x"}, "invalid_arguments"),
            Example({"markup": LINK}, "invalid_arguments"),
        ],
        [
            Write(
                {"title": "New navigation", "markup": LINK},
                other={"title": "Other", "blocks": [NEW]},
                idle=ALWAYS,
                newer=NEWER,
                sabotage={"builtin": alter("INSERT", "items", ALTERED)},
            )
        ],
        drawn=st.fixed_dictionaries({"title": st.sampled_from(["One", "Two"]), "markup": st.just(LINK)}),
        predictable=False,
    ),
    "update_navigation": Sample(
        [
            Example({"id": "{id}", "title": "Other", "status": "draft"}, fresh="navigation"),
            Example({"id": "{id}"}, fresh="navigation"),
            Example({"id": "{id}", "status": "private"}, "invalid_arguments", fresh="navigation"),
            *WRONG_IDS,
        ],
        [
            Write(
                {"id": "{id}", "title": "Changed"},
                other={"id": "{id}", "title": "Changed otherwise"},
                idle={"id": "{id}", "status": "publish"},
                newer=NEWER,
                sabotage={"builtin": alter("UPDATE", "items", ALTERED)},
                fresh="navigation",
                disturb=DISTURB,
                disturbed=("title",),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("page"), "title": st.sampled_from(["One", "Two"])}),
    ),
    "delete_navigation": Sample(
        [
            Example({"id": "{id}"}, fresh="navigation"),
            Example({"id": "{id}", "force": True}, fresh="navigation"),
            Example({"id": "{id}"}, "conflict", fresh="navigated"),
            *WRONG_IDS,
        ],
        [
            Write(
                {"id": "{id}"},
                other={"id": "{id}", "force": True},
                idle="A navigation that is in the trash is not trashed again: conflict.",
                newer=Step("POST", "/trash/{id}/restore", {"status": "draft"}),
                sabotage={"builtin": alter("UPDATE", "items", ALTERED)},
                fresh="navigation",
                disturb=DISTURB,
                disturbed=("title",),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("page"), "force": st.booleans()}),
    ),
}
