/** The list of conversations: its place is kept, whatever comes; what is not seen is not drawn. */
import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { take } from "../inbound/support.ts";
import { until } from "../support/until.ts";
import { inboxSite, thread } from "./inbox-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { daemon, hear, stage } = inboxSite();

const list = (page: Page) => page.getByRole("list", { name: "Conversations" });
const lines = (page: Page) => list(page).getByRole("link");
const numberOf = (n: number) => `1415600${String(n).padStart(4, "0")}`;

const nameOf = (n: number) => `Guest ${String(n).padStart(3, "0")}`;

/** People write one after another, each a line. */
async function hearMany(from: number, to: number): Promise<void> {
  const people = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const at = Math.floor(Date.now() / 1000);
  for (let begin = 0; begin < people.length; begin += 50) {
    const some = people.slice(begin, begin + 50);
    await take(daemon, {
      contacts: some.map((n) => ({ profile: { name: nameOf(n) }, wa_id: numberOf(n) })),
      messages: some.map((n) => ({
        from: numberOf(n),
        id: `wamid.many.${n}`,
        timestamp: String(at),
        type: "text",
        text: { body: "Hello" },
      })),
    });
  }
}

beforeAll(() => hearMany(1, 250));

/** Turns the wheel over the list until a line is drawn. */
async function scrollTo(page: Page, name: string): Promise<void> {
  await list(page).hover({ position: { x: 40, y: 40 } });
  const line = lines(page).filter({ hasText: name });
  await until(async () => {
    if ((await line.count()) > 0) return true;
    await page.mouse.wheel(0, 1500);
    return false;
  });
  await line.first().scrollIntoViewIfNeeded();
}

test.skipIf(NO_CHROMIUM)(
  "a long list is read on as somebody scrolls; few lines of it are drawn, and each changes where it stands",
  async () => {
    const page = await stage.open("/inbox?q=Guest");
    const line = (name: string) => lines(page).filter({ hasText: name });
    await line("Guest 250").waitFor();
    await scrollTo(page, "Guest 030");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const { id } = await conversationOf(30);
    await daemon.call("POST", `/v1/conversations/${id}/tags`, { name: "late" });
    await line("Guest 030").filter({ hasText: "#late" }).waitFor();
    expect(asked.filter((url) => url.includes("cursor="))).toEqual([]);
    await daemon.call("PATCH", `/v1/conversations/${id}`, { status: "closed" });
    await line("Guest 030").waitFor({ state: "detached" });
    const { contact_id } = await conversationOf(31);
    await daemon.call("PATCH", `/v1/contacts/${contact_id}`, { name: "Guest Thirty-one" });
    await line("Guest Thirty-one").waitFor();

    // what can't be read again at the moment stays
    const refused = await conversationOf(28);
    const isRefused = Promise.withResolvers<void>();
    const path = `**/v1/conversations/${refused.id}`;
    await page.route(path, async (route) => {
      await route.fulfill({ status: 503, contentType: "application/problem+json", body: "{}" });
      isRefused.resolve();
    });
    await daemon.call("POST", `/v1/conversations/${refused.id}/tags`, { name: "vip" });
    await isRefused.promise;
    // after it, another one is read
    await page.unroute(path);
    await daemon.call("POST", `/v1/conversations/${(await conversationOf(29)).id}/tags`, { name: "vip" });
    await line("Guest 029").getByText("#vip").waitFor();
    expect(await line("Guest 028").count()).toBe(1);

    await scrollTo(page, "Guest 007");
    await scrollTo(page, "Guest 001");
    expect(await lines(page).count()).toBeLessThan(45);
    const last = list(page).getByRole("listitem").last();
    expect(await last.getAttribute("aria-posinset")).toBe("249");
    expect(await last.getAttribute("aria-setsize")).toBe("249");
    await keepScreenshot(page, "inbox-list-long");
    expect(await accessibilityFaults(page)).toEqual([]);
  },
);

