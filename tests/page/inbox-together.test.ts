/** Colleagues in one conversation: each sees that the other is there, at two daemons. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page, Route } from "playwright-core";
import { createLog } from "../../daemon/lib/log.ts";
import { type Daemon, startDaemon } from "../../daemon/start/daemon.ts";
import { until } from "../support/until.ts";
import { box, inboxSite, thread } from "./inbox-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { daemon, hear, openInbox } = inboxSite();

let other: Daemon;
beforeAll(async () => {
  const { config, databaseUrl, secrets } = daemon;
  other = await startDaemon({ config, databaseUrl, secrets, log: createLog("silent") });
});
afterAll(() => other.stop());

const presence = (page: Page, words: RegExp) => page.getByRole("status").filter({ hasText: words });

test.skipIf(NO_CHROMIUM)(
  "who has it open and who types is seen at the other daemon, until they leave",
  async () => {
    const id = await hear({ from: "14155568001", body: "Hello?" });
    const mine = await openInbox(id);
    await thread(mine).getByText("Hello?").waitFor();
    const theirs = await openInbox(id, { as: "agent", at: other.url });
    await presence(mine, /has this open/).waitFor();
    await presence(theirs, /has this open/).waitFor();
    await box(theirs).pressSequentially("We are open");
    await presence(mine, /is typing/).waitFor();
    await keepScreenshot(mine, "inbox-together");
    expect(await accessibilityFaults(mine)).toEqual([]);
    // nobody is told of themselves
    expect(await presence(theirs, /typing/).count()).toBe(0);
    await box(theirs).fill("");
    await presence(mine, /has this open/).waitFor();
    await theirs.getByRole("link", { name: "Contacts" }).first().click();
    await presence(mine, /open|typing/).waitFor({ state: "detached" });
  },
);

test.skipIf(NO_CHROMIUM)(
  "typing is said once in five seconds, and changes nothing that was read",
  async () => {
    const id = await hear({ from: "14155568002", body: "Hello?" });
    const watching = await openInbox(id);
    await thread(watching).getByText("Hello?").waitFor();
    const page = await openInbox(id, { as: "agent", at: other.url });
    await presence(watching, /has this open/).waitFor();
    const said: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/activity")) said.push(request.postData() ?? "");
    });
    const asked: string[] = [];
    watching.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await box(page).pressSequentially("x".repeat(60), { delay: 20 });
    await presence(watching, /is typing/).waitFor();
    expect(said.filter((body) => body.includes("typing")).length).toBeLessThanOrEqual(2);
    // what came in is counted a while after
    const counts = "GET /v1/conversations/counts";
    expect(asked.filter((one) => one.startsWith("GET") && one !== counts)).toEqual([]);
  },
);

/** Opens a conversation until a message of it is drawn, then another. Resolves with the milliseconds between them. */
async function passBy(page: Page, conversation: string, then: string): Promise<number> {
  return await page.evaluate<number>(`new Promise((resolve) => {
    const first = () => document.querySelector("[role=log] li[id^=message-]")?.id;
    const [before, from] = [first(), performance.now()];
    history.pushState(null, "", "/inbox/${conversation}");
    const look = () => {
      if (first() === undefined || first() === before) return requestAnimationFrame(look);
      history.pushState(null, "", "/inbox/${then}");
      resolve(performance.now() - from);
    };
    look();
  })`);
}

test.skipIf(NO_CHROMIUM)("who only passes by a conversation is not said to be there", async () => {
  const passed = await hear({ from: "14155568005", body: "Am I passed by?" });
  const reached = await hear({ from: "14155568006", body: "Am I reached?" });
  const page = await openInbox(reached);
  await thread(page).getByText("Am I reached?").waitFor();
  const said: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/activity")) said.push(request.url().split("/").at(-2) ?? "");
  });
  // a slow machine stays for too long: then once more
  do said.length = 0;
  while ((await passBy(page, passed, reached)) >= 1000);
  await until(() => said.includes(reached));
  expect(said).not.toContain(passed);
});

