/** Archived conversations are out of the inbox's way, in a view of their own, and come back from there. */
import { expect, test } from "bun:test";
import { LONG_MS } from "../support/long.ts";
import { inboxSite } from "./inbox-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { hear, openInbox } = inboxSite();

test.skipIf(NO_CHROMIUM)(
  "an archived conversation is in the archive alone, and comes back from there",
  async () => {
    const [first] = [
      await hear({ from: "14155568801", body: "Thank you, bye", name: "Ada Lovelace" }),
      await hear({ from: "14155568802", body: "Is it ready?", name: "Grace Hopper" }),
    ];
    const page = await openInbox(first);
    const lines = page.getByRole("list", { name: "Conversations" }).getByRole("listitem");
    const more = page.getByRole("button", { name: "More about this conversation" });
    await more.click();
    await page.getByRole("menuitem", { name: "Archive" }).click();
    await page.getByRole("button", { name: "Archived 1" }).click();
    await lines.filter({ hasText: "Ada Lovelace" }).filter({ hasText: "Archived" }).waitFor();
    expect(await lines.filter({ hasText: "Grace Hopper" }).count()).toBe(0);
    await keepScreenshot(page, "inbox-archived");
    expect(await accessibilityFaults(page)).toEqual([]);
    await more.click();
    await keepScreenshot(page, "inbox-archived-menu");
    await page.getByRole("menuitem", { name: "Take out of the archive" }).click();
    await page.getByRole("button", { name: "Archived 0" }).click();
    await lines.filter({ hasText: "Ada Lovelace" }).waitFor();
    await lines.filter({ hasText: "Grace Hopper" }).waitFor();
  },
  LONG_MS,
);
