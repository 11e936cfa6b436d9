/** The inbox while things go wrong around it: no network, two tabs, another clock. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { until } from "../support/until.ts";
import { box, inboxSite, thread } from "./inbox-site.ts";
import { accessibilityFaults, keepScreenshot, logIn, makeUser, NO_CHROMIUM } from "./stage.ts";

const { stage, daemon, hear, messagesOf, openInbox } = inboxSite();

/** Has no answer reach the daemon, until the function that is returned is called. */
async function cutOff(page: Page): Promise<() => Promise<void>> {
  const path = "**/v1/messages";
  await page.route(path, (route) =>
    route.request().method() === "POST" ? route.abort("connectionfailed") : route.fallback(),
  );
  return () => page.unroute(path);
}

const sentTo = async (id: string) =>
  (await messagesOf(id))
    .filter(({ direction }: { direction: string }) => direction === "outbound")
    .map(({ content }: { content: { body: string } }) => content.body);

const list = (page: Page) => page.getByRole("list", { name: "Conversations" });
const cameBack = (page: Page) => page.evaluate("dispatchEvent(new Event('online'))");

/** Writes an answer that does not reach the daemon, until the page says so. */
async function writeInVain(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press("Enter");
  await thread(page).getByRole("img", { name: "not sent" }).first().waitFor();
}

test.skipIf(NO_CHROMIUM)("what nobody answered outlasts its tab, is shown, and is sent once", async () => {
  const id = await hear({ from: "14155569001", body: "Is it ready?" });
  const page = await openInbox(id);
  await cutOff(page);
  await writeInVain(page, "Since this morning");
  await box(page).fill("And tomorrow");
  await box(page).press("Enter");
  await list(page).getByText("Not sent", { exact: true }).waitFor();
  await keepScreenshot(page, "inbox-unsent");
  expect(await accessibilityFaults(page)).toEqual([]);
  const [one, other] = [await stage.another(page, `/inbox/${id}`), await stage.another(page, `/inbox/${id}`)];
  await page.close();
  for (const tab of [one, other]) await thread(tab).getByText("Since this morning").waitFor();
  await until(async () => (await sentTo(id)).length === 2);
  for (const tab of [one, other]) {
    await cameBack(tab);
    await tab.getByRole("img", { name: "being sent" }).waitFor({ state: "detached" });
    await tab.reload();
    await thread(tab).getByText("And tomorrow").waitFor();
  }
  expect((await sentTo(id)).toReversed()).toEqual(["Since this morning", "And tomorrow"]);
});

test.skipIf(NO_CHROMIUM)(
  "the browser asks before it leaves what is not sent, which is sent by itself from whatever view",
  async () => {
    const id = await hear({ from: "14155569006", body: "Is it ready?" });
    const page = await openInbox(id);
    const restore = await cutOff(page);
    await writeInVain(page, "It is");
    const asks = () =>
      page.evaluate<boolean>("!dispatchEvent(new Event('beforeunload', { cancelable: true }))");
    expect(await asks()).toBe(true);
    await page.goto(`${daemon.url}/`);
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await restore();
    await until(async () => {
      await cameBack(page);
      return (await sentTo(id)).length > 0;
    });
    await until(async () => !(await asks()));
    expect(await sentTo(id)).toEqual(["It is"]);
  },
);

test.skipIf(NO_CHROMIUM)("what was accepted is never sent again, even where it can't be read", async () => {
  const id = await hear({ from: "14155569007", body: "Is it ready?" });
  const page = await openInbox(id);
  for (const status of [403, 404, 429, 500]) {
    const text = `Answer before ${status}`;
    let isRefused = false;
    await page.route(/\/v1\/messages\/[\w-]+$/, async (route) => {
      await route.fulfill({ status, body: "{}" });
      isRefused = true;
    });
    await box(page).fill(text);
    await box(page).press("Enter");
    await until(() => isRefused);
    await thread(page).getByText(text).waitFor();
    expect(await box(page).inputValue()).toBe("");
    await page.unrouteAll({ behavior: "wait" });
  }
  await box(page).press("Enter");
  expect(await sentTo(id)).toHaveLength(4);
});

test.skipIf(NO_CHROMIUM)(
  "what may have been taken is not sent as another one, nor back in the box when it is refused",
  async () => {
    const id = await hear({ from: "14155569011", body: "Is it ready?" });
    const page = await openInbox(id);
    await page.route("**/v1/messages", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await route.fetch();
      await route.abort("connectionfailed");
    });
    await writeInVain(page, "It is");
    expect(await sentTo(id)).toEqual(["It is"]);
    await page.unrouteAll({ behavior: "wait" });
    await cameBack(page);
    await thread(page).getByRole("img", { name: "not sent" }).waitFor({ state: "detached" });
    expect(await sentTo(id)).toEqual(["It is"]);

    const restore = await cutOff(page);
    await writeInVain(page, "Since noon");
    await restore();
    const problem = { title: "Forbidden", status: 403, code: "forbidden", detail: "not any more" };
    await page.route("**/v1/messages", (route) => route.fulfill({ status: 403, json: problem }));
    await cameBack(page);
    await page.getByText("Not any more").first().waitFor();
    await thread(page).getByText("Since noon", { exact: true }).waitFor();
    expect(await box(page).inputValue()).toBe("");
  },
);