test.skipIf(NO_CHROMIUM)(
  "a note names a colleague by keys, who sees at the other daemon that it is for them",
  async () => {
    const id = await hear({ from: "14155568003", body: "Hello?" });
    const theirs = await openInbox(id, { as: "admin", at: other.url });
    await thread(theirs).getByText("Hello?").waitFor();
    const me: string = await theirs.evaluate(
      "fetch('/v1/auth/me').then((answer) => answer.json()).then(({ user }) => user.id)",
    );
    const name = "Grace Hopper";
    await daemon.call("PATCH", `/v1/users/${me}`, { name });
    const mine = await openInbox(id);
    await mine.getByRole("button", { name: "Note" }).click();
    const note = mine.getByRole("textbox", { name: "Note" });
    await note.pressSequentially("Please ask @hop");
    const offers = mine.getByRole("listbox", { name: "Colleagues" });
    await offers.getByRole("option", { name: `@${name}`, selected: true }).waitFor();
    await note.press("Enter");
    expect(await note.inputValue()).toBe(`Please ask @${name} `);
    await note.press("Enter");
    await thread(theirs).getByText("This note is for you").waitFor();
    await thread(mine).getByText(`Please ask @${name}`).waitFor();
    expect(await thread(mine).getByText("This note is for you").count()).toBe(0);
    const [kept] = (await daemon.call("GET", `/v1/conversations/${id}/notes`)).body.data;
    expect(kept.mentions).toEqual([{ id: me, name }]);
    expect((await daemon.call("GET", `/v1/messages?conversation_id=${id}`)).body.data).toHaveLength(1);
    await keepScreenshot(theirs, "inbox-note");
    expect(await accessibilityFaults(theirs)).toEqual([]);
  },
);

test.skipIf(NO_CHROMIUM)(
  "who writes is warned of an answer by somebody else, and may send anyway",
  async () => {
    const id = await hear({ from: "14155568004", body: "Until when?" });
    const mine = await openInbox(id);
    const theirs = await openInbox(id, { as: "agent", at: other.url });
    const warning = mine.getByRole("alert").filter({ hasText: "answered while you were writing" });
    // the page hears of its own message before it is answered that it was accepted
    const heard = Promise.withResolvers<void>();
    const hold = async (route: Route) => {
      await heard.promise;
      await route.continue();
    };
    await mine.route(/\/v1\/messages\/[0-9a-f-]{36}$/, hold, { times: 1 });
    await box(mine).fill("Hello");
    await box(mine).press("Enter");
    await box(mine).fill("Until ten");
    await thread(mine).getByRole("img", { name: "read" }).waitFor();
    expect(await warning.count()).toBe(0);
    heard.resolve();
    await thread(mine).getByRole("img", { name: "being sent" }).waitFor({ state: "detached" });
    expect(await warning.count()).toBe(0);
    // nor does what Waypost answers by itself
    const inTwoDays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"][(new Date().getUTCDay() + 2) % 7];
    const hours = { zone: "UTC", days: [{ day: inTwoDays, from: "12:00", to: "13:00" }] };
    await daemon.call("PUT", "/v1/settings/inbox", { hours, away: { text: "We are closed" } });
    await hear({ from: "14155568004", body: "Tonight?" });
    await thread(mine).getByText("We are closed").waitFor();
    expect(await warning.count()).toBe(0);
    // nor a call of the business that nobody took
    const content = {
      ...{ event: "terminate", status: "COMPLETED", direction: "BUSINESS_INITIATED" },
      ...{ from: "15550990100", to: "14155568004" },
    };
    await fetch(`${daemon.sandbox.url}/sandbox/inbound`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ from: "14155568004", kind: "call", content }),
    });
    await thread(mine).getByText("Voice call without an answer").waitFor();
    expect(await warning.count()).toBe(0);
    await thread(theirs).getByText("Hello", { exact: true }).waitFor();
    await box(theirs).fill("Until nine");
    await box(theirs).press("Enter");
    await warning.waitFor();
    expect(await warning.textContent()).toMatch(/^Ada answered while you were writing: read it first\./);
    const answer = thread(mine).getByRole("listitem").filter({ hasText: "Until nine" });
    await answer.getByText("Ada", { exact: true }).waitFor();
    await keepScreenshot(mine, "inbox-meanwhile");
    expect(await accessibilityFaults(mine)).toEqual([]);
    await box(mine).press("Enter");
    expect(await box(mine).inputValue()).toBe("Until ten");
    await mine.getByRole("button", { name: "Send anyway" }).click();
    await thread(theirs).getByText("Until ten").waitFor();
    expect(await warning.count()).toBe(0);
    // one's own name is not beside what one sent, which warns of nothing
    const own = thread(theirs).getByRole("listitem").filter({ hasText: "Until nine" });
    expect(await own.getByText("Ada", { exact: true }).count()).toBe(0);
    expect(await theirs.getByRole("alert").count()).toBe(0);
  },
);
