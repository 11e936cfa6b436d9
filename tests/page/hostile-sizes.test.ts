/** Names and texts of any length and script: they take no room from what stands beside them. */
import { beforeAll, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();
const LONG = "N".repeat(250);
const NUMBER = "+14155550177";
let contactId: string;
beforeAll(async () => {
  const longest = await stage.daemon.call("POST", "/v1/contacts", { name: LONG, email: "long@example.com" });
  contactId = longest.body.id;
  await stage.daemon.call("POST", "/v1/contacts", { name: "Short Sue", phone_number: NUMBER });
  for (const [at, name] of [
    "\u202Eexe.live",
    "\u0645\u0631\u062D\u0628\u0627 ".repeat(20),
    "\u{1F469}\u200D\u{1F680}".repeat(60),
  ].entries())
    await stage.daemon.call("POST", "/v1/contacts", { name, email: `person-${at}@example.com` });
  const channel = { platform: "whatsapp_unofficial", name: "L".repeat(90) };
  expect((await stage.daemon.call("POST", "/v1/channels", channel)).status).toBe(201);
});

/** How high something is, in pixels: a line has 20. */
async function heightOf(place: Locator): Promise<number> {
  return (await place.boundingBox())?.height ?? Number.POSITIVE_INFINITY;
}

async function isTooWide(page: Page): Promise<boolean> {
  return await page.evaluate(`[...document.querySelectorAll("html, main > div, main table")]
    .some((element) => element.scrollWidth > element.clientWidth + 1)`);
}

test.skipIf(NO_CHROMIUM).each(["wide", "narrow"] as const)(
  "lists and details hold them, %s",
  async (width) => {
    const page = await stage.open("/contacts", { width });
    await page.getByRole("cell", { name: NUMBER }).waitFor();
    // one line, and what is around it
    expect(await heightOf(page.getByRole("cell", { name: NUMBER }))).toBeLessThan(50);
    expect(await heightOf(page.getByRole("link", { name: LONG }))).toBeLessThanOrEqual(60);
    expect(await isTooWide(page)).toBe(false);
    await page.getByRole("link", { name: LONG }).click();
    const title = page.getByRole("heading", { name: LONG });
    await title.waitFor();
    // what follows the title stands below it
    const [above, below] = await Promise.all([title.boundingBox(), page.getByRole("tablist").boundingBox()]);
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    expect(await isTooWide(page)).toBe(false);
    await page.goto(`${stage.daemon.url}/channels`);
    await page.getByRole("cell", { name: "disconnected" }).waitFor();
    expect(await isTooWide(page)).toBe(false);
    if (width === "wide") {
      // a message goes from a number that is connected, unless another one is chosen
      await page.goto(`${stage.daemon.url}/messages/new`);
      await page.getByRole("button", { name: /From/ }).getByText("Sandbox").waitFor();
    } else {
      // one search stands above a list, and the others are a press away
      await page.goto(`${stage.daemon.url}/contacts/${contactId}`);
      await page.getByRole("button", { name: "Back to the list" }).click();
      await page.getByRole("searchbox", { name: "Search contacts" }).waitFor();
      expect(await page.getByRole("searchbox").count()).toBe(1);
      await page.getByRole("button", { name: "Filters" }).click();
      await page.getByRole("searchbox", { name: "Email address" }).waitFor();
    }
  },
);
