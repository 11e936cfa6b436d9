/** Notifications of the browser: what somebody chose, once a browser, and no longer than it is unread. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { take } from "../inbound/support.ts";
import { until } from "../support/until.ts";
import { inboxSite, thread } from "./inbox-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { daemon, hear, stage } = inboxSite();

const HOSTILE = "<img src=x onerror=alert(1)>";

type Seen = { title: string; body: string; tag: string; isClosed: boolean };
type Watched = { seen: (Notification & { isClosed?: boolean })[]; Notification: typeof Notification };
declare class Notification extends EventTarget {
  static get permission(): string;
  constructor(title: string, options?: object);
  title: string;
  body: string;
  tag: string;
  close(): void;
}

/** The browser's own notifications, which tests can't see otherwise, written down as they are made. */
function watch(): void {
  const own = globalThis as unknown as Watched;
  own.seen = [];
  own.Notification = class extends Notification {
    // the light Chromium says so of what it was granted, too, since it has nowhere to show them
    static override get permission(): string {
      return super.permission === "denied" ? "granted" : super.permission;
    }
    isClosed = false;
    constructor(title: string, options?: object) {
      super(title, options);
      own.seen.push(this);
    }
    override close(): void {
      this.isClosed = true;
      super.close();
    }
  };
}

async function open(path: string, who: string | null): Promise<Page> {
  const page = await stage.open("/settings/account", { isFresh: true });
  await page.context().addInitScript(watch);
  await page.context().grantPermissions(["notifications"]);
  await page.goto(new URL(path, page.url()).href);
  if (who !== null) {
    await page.getByRole("button", { name: "Choose notifications" }).click();
    await choose(page, who);
    await leave(page);
  }
  return page;
}

async function choose(page: Page, who: string): Promise<void> {
  await page.getByRole("button", { name: /Show messages of/ }).click();
  await page.getByRole("option", { name: who }).click();
  // the keys are the dialog's again
  await page.locator("[role=dialog]:focus-within").waitFor();
}

/** Closes what is chosen in. */
async function leave(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

const seenIn = (page: Page): Promise<Seen[]> =>
  page.evaluate(() =>
    (globalThis as unknown as Watched).seen.map(({ title, body, tag, isClosed }) => ({
      title,
      body,
      tag,
      isClosed: isClosed === true,
    })),
  );
const count = async (pages: readonly Page[]) => (await Promise.all(pages.map(seenIn))).flat().length;

test.skipIf(NO_CHROMIUM)("one tab of a browser shows who wrote, as text, until it is read", async () => {
  const page = await open("/inbox", "All conversations");
  const other = await stage.another(page, "/contacts");
  await other.getByRole("heading", { name: "Contacts" }).waitFor();
  const id = await hear({ from: "14155568001", body: HOSTILE, name: "<b>Ada</b>" });
  await until(async () => (await count([page, other])) === 1);
  const [seen] = [...(await seenIn(page)), ...(await seenIn(other))];
  expect(seen).toEqual({ title: "<b>Ada</b>", body: HOSTILE, tag: id, isClosed: false });
  // read in the tab that did not show it
  await other.goto(new URL(`/inbox/${id}`, other.url()).href);
  await thread(other).getByText(HOSTILE).waitFor();
  await until(async () => (await seenIn(page)).every(({ isClosed }) => isClosed));
  expect((await seenIn(page)).length).toBe(1);
});

test.skipIf(NO_CHROMIUM)("a click opens the conversation; what is in sight is not shown", async () => {
  const page = await open("/inbox", "All conversations");
  const id = await hear({ from: "14155568002", body: "Hello?", name: "Grace" });
  await until(async () => (await count([page])) === 1);
  await page.evaluate(() => (globalThis as unknown as Watched).seen[0]?.dispatchEvent(new Event("click")));
  await page.waitForURL(`**/inbox/${id}`);
  await thread(page).getByText("Hello?").waitFor();
  await hear({ from: "14155568002", body: "Still there?", name: "Grace" });
  await thread(page).getByText("Still there?").waitFor();
  await hear({ from: "14155568003", body: "Me too", name: "Bo" });
  await until(async () => (await count([page])) === 2);
  expect((await seenIn(page))[1]?.title).toBe("Bo");
  const call = { from: "14155568003", timestamp: String(Math.floor(Date.now() / 1000)), event: "terminate" };
  const calls = [20, 0].map((duration) => ({
    ...call,
    ...{ id: `wacid.${duration}`, direction: "USER_INITIATED", status: "COMPLETED", duration },
  }));
  await take(daemon, { calls }, "calls");
  await until(async () => (await count([page])) === 3);
  expect((await seenIn(page))[2]).toMatchObject({ title: "Bo", body: "Missed voice call" });
});

test.skipIf(NO_CHROMIUM)("mine are shown and mentions, and nothing of a quiet number", async () => {
  const page = await open("/inbox", "Mine, and mentions");
  const mine = await hear({ from: "14155568004", body: "One", name: "Mine" });
  const theirs = await hear({ from: "14155568005", body: "Two", name: "Theirs" });
  const me = await page.evaluate<string>(
    "fetch('/v1/auth/me').then((answer) => answer.json()).then((me) => me.actor.id)",
  );
  await daemon.call("PATCH", `/v1/conversations/${mine}`, { assignee_id: me });
  await hear({ from: "14155568005", body: "Three", name: "Theirs" });
  await hear({ from: "14155568004", body: "Four", name: "Mine" });
  // the first message may be shown as well, where the page looked once the conversation was assigned
  const titles = async () => [...new Set((await seenIn(page)).map(({ title }) => title))];
  await until(async () => (await titles()).includes("Mine"));
  await daemon.call("POST", `/v1/conversations/${theirs}/notes`, { body: "Look at this", mentions: [me] });
  await until(async () => (await titles()).length === 2);
  expect(await titles()).toEqual(["Mine", "You are mentioned: Theirs"]);
  await page.getByRole("button", { name: "Choose notifications" }).click();
  await keepScreenshot(page, "notifications");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("dialog").getByText("Sandbox").click();
  await choose(page, "All conversations");
  await leave(page);
  await hear({ from: "14155568006", body: "Quiet", name: "Quiet" });
  await page.getByRole("link", { name: /Quiet/ }).waitFor();
  await daemon.call("POST", `/v1/conversations/${theirs}/notes`, { body: "And this", mentions: [me] });
  await page.getByRole("button", { name: "Choose notifications" }).click();
  await page.getByRole("dialog").getByText("Sandbox").click();
  await hear({ from: "14155568007", body: "Loud", name: "Loud" });
  await until(async () => (await titles()).length === 3);
  expect((await titles())[2]).toBe("Loud");
});

test.skipIf(NO_CHROMIUM)("nothing is asked of the browser, or shown, before somebody chooses", async () => {
  const page = await open("/inbox", null);
  await hear({ from: "14155568008", body: "Hello?", name: "Nobody asked" });
  await page.getByRole("link", { name: /Nobody asked/ }).waitFor();
  await page.waitForFunction("document.title.startsWith('(')");
  expect(await page.title()).toMatch(/^\(\d+\) Inbox · Waypost$/);
  expect(await count([page])).toBe(0);
});
