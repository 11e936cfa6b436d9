/** What was written and is not sent: it is said wherever somebody looks, goes out by itself, and never vanishes. */
import { expect, test } from "bun:test";
import type { Page, Route } from "playwright-core";
import { until } from "../support/until.ts";
import { box, inboxSite, thread } from "./inbox-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { stage, daemon, hear, messagesOf, openInbox } = inboxSite();

const list = (page: Page) => page.getByRole("list", { name: "Conversations" });

const sentTo = async (id: string) =>
  (await messagesOf(id))
    .filter(({ direction }: { direction: string }) => direction === "outbound")
    .map(({ content }: { content: { body: string } }) => content.body);

async function answer(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press("Enter");
}

/** Holds back answers to what is sent, until the function that is returned says what becomes of them. */
async function hold(page: Page): Promise<(end: (route: Route) => Promise<void>) => Promise<void>> {
  const held: Route[] = [];
  await page.route("**/v1/messages", (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    held.push(route);
  });
  return async (end) => {
    await until(() => held.length > 0);
    for (const route of held) await end(route);
    await page.unroute("**/v1/messages");
  };
}

test.skipIf(NO_CHROMIUM)(
  "without a network all tabs say what is not sent, and once it is back it is sent once",
  async () => {
    const [id, busy] = [
      await hear({ from: "14155569101", body: "Is it ready?", name: "Offline Olga" }),
      await hear({ from: "14155569102", body: "Hello?", name: "Answered Anna" }),
    ];
    const page = await openInbox(id);
    const other = await stage.another(page, `/inbox/${busy}`);
    await thread(other).getByText("Hello?").waitFor();
    await page.context().setOffline(true);
    await page.getByRole("status").getByText("Not connected").waitFor();
    await answer(page, "It is");
    for (const tab of [page, other]) {
      await list(tab).getByText("Not sent It is").waitFor();
      await until(async () => (await tab.title()).startsWith("Not sent!"));
    }
    await other.getByRole("button", { name: "Not sent 1" }).click();
    await list(other).getByText("Answered Anna").waitFor({ state: "detached" });
    await list(other).getByText("Offline Olga").waitFor();
    await other.keyboard.press("j");
    await other.waitForURL(`**/inbox/${id}?unsent=true`);
    await page.context().setOffline(false);
    await other.getByText("All that you wrote is sent.").waitFor();
    for (const tab of [page, other]) await until(async () => !(await tab.title()).startsWith("Not sent!"));
    expect(await sentTo(id)).toEqual(["It is"]);
  },
);

test.skipIf(NO_CHROMIUM)("a network that swallows what is sent is said after seconds", async () => {
  const id = await hear({ from: "14155569103", body: "Is it ready?" });
  const page = await stage.open("/login", { isFresh: true });
  await page.clock.install();
  await page.goto(`${daemon.url}/inbox/${id}`);
  await thread(page).getByText("Is it ready?").waitFor();
  const goOn = await hold(page);
  await answer(page, "It is");
  await thread(page).getByRole("img", { name: "being sent" }).waitFor();
  await page.clock.runFor(9500);
  await thread(page).getByRole("img", { name: "not sent" }).waitFor();
  await goOn((route) => route.abort());
  await page.clock.runFor(5000);
  await thread(page).getByRole("img", { name: "not sent" }).waitFor({ state: "detached" });
  expect(await sentTo(id)).toEqual(["It is"]);
});

test.skipIf(NO_CHROMIUM)("what is written in another tab has nothing sent again", async () => {
  const [id, elsewhere] = [
    await hear({ from: "14155569109", body: "Is it ready?" }),
    await hear({ from: "14155569110", body: "And mine?", name: "Elsewhere Else" }),
  ];
  const page = await stage.open("/login", { isFresh: true });
  await page.clock.install();
  await page.goto(`${daemon.url}/inbox/${id}`);
  let asked = 0;
  await page.route("**/v1/messages", (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    asked += 1;
    return route.abort("connectionfailed");
  });
  await thread(page).getByText("Is it ready?").waitFor();
  await answer(page, "It is");
  await thread(page).getByRole("img", { name: "not sent" }).waitFor();
  // what is tried again by itself would come later
  await page.clock.pauseAt(Date.now() + 1000);
  // the browser's store without the page, which would send it as well
  const other = await stage.another(page, "/v1/auth/me");
  for (const text of ["S", "So", "Soo", "Soon"])
    await other.evaluate<unknown>(`(() => {
      const name = Object.keys(localStorage).find((one) => one.startsWith("waypost-pending:"));
      const user = name.split(":${id}:")[0].replace("waypost-pending:", "");
      localStorage.setItem("waypost-draft:" + user + ":${elsewhere}", "${text}");
    })()`);
  await list(page).getByText("Draft: Soon").waitFor();
  // what was begun by then has reached the network before this
  await page.evaluate("fetch('/v1/messages').then(() => fetch('/v1/messages'))");
  expect(asked).toBe(1);
});

