"""Comments on the page: people talk beside the cells, see what is new, and settle it."""

from __future__ import annotations

import pytest

from tests.localsheets.browser_page import World, expect

pytestmark = pytest.mark.browser


def test_two_people_talk_about_a_cell_and_settle_it(world: World) -> None:
    sheet = world.made([["Orders"], ["E9", "A1"]])
    ana, ben = world.open(sheet, "ana@x"), world.open(sheet, "ben@x")
    ana.click("A2")
    ana.press("Control+Alt+m")
    ana.page.get_by_role("textbox", name="Write a comment").fill("Is E9 free?")
    ana.press("Enter")
    mine = ana.page.get_by_role("article", name="Comment of ana")
    expect(mine).to_contain_text("Sheet1 A2 “E9”")
    expect(ana.page.get_by_role("button", name="Comments", exact=True)).to_be_visible()
    opener = ben.page.get_by_role("button", name="Comments, 1 unread")
    expect(opener).to_be_visible()
    expect(ben.page.get_by_role("log")).to_have_text("ana wrote: Is E9 free?")
    ben.page.mouse.move(0, 0)
    ben.cell("A2").hover()
    expect(ben.page.get_by_role("tooltip")).to_have_text("💬 ana: Is E9 free?")
    opener.click()
    thread = ben.page.get_by_role("article", name="Comment of ana")
    expect(ben.page.get_by_role("button", name="Comments", exact=True)).to_be_visible()
    thread.get_by_role("textbox", name="Reply").fill("It is.")
    ben.press("Enter")
    expect(mine).to_contain_text("It is.")
    expect(mine.get_by_role("button", name="Delete “Is E9 free?”")).to_be_visible()
    expect(thread.get_by_role("button", name="Delete “Is E9 free?”")).to_have_count(0)
    thread.get_by_role("button", name="Sheet1 A2").click()
    expect(ben.place).to_have_value("A2")
    mine.get_by_role("button", name="Resolve").click()
    expect(thread).to_contain_text("marked this as resolved")
    assert ben.cell("A2").get_attribute("aria-description") is None
    ben.page.get_by_role("button", name="Close comments").click()
    ben.page.reload()
    expect(ben.page.get_by_role("button", name="Comments", exact=True)).to_be_visible()


def test_who_may_only_read_sees_the_comments_and_writes_none(world: World) -> None:
    sheet = world.made([["a"]])
    owner = world.gspread("gm@x").http_client
    address = f"https://www.googleapis.com/drive/v3/files/{sheet.id}/comments"
    owner.request("post", address, json={"content": "Play by Friday."}, params={"fields": "id"})
    sheet.share("cleo@x", "user", "reader", notify=False)
    page = world.visit("cleo@x").new_page()
    page.goto(f"{world.base}/d/{sheet.id}")
    page.get_by_role("button", name="Comments, 1 unread").click()
    expect(page.get_by_role("article")).to_contain_text("Play by Friday.")
    expect(page.get_by_role("textbox", name="Write a comment")).to_have_count(0)
    expect(page.get_by_role("textbox", name="Reply")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.get_by_role("complementary", name="Comments")).to_be_hidden()
