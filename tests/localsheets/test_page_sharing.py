"""Sharing on the page: by the same permissions of the Drive API that programs set, and by the same rules."""

from __future__ import annotations

import pytest

from tests.localsheets.browser_page import World, expect

pytestmark = pytest.mark.browser


def test_an_owner_adds_changes_and_removes_people_and_opens_the_link_to_all(world: World) -> None:
    sheet = world.made([["a"]])
    world.key("ben@x")
    page = world.open(sheet)
    button = page.page.get_by_role("button", name="Share")
    button.click()
    dialog = page.page.get_by_role("dialog", name="Share “Games”")
    expect(dialog.get_by_role("listitem")).to_have_text(["gm@xOwner"])
    dialog.get_by_label("E-mail address").fill("ben@x")
    page.press("Enter")
    expect(dialog.get_by_role("status")).to_have_text("ben@x is added.")
    dialog.get_by_label("E-mail address").fill("zoe@x")
    dialog.get_by_label("Role", exact=True).select_option("Viewer")
    dialog.get_by_role("button", name="Add").click()
    expect(dialog.get_by_role("listitem").filter(has_text="zoe@x")).to_contain_text("has no account on this server yet")
    dialog.get_by_label("Role of ben@x").select_option("Viewer")
    expect(dialog.get_by_role("status")).to_have_text("ben@x is changed.")
    dialog.get_by_label("Anyone with the link").select_option("Viewer")
    expect(dialog.get_by_role("status")).to_have_text("Changed.")
    held = {each.get("emailAddress", "link"): each["role"] for each in sheet.list_permissions()}
    assert held == {"gm@x": "owner", "ben@x": "reader", "zoe@x": "reader", "link": "reader"}
    dialog.get_by_role("button", name="Remove zoe@x").click()
    expect(dialog.get_by_role("listitem")).to_have_count(2)
    expect(dialog.get_by_label("E-mail address")).to_be_focused()
    dialog.get_by_label("Anyone with the link").select_option("No access")
    expect(dialog.get_by_role("status")).to_have_text("Only the people above have access.")
    assert {each["id"] for each in sheet.list_permissions()}.isdisjoint({"anyoneWithLink"})
    page.press("Escape")
    expect(dialog).to_be_hidden()
    expect(button).to_be_focused()


def test_who_may_not_share_is_not_asked_and_a_refusal_is_shown(world: World) -> None:
    sheet = world.made([["a"]])
    ben = world.open(sheet, "ben@x")
    button = ben.page.get_by_role("button", name="Share")
    expect(button).to_be_visible()
    world.gspread("gm@x").http_client.request(
        "patch", f"https://www.googleapis.com/drive/v3/files/{sheet.id}", json={"writersCanShare": False}
    )
    button.click()
    dialog = ben.page.get_by_role("dialog")
    dialog.get_by_label("E-mail address").fill("eve@x")
    ben.press("Enter")
    expect(dialog.get_by_role("status")).to_contain_text("permission")
    assert "eve@x" not in {each.get("emailAddress") for each in sheet.list_permissions()}
    ben.page.reload()
    ben.page.locator("#me .badge").wait_for()
    expect(button).to_be_hidden()
