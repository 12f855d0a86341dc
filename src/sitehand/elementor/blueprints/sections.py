"""How each section is made of its content."""

from sitehand.elementor.blueprints import content as said
from sitehand.elementor.blueprints.parts import (
    QUIET,
    Part,
    box,
    button,
    card,
    center,
    gap,
    grid,
    head,
    heading,
    image,
    media,
    paragraphs,
    section,
    sides,
    text,
    widget,
)

ROW = {"flex_direction": "row", "flex_wrap": "wrap"}
GROUND = {"background_background": "classic", "background_color": QUIET}


def make_hero(content: said.Hero) -> Part:
    """Words on one side and a picture on the other; without one, words in the middle."""
    align = "start" if content.image else "center"
    words = [heading(content.title, "h1", align=align, size="xl")]
    words += [text(content.text, align=align)] if content.text else []
    place = "flex-start" if content.image else "center"
    buttons = [button(action) for action in content.actions]
    words += [box(buttons, **ROW, flex_justify_content=place)] if buttons else []
    if content.image:
        half = {"width": {"unit": "%", "size": 50}, "width_mobile": {"unit": "%", "size": 100}}
        columns = [box(words, **half, flex_justify_content="center"), box([image(content.image)], **half)]
        row = {"flex_direction": "row", "flex_direction_mobile": "column", "flex_align_items": "center"}
        return section([box(columns, **row, flex_gap=gap(48))], **GROUND)
    return section([box(words, **center())], **GROUND)


def make_features(content: said.Features) -> Part:
    """An icon, a title and a text for each, side by side."""
    return section([*head(content), grid([_draw_feature(each) for each in content.items])])


def _draw_feature(feature: said.Feature) -> Part:
    icon = {"value": f"fas fa-{feature.icon}", "library": "fa-solid"}
    given = {"title_text": feature.title, "description_text": feature.text, "title_size": "h3"}
    return widget("icon-box", selected_icon=icon, icon_size={"unit": "px", "size": 36}, **given)


def make_call_to_action(content: said.CallToAction) -> Part:
    """A title, a text and a button, on a ground of the site's second colour."""
    white = {"color": "#ffffff"}
    parts = [heading(content.title, align="center", title_color=white["color"])]
    parts += [text(content.text, align="center", text_color=white["color"])] if content.text else []
    parts.append(button(content.action, align="center", button_text_color="#1d2327", background_color="#ffffff"))
    ground = {"background_background": "classic", "__globals__": {"background_color": "globals/colors?id=secondary"}}
    return section([box(parts, **center())], **ground)


def make_pricing(content: said.Pricing) -> Part:
    """Plans side by side, each with what it holds."""
    return section([*head(content), grid([_draw_plan(plan) for plan in content.plans], 4)], **GROUND)


def _draw_plan(plan: said.Plan) -> Part:
    price = f"{plan.price} {plan.period}".strip()
    parts = [heading(plan.name, "h3", align="center"), heading(price, "p", align="center", size="large")]
    check = {"value": "fas fa-check", "library": "fa-solid"}
    rows = [{"text": feature, "selected_icon": check} for feature in plan.features]
    parts += [widget("icon-list", icon_list=rows)] if rows else []
    parts += [button(plan.action, align="center")] if plan.action else []
    return card(parts, flex_gap=gap(20))


def make_questions(content: said.Questions) -> Part:
    """Questions that open, one at a time."""
    rows = [{"tab_title": each.question, "tab_content": paragraphs(each.answer)} for each in content.items]
    return section([*head(content), box([widget("accordion", tabs=rows, title_html_tag="h3")], **center())])


def make_testimonials(content: said.Testimonials) -> Part:
    """Words of people, side by side."""
    return section([*head(content), grid([card([_draw_testimonial(each)]) for each in content.items])], **GROUND)


def _draw_testimonial(each: said.Testimonial) -> Part:
    return widget(
        "testimonial",
        testimonial_content=each.text,
        testimonial_name=each.name,
        testimonial_job=each.role,
        testimonial_image=media(each.image),
        testimonial_alignment="start",
    )


def make_gallery(content: said.Images) -> Part:
    """Pictures in columns."""
    return section([*head(content), grid([image(each) for each in content.images], 4)])


def make_logos(content: said.Images) -> Part:
    """Small pictures in a row."""
    small = {"width": {"unit": "px", "size": 140}, "align": "center"}
    row = box([image(each, **small) for each in content.images], **ROW, flex_justify_content="center")
    return section([*head(content), row], padding=sides(48, 20))


def make_contact(content: said.Contact) -> Part:
    """Ways to get in touch, each a link."""
    ways = (
        ("envelope", content.email, f"mailto:{content.email}"),
        ("phone", content.phone, f"tel:{''.join(content.phone.split())}"),
        ("map-marker-alt", content.address, ""),
    )
    rows = [
        {"text": words, "selected_icon": {"value": f"fas fa-{icon}", "library": "fa-solid"}, "link": {"url": address}}
        for icon, words, address in ways
        if words
    ]
    parts = [widget("icon-list", icon_list=rows, icon_align="center")] if rows else []
    parts += [button(content.action, align="center")] if content.action else []
    return section([*head(content), box(parts, **center())], **GROUND)


def make_statistics(content: said.Statistics) -> Part:
    """Numbers side by side."""
    return section([*head(content), grid([_draw_statistic(each) for each in content.items], 4)])


def _draw_statistic(each: said.Statistic) -> Part:
    number = int(each.number) if each.number.is_integer() else each.number
    return widget("counter", ending_number=number, prefix=each.prefix, suffix=each.suffix, title=each.label)


def make_team(content: said.Team) -> Part:
    """People side by side, each with a picture."""
    return section([*head(content), grid([_draw_person(each) for each in content.people], 4)])


def _draw_person(person: said.Person) -> Part:
    parts = [image(person.image)] if person.image else []
    parts.append(heading(person.name, "h3", align="center"))
    parts += [text(words, align="center") for words in (person.role, person.text) if words]
    return box(parts)


def make_steps(content: said.Steps) -> Part:
    """Steps by their numbers, side by side."""
    steps = [_draw_step(number, step) for number, step in enumerate(content.steps, 1)]
    return section([*head(content), grid(steps, 4)], **GROUND)


def _draw_step(number: int, step: said.Step) -> Part:
    parts = [heading(str(number), "div", size="xl"), heading(step.title, "h3")]
    return card([*parts, text(step.text)] if step.text else parts)
