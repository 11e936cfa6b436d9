/** For how long things are kept, set on the page: what goes is shown first. A conversation is kept from its menu. */
import { expect, test } from "bun:test";
import { agedMessage } from "../organizations/aged.ts";
import { inboxSite } from "./inbox-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { daemon, hear, openInbox } = inboxSite();

test.skipIf(NO_CHROMIUM)("what would go is named before it is saved", async () => {
  await agedMessage(daemon, 20);
  const page = await openInbox(await hear({ from: "14155579801", body: "Hi" }));
  await page.goto(`${daemon.url}/settings/organization`);
  await page.getByLabel("Messages", { exact: true }).fill("10");
  await keepScreenshot(page, "retention");
  await page.getByRole("button", { name: "Show what will be deleted" }).click();
  const dialog = page.getByRole("dialog", { name: "This will be deleted" });
  await dialog.getByText("1", { exact: true }).waitFor();
  await keepScreenshot(page, "retention-confirmation");
  expect(await accessibilityFaults(page)).toEqual([]);
  expect((await daemon.call("GET", "/v1/settings/retention")).body.messages).toBeNull();
  await dialog.getByRole("button", { name: "Delete and save" }).click();
  await page.getByText("Days saved").waitFor();
  expect((await daemon.call("GET", "/v1/settings/retention")).body.messages).toBe(10);
});

test.skipIf(NO_CHROMIUM)("a legal hold is placed for a reason, seen, and released", async () => {
  const id = await hear({ from: "14155579802", body: "Hi" });
  const page = await openInbox(id);
  const held = page.locator("header p").getByText("Legal hold", { exact: true });
  const choose = async (name: string) => {
    await page.getByRole("button", { name: "More about this conversation" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await choose("Legal hold");
  await page.getByRole("dialog").getByLabel("Reason").fill("Case 114");
  await keepScreenshot(page, "legal-hold");
  await page.getByRole("dialog").getByRole("button", { name: "Legal hold" }).click();
  await held.waitFor();
  await keepScreenshot(page, "legal-hold-seen");
  expect((await daemon.call("GET", `/v1/conversations/${id}`)).body.legal_hold.reason).toBe("Case 114");
  await choose("Release the legal hold");
  await page.getByRole("dialog").getByRole("button", { name: "Release the legal hold" }).click();
  await held.waitFor({ state: "detached" });
  expect(await accessibilityFaults(page)).toEqual([]);
});