test.skipIf(NO_CHROMIUM)("nobody else at the same browser sees or sends what is not sent", async () => {
  const id = await hear({ from: "14155569009", body: "Is it ready?" });
  const page = await openInbox(id);
  await cutOff(page);
  await writeInVain(page, "Between us");
  const context = page.context();
  await page.close();
  await context.clearCookies();
  await logIn(context, daemon.url, (await makeUser(daemon, "agent")).cookies);
  const others = await context.newPage();
  await others.goto(`${daemon.url}/inbox/${id}`);
  await thread(others).getByText("Is it ready?").waitFor();
  await cameBack(others);
  await box(others).fill("From somebody else");
  await box(others).press("Enter");
  await until(async () => (await sentTo(id)).length > 0);
  expect(await others.getByText("Between us").count()).toBe(0);
  expect(await sentTo(id)).toEqual(["From somebody else"]);
});

test.skipIf(NO_CHROMIUM)("who logs out is asked about what is not sent", async () => {
  const id = await hear({ from: "14155569010", body: "Is it ready?" });
  const page = await openInbox(id, { as: "agent" });
  await cutOff(page);
  await writeInVain(page, "It is");
  await page.goto(`${daemon.url}/settings/account`);
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  const asked = page.getByRole("dialog", { name: "One answer is not sent yet" });
  await asked.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("heading", { name: "Log in to Waypost" }).waitFor();
  expect(await page.evaluate<number>("localStorage.length")).toBe(0);
});

test.skipIf(NO_CHROMIUM)(
  "an hour is an hour by the daemon's clock, however wrong the browser's is",
  async () => {
    const id = await hear({ from: "14155569003", body: "Later?" });
    const page = await stage.open("/login", { isFresh: true });
    await page.clock.setSystemTime(new Date(Date.now() - 5 * 3600_000));
    await page.goto(`${daemon.url}/inbox/${id}`);
    await box(page).fill("In a while");
    await page.getByRole("button", { name: "Send later" }).click();
    await page.getByRole("menuitem", { name: /^In an hour/ }).click();
    await until(async () => (await messagesOf(id)).length === 2);
    const [{ status, scheduled_at }] = await messagesOf(id);
    expect(status).toBe("scheduled");
    expect(Date.parse(scheduled_at)).toBeGreaterThan(Date.now() + 50 * 60_000);
    await page.getByRole("button", { name: "More about this conversation" }).click();
    await page.getByRole("menuitem", { name: /Snooze/ }).click();
    await page.getByRole("button", { name: /^In an hour/ }).click();
    await until(async () => {
      const { snoozed_until } = (await daemon.call("GET", `/v1/conversations/${id}`)).body;
      return snoozed_until !== null && Date.parse(snoozed_until) > Date.now() + 50 * 60_000;
    });
    // and nothing that happened is still to come
    await page.goto(`${daemon.url}/settings/audit`);
    await page.getByRole("row").nth(1).waitFor();
    const times = await page.locator("time").allTextContents();
    expect(times.length).toBeGreaterThan(0);
    expect(times.filter((text) => text.startsWith("in "))).toEqual([]);
  },
);

test.skipIf(NO_CHROMIUM)(
  "two tabs share a box; who is erased is named nowhere from then on, and can't be answered",
  async () => {
    const id = await hear({ from: "14155569004", body: "Forget me", name: "Erased Erna" });
    const page = await openInbox(id);
    const named = page.getByText("Erased Erna");
    await named.first().waitFor();
    // in colours of the user's own, it is seen what is chosen
    await page.emulateMedia({ forcedColors: "active" });
    const outlineOf = (chosen: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${chosen}')).outlineStyle`);
    await thread(page).getByText("Forget me").waitFor();
    expect(await outlineOf("li [aria-current=true]")).toBe("solid");
    expect(await outlineOf("button[aria-pressed=true]")).toBe("solid");
    // what is sent in one tab is not left in the box of another
    await box(page).fill("It is");
    const other = await stage.another(page, `/inbox/${id}`);
    await until(async () => (await box(other).inputValue()) === "It is");
    await box(other).press("Enter");
    await thread(page).getByText("It is", { exact: true }).waitFor();
    await until(async () => (await box(page).inputValue()) === "");
    await other.close();
    await box(page).fill("Done");
    const { contact_id } = (await daemon.call("GET", `/v1/conversations/${id}`)).body;
    await daemon.call("DELETE", `/v1/contacts/${contact_id}`);
    await until(async () => (await named.count()) === 0);
    await box(page).press("Enter");
    await page
      .getByRole("alert")
      .getByText(/no address is known of this person/)
      .waitFor();
    expect(await box(page).inputValue()).toBe("Done");
    expect(await page.getByRole("button", { name: /^Undo/ }).count()).toBe(0);
  },
);
