"""Operations on instances of components in a document."""

from sitehand.operation.context import Context
from sitehand.operations.elementor.arguments import ComponentPlace, OneElement
from sitehand.operations.elementor.editing import EditedItem, writes_document
from sitehand.operations.elementor.element_edits import edit_elements

PLACE_COMPONENT = edit_elements("place_elementor_component")


@writes_document(
    "POST /items/{id}/elementor/component",
    needs="elementor_components",
    destructive=True,
    example={"component": "Card", "at": {"last_in": "1a2b3c4"}, "values": {"Title": "Hello"}},
    prepare=PLACE_COMPONENT.prepare,
)
async def place_elementor_component(ctx: Context, place: ComponentPlace) -> EditedItem:
    """Place an instance of a component, or change the values of one."""
    return await PLACE_COMPONENT.run(ctx, place)


DETACH_COMPONENT = edit_elements("detach_elementor_component")


@writes_document(
    "POST /items/{id}/elementor/elements/{element}/detach",
    needs="elementor_components",
    destructive=True,
    prepare=DETACH_COMPONENT.prepare,
)
async def detach_elementor_component(ctx: Context, instance: OneElement) -> EditedItem:
    """Replace an instance with a copy of its component's element."""
    return await DETACH_COMPONENT.run(ctx, instance)