test.skipIf(NO_CHROMIUM)("what comes goes to its place, and what is read does not move", async () => {
  const page = await stage.open("/inbox?q=Guest");
  await lines(page).filter({ hasText: "Guest 250" }).waitFor();
  await scrollTo(page, "Guest 180");
  const read = lines(page).filter({ hasText: "Guest 180" });
  const seen = await read.boundingBox();
  // one from below what is read, and one of those above it
  await hear({ from: numberOf(40), body: "Me again", name: "Guest 040" });
  await hear({ from: numberOf(245), body: "And me", name: "Guest 245" });
  const pill = page.getByRole("button", { name: "2 new" });
  await pill.waitFor();
  expect(await read.boundingBox()).toEqual(seen);
  await keepScreenshot(page, "inbox-list-pill");
  await pill.click();
  await lines(page).nth(1).filter({ hasText: "Me again" }).waitFor();
  expect(await lines(page).first().textContent()).toContain("And me");
  await pill.waitFor({ state: "detached" });
  // who moved is there once
  await scrollTo(page, "Guest 041");
  expect(await lines(page).filter({ hasText: "Guest 040" }).count()).toBe(0);
});

test.skipIf(NO_CHROMIUM)(
  "the open one stays in its place when it is no longer what the filter asks for",
  async () => {
    // unread is what comes after somebody is there
    const page = await stage.open("/inbox?q=Unread");
    const one = await hear({ from: "14155567001", body: "First", name: "Unread One" });
    await hear({ from: "14155567002", body: "Second", name: "Unread Two" });
    const three = await hear({ from: "14155567003", body: "Third", name: "Unread Three" });
    await page.getByRole("button", { name: "Unread 3", exact: true }).click();
    await lines(page).filter({ hasText: "Unread Two" }).click();
    await thread(page).getByText("Second").waitFor();
    const open = lines(page).filter({ hasText: "Unread Two" });
    await open.getByRole("img", { name: /unread/ }).waitFor({ state: "detached" });
    await open.waitFor();
    await page.keyboard.press("j");
    await page.waitForURL(`**/inbox/${one}?**`);
    await open.waitFor({ state: "detached" });
    await page.keyboard.press("k");
    await page.waitForURL(`**/inbox/${three}?**`);
  },
);

async function conversationOf(n: number): Promise<{ id: string; contact_id: string }> {
  return (await daemon.call("GET", `/v1/conversations?q=${numberOf(n)}`)).body.data[0];
}

test.skipIf(NO_CHROMIUM)("filters say how many they leave, and what happens changes that", async () => {
  const page = await stage.open("/inbox?q=Counted");
  await page.getByText("No conversation matches").waitFor();
  const id = await hear({ from: "14155567011", body: "One", name: "Counted One" });
  await hear({ from: "14155567012", body: "Two", name: "Counted Two" });
  const choice = (name: string) => page.getByRole("button", { name, exact: true });
  await choice("All 2").waitFor();
  await choice("Unassigned 2").waitFor();
  await choice("Unread 2").waitFor();
  await lines(page).filter({ hasText: "Counted One" }).click();
  await choice("Unread 1").waitFor();
  await page.keyboard.press("a");
  await choice("Mine 1").click();
  await page.waitForURL("**/inbox/*?q=Counted&assignee_id=me");
  await lines(page).filter({ hasText: "Counted Two" }).waitFor({ state: "detached" });
  await choice("Waiting 1").click();
  await page.waitForURL(/unanswered=true/);
  await keepScreenshot(page, "inbox-list-filters");
  expect(await accessibilityFaults(page)).toEqual([]);
  await daemon.call("POST", "/v1/messages", { conversation_id: id, type: "text", content: { body: "Yes" } });
  await choice("Waiting 0").waitFor();
  expect(await lines(page).filter({ hasText: "Counted One" }).count()).toBe(1);
});
