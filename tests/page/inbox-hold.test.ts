/** A conversation that somebody holds on the page, so that bots leave it alone, and releases again. */
import { expect, test } from "bun:test";
import { newBot } from "../conversations/support.ts";
import { inboxSite } from "./inbox-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { daemon, hear, openInbox } = inboxSite();

test.skipIf(NO_CHROMIUM)("who holds it, and until when, is seen in the list and the thread", async () => {
  const id = await hear({ from: "14155579001", body: "Is there a table?" });
  const bot = await newBot(daemon, true);
  const answer = { conversation_id: id, type: "text", content: { body: "Yes" } };
  const page = await openInbox(id, { as: "agent" });
  const more = () => page.getByRole("button", { name: "More about this conversation" }).click();
  await more();
  await page.getByRole("menuitem", { name: "Hold for an hour, so that bots leave it alone" }).click();
  await page.getByText(/holds it until/).waitFor();
  await page
    .getByRole("link", { name: /Ada Lovelace/ })
    .getByRole("img", { name: /holds it$/ })
    .waitFor();
  await keepScreenshot(page, "inbox-hold");
  expect(await accessibilityFaults(page)).toEqual([]);
  expect((await bot.call("POST", "/v1/messages", answer)).body.code).toBe("conversation_held");
  await more();
  await page.getByRole("menuitem", { name: "Release, so that bots answer" }).click();
  await page.getByText(/holds it until/).waitFor({ state: "detached" });
  expect((await bot.call("POST", "/v1/messages", answer)).status).toBe(201);
});

test.skipIf(NO_CHROMIUM)("on a phone all that is said of who holds it is seen", async () => {
  const id = await hear({ from: "14155579002", body: "Is there a table?", name: "Grace" });
  await daemon.call("POST", `/v1/conversations/${id}/hold`, {});
  const page = await openInbox(id, { as: "agent" });
  await page.setViewportSize({ width: 390, height: 844 });
  const said = page.getByText(/holds it until/);
  await said.waitFor();
  const cut = `[...document.querySelectorAll("p")].some((line) => line.scrollWidth > line.clientWidth)`;
  expect(await page.evaluate<boolean>(cut)).toBe(false);
  await keepScreenshot(page, "inbox-hold-phone");
  expect(await accessibilityFaults(page)).toEqual([]);
});
