/** The box on a phone: one line that grows, with all else behind one button. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { lookUntil } from "../support/until.ts";
import { box, inboxSite, thread } from "./inbox-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { hear, openInbox, messagesOf } = inboxSite();
const heightOf = async (page: Page) => (await page.locator("form").boundingBox())?.height ?? 0;

test.skipIf(NO_CHROMIUM)("it is one line, grows with what is written, and sends", async () => {
  const id = await hear({ from: "14155566101", body: "Are you open today?" });
  const page = await openInbox(id, { width: "narrow" });
  await thread(page).getByText("Are you open today?").waitFor();
  const line = await heightOf(page);
  expect(line).toBeLessThan(64);
  await box(page).fill("Yes.\nUntil six.\nCome by!");
  expect(await heightOf(page)).toBeGreaterThan(line + 30);
  await keepScreenshot(page, "box-phone");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await thread(page).getByText("Until six.").waitFor();
  await lookUntil(
    () => heightOf(page),
    (height) => height === line,
  );
  await lookUntil(
    () => messagesOf(id),
    ({ length }) => length === 2,
  );
});

test.skipIf(NO_CHROMIUM)("one button unfolds what else there is, up to a note", async () => {
  const id = await hear({ from: "14155566102", body: "Hello?" });
  const page = await openInbox(id, { width: "narrow" });
  await thread(page).getByText("Hello?").waitFor();
  const attach = page.getByRole("button", { name: "Attach files" });
  expect(await attach.count()).toBe(0);
  await page.getByRole("button", { name: "More for this answer", expanded: false }).tap();
  await attach.waitFor();
  await page.getByText(/window to answer freely closes/).waitFor();
  await keepScreenshot(page, "box-phone-tools");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Note" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("Call her back");
  await page.getByRole("button", { name: "More for this answer", expanded: true }).tap();
  await keepScreenshot(page, "box-phone-note");
  await page.getByRole("button", { name: "Keep the note" }).click();
  await thread(page).getByText("Call her back").waitFor();
});
