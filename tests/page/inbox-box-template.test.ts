/** Templates in the box: chosen, filled, looked at and sent while the window is closed, and how long it is open. */
import { expect, test } from "bun:test";
import { until } from "../support/until.ts";
import { box, inboxSite, thread } from "./inbox-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { daemon, hear, messagesOf, openInbox } = inboxSite();

const HOUR_MS = 3_600_000;

test.skipIf(NO_CHROMIUM)("a closed window takes a template, filled and looked at in the box", async () => {
  await approve("booking_moved");
  const settings = { service_window: "enforce" };
  expect((await daemon.call("PATCH", `/v1/channels/${daemon.channelId}`, { settings })).status).toBe(200);
  const id = await hear({ from: "14155569001", body: "See you next week" });
  await wroteAgo(id, 25);
  const page = await openInbox(id, { as: "agent" });
  await page.getByText(/takes only a template until they write again/).waitFor();
  expect(await box(page).count()).toBe(0);
  await page.getByRole("button", { name: "Send a template" }).click();
  const form = page.getByRole("dialog", { name: "Send a template" });
  await form.getByRole("button", { name: /^Choose a template/ }).click();
  await page.getByRole("option", { name: /booking_moved/ }).click();
  await form.getByRole("textbox", { name: "{{1}}" }).fill("Friday at 8");
  await form
    .getByRole("figure", { name: "As a phone shows it" })
    .getByText("Your booking moved to Friday at 8.")
    .waitFor();
  await keepScreenshot(page, "box-template");
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByRole("button", { name: "Send a template" }).click();
  const row = thread(page).getByRole("listitem").filter({ hasText: "Friday at 8" });
  await row.getByRole("img", { name: "read" }).waitFor();
  expect(await row.count()).toBe(1);
  expect((await messagesOf(id))[0]).toMatchObject({
    type: "template",
    text: expect.stringContaining("Friday at 8"),
  });
});

test.skipIf(NO_CHROMIUM)("how long the window is open stands in the box", async () => {
  const id = await hear({ from: "14155569002", body: "Quickly, please" });
  await wroteAgo(id, 21.5);
  const page = await openInbox(id, { width: "narrow" });
  await page.getByText(/The window to answer freely closes in 2 hr/).waitFor();
  await box(page).fill("Not yet sent");
  await keepScreenshot(page, "box-window");
  expect(await accessibilityFaults(page)).toEqual([]);
});

/** Makes the last message of somebody so many hours old. */
async function wroteAgo(id: string, hours: number): Promise<void> {
  const at = new Date(Date.now() - hours * HOUR_MS);
  await daemon.sql`update conversations set last_inbound_at = ${at} where id = ${id}`;
}

async function approve(name: string): Promise<void> {
  const { call, channelId } = daemon;
  const components = [
    { type: "BODY", text: "Your booking moved to {{1}}.", example: { body_text: [["Monday"]] } },
  ];
  const template = { channel_id: channelId, name, language: "en_US", category: "UTILITY", components };
  const { body } = await call("POST", "/v1/templates", template);
  expect((await call("POST", `/v1/templates/${body.id}/submit`)).status).toBe(202);
  await until(async () => (await call("GET", `/v1/templates/${body.id}`)).body.status === "approved");
}