test.skipIf(NO_CHROMIUM)(
  "what is refused after somebody has moved on is in its box again, and they are told where",
  async () => {
    const id = await hear({ from: "14155569104", body: "Is it ready?" });
    const page = await openInbox(id);
    const goOn = await hold(page);
    await answer(page, "It is");
    await page.getByRole("link", { name: "Overview" }).first().click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    const problem = { title: "Conflict", status: 409, code: "window_closed", detail: "the window is closed" };
    await goOn((route) => route.fulfill({ status: 409, json: problem }));
    const said = page.getByRole("status").getByText(/is in its box again. The window is closed./);
    await said.waitFor();
    await keepScreenshot(page, "inbox-back-in-box");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("link", { name: "Go there" }).click();
    await page.getByRole("alert").getByText("The window is closed.").waitFor();
    await said.waitFor({ state: "detached" });
    expect(await box(page).inputValue()).toBe("It is");
    await list(page).getByText("Not sent", { exact: true }).waitFor();
    await box(page).fill("");
    await list(page).getByText("Not sent", { exact: true }).waitFor({ state: "detached" });
  },
);

test.skipIf(NO_CHROMIUM)(
  "a note, and a conversation closed by its key, that are refused later lead back to where they were begun",
  async () => {
    const id = await hear({ from: "14155569105", body: "Is it ready?", name: "Noted Nora" });
    const page = await openInbox(id);
    const held: Route[] = [];
    await page.route(/\/v1\/conversations\/[\w-]+(\/notes)?$/, (route) => {
      if (route.request().method() === "GET") return route.fallback();
      held.push(route);
    });
    await thread(page).getByText("Is it ready?").waitFor();
    await page.keyboard.press("e");
    await page.getByRole("button", { name: "Note", exact: true }).click();
    await page.getByRole("textbox", { name: "Note" }).fill("Ask the workshop");
    await page.getByRole("textbox", { name: "Note" }).press("Enter");
    await until(() => held.length === 2);
    await page.getByRole("link", { name: "Overview" }).first().click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    const problem = { title: "Forbidden", status: 403, code: "forbidden", detail: "not any more" };
    for (const route of held) await route.fulfill({ status: 403, json: problem });
    await page
      .getByText("What you did in the conversation with Noted Nora did not work. Not any more.")
      .waitFor();
    const note = page.getByRole("status").getByText("Your note was not kept, and is in its box still.");
    await note.waitFor();
    await page.getByRole("link", { name: "Go there" }).last().click();
    await page.getByRole("button", { name: "Note", exact: true }).click();
    expect(await page.getByRole("textbox", { name: "Note" }).inputValue()).toBe("Ask the workshop");
  },
);

test.skipIf(NO_CHROMIUM)(
  "what holds up several messages is said once, over the box, with the way to the number",
  async () => {
    const id = await hear({ from: "14155569106", body: "Is it ready?" });
    const { channel_id } = (await daemon.call("GET", `/v1/conversations/${id}`)).body;
    const pause = (paused: boolean) =>
      daemon.call("PATCH", `/v1/channels/${channel_id}`, { settings: { paused } });
    await pause(true);
    const page = await openInbox(id);
    await answer(page, "It is");
    await thread(page).getByText("It is", { exact: true }).waitFor();
    await answer(page, "Come by");
    await thread(page).getByText("Come by", { exact: true }).waitFor();
    await page.getByRole("link", { name: "See the number" }).waitFor();
    expect(await page.getByText(/paused/).count()).toBe(1);
    await keepScreenshot(page, "inbox-said-once");
    expect(await accessibilityFaults(page)).toEqual([]);
    await pause(false);
    await page.getByRole("link", { name: "See the number" }).waitFor({ state: "detached" });
  },
);

test.skipIf(NO_CHROMIUM)(
  "where each second answer is lost and tabs are closed, all that was written is sent once",
  async () => {
    const ids = [
      await hear({ from: "14155569107", body: "Is it ready?" }),
      await hear({ from: "14155569108", body: "And mine?" }),
    ];
    let page = await openInbox(ids[0] ?? "");
    let asked = 0;
    await page.context().route("**/v1/messages", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      asked += 1;
      if (asked % 2 === 1) return route.continue();
      // taken by the daemon, but nobody hears of it
      await route.fetch();
      await route.abort("connectionfailed");
    });
    const texts = Array.from({ length: 8 }, (_, at) => `Sentence ${at}`);
    for (const [at, text] of texts.entries()) {
      const id = ids[at % 2] ?? "";
      const before = page;
      page = await stage.another(before, `/inbox/${id}`);
      await before.close();
      await answer(page, text);
      await until(() => page.evaluate<boolean>(`document.body.innerText.includes("${text}")`));
    }
    const sent = async () => (await Promise.all(ids.map(sentTo))).flat();
    await until(async () => {
      await page.evaluate("dispatchEvent(new Event('online'))");
      return (await sent()).length >= texts.length && !(await page.title()).startsWith("Not sent");
    });
    expect((await sent()).toSorted()).toEqual(texts);
    expect(await page.evaluate<string>("JSON.stringify(localStorage)")).not.toContain("Sentence");
  },
);
