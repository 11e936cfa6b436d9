/** Notifications with no tab open: how a browser subscribes, and what its worker shows. */
import { afterAll, afterEach, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { textsIn } from "../../daemon/page/languages/texts.ts";
import { newBrowser, startPushService } from "../push/site.ts";
import { until } from "../support/until.ts";
import { inboxSite } from "./inbox-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { daemon, hear, stage } = inboxSite();
const service = startPushService();

afterAll(() => service.stop());
// the tests share a login
afterEach(async () => {
  await daemon.sql`delete from push_subscriptions`;
});

/** Chromium's own push service is not here: its subscription is that of a browser of ours. */
function subscribeWith(subscription: { endpoint: string; keys: object }): void {
  let made: object | null = null;
  const manager = (globalThis as unknown as { PushManager: { prototype: object } }).PushManager.prototype;
  Object.assign(manager, {
    async subscribe() {
      made = { toJSON: () => subscription, unsubscribe: async () => true };
      return made;
    },
    getSubscription: async () => made,
  });
}

/** The light Chromium says that it was refused what it was granted, since it has nowhere to show notifications. */
const GRANTED = `
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = async () => "granted";
  self.shown = 0;
  self.Notification = class extends Notification {
    constructor(...given) {
      super(...given);
      self.shown += 1;
    }
  };
`;

async function open(path: string) {
  const browser = newBrowser(service);
  const page = await stage.open("/settings/account", { isFresh: true });
  await page.context().grantPermissions(["notifications"]);
  await page.context().addInitScript(subscribeWith, { endpoint: browser.endpoint, keys: browser.keys });
  await page.addInitScript(GRANTED);
  await page.goto(new URL(path, page.url()).href);
  return { page, browser };
}

const PUSH = "Also while no tab is open";

async function turnOn(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Choose notifications" }).click();
  await page.getByRole("button", { name: /Show messages of/ }).click();
  await page.getByRole("option", { name: "All conversations" }).click();
  await page.getByText(PUSH).click();
  await page.getByRole("button", { name: "Send a test" }).waitFor();
}

test.skipIf(NO_CHROMIUM)("a browser subscribes, is tried out, and hears of who writes", async () => {
  const { page, browser } = await open("/inbox");
  await turnOn(page);
  await keepScreenshot(page, "push");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Send a test" }).click();
  expect(await browser.titles(1)).toEqual(["Notifications work"]);
  await hear({ from: "14155570301", body: "Hello" });
  expect(await browser.titles(2)).toEqual(["Notifications work", "Ada Lovelace"]);
  await hear({ from: "14155570302", body: "Hello", name: "Grace" });
  await browser.titles(3);
  // the tab would have shown the first by now
  expect(await page.evaluate<number>("self.shown")).toBe(0);
});

test.skipIf(NO_CHROMIUM)("its notifications are in the language that is chosen later", async () => {
  const { page, browser } = await open("/inbox");
  await turnOn(page);
  await page.goto(`${daemon.url}/settings/account`);
  await page.getByRole("button", { name: "Language" }).click();
  await page.getByRole("option", { name: "Deutsch" }).click();
  const { ACCOUNT, NOTICES } = await textsIn("de");
  await page.locator("html[lang=de]").getByRole("heading", { level: 1, name: ACCOUNT.title }).waitFor();
  await page.evaluate("fetch('/v1/auth/push/test', { method: 'POST' })");
  expect(await browser.titles(1)).toEqual([NOTICES.worksTitle]);
});

test.skipIf(NO_CHROMIUM)(
  "what is chosen besides messages is kept by the daemon, and so is its end",
  async () => {
    const { page } = await open("/inbox");
    await turnOn(page);
    // one after another, without waiting for the daemon
    const { promise: chosen, resolve: store } = Promise.withResolvers<void>();
    await page.route("**/v1/auth/push", async (route) => {
      await chosen;
      await route.continue();
    });
    // one after another, before the daemon has stored the first
    for (const name of [
      "Say when a budget is spent, or nearly",
      "Don't say who wrote, and what",
      "Nothing at night",
    ])
      await page.getByText(name).click();
    store();
    await page.getByLabel("From").fill("21:30");
    const kept = async () =>
      (await daemon.sql`select wants from push_subscriptions order by created_at desc limit 1`)[0];
    await until(async () => (await kept())?.wants.quiet_hours?.from === "21:30");
    expect((await kept())?.wants).toMatchObject({
      messages: "all",
      numbers: true,
      budgets: true,
      hides_texts: true,
    });
    await page.getByText(PUSH).click();
    await page.getByRole("button", { name: "Send a test" }).waitFor({ state: "detached" });
    expect(await kept()).toBeUndefined();
  },
);

const NOTICE = { tag: "cv_1", title: "Grace", body: "Is the table free?", path: "inbox/cv_1" };

/** The light Chromium has nowhere to show a notification, and no windows to open: what the worker asks for is kept. */
const KEEP = `
  self.asked = [];
  self.registration.showNotification = async (title, options) => void self.asked.push({ title, ...options });
  self.clients.openWindow = async (url) => void self.asked.push({ url });
`;
const CLICK = `
  const event = Object.assign(new Event("notificationclick"), {
    notification: { data: self.asked[0].data, close: () => self.asked.push("closed") },
    waitUntil: () => {},
  });
  self.dispatchEvent(event);
`;

/** A worker that was subscribed with, and hands it notices as a push service does. */
async function openWorker() {
  const { page } = await open("/inbox");
  await turnOn(page);
  const { origin } = new URL(page.url());
  const [worker] = page.context().serviceWorkers();
  if (worker === undefined) throw new Error("no worker was registered");
  await worker.evaluate(KEEP);
  const session = await page.context().newCDPSession(page);
  const { promise, resolve } = Promise.withResolvers<string>();
  session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    for (const { registrationId } of registrations) resolve(registrationId);
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await promise;
  return {
    ...{ page, worker, origin },
    push: () =>
      session.send("ServiceWorker.deliverPushMessage", {
        origin,
        registrationId,
        data: JSON.stringify(NOTICE),
      }),
    asked: () => worker.evaluate<unknown[]>("self.asked"),
  };
}

test.skipIf(NO_CHROMIUM)(
  "a notice is shown while no tab is open, and leads to what it is about",
  async () => {
    const { page, worker, origin, push, asked } = await openWorker();
    await page.goto("about:blank");
    await push();
    await until(async () => (await asked()).length === 1);
    const { path, ...said } = NOTICE;
    const data = { url: `${origin}/${path}` };
    expect(await asked()).toEqual([{ ...said, data }]);
    await worker.evaluate(CLICK);
    await until(async () => (await asked()).length === 3);
    expect((await asked()).slice(1)).toEqual(["closed", data]);
  },
);

test.skipIf(NO_CHROMIUM)("who looks at the page is shown nothing besides", async () => {
  const { page, push, asked } = await openWorker();
  await page.bringToFront();
  await push();
  await page.goto("about:blank");
  await push();
  await until(async () => (await asked()).length > 0);
  expect(await asked()).toHaveLength(1);
});
