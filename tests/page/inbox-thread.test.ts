/** Long conversations: going through them, to what an answer quotes and back, and what comes in meanwhile. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { LONG_MS } from "../support/long.ts";
import { until } from "../support/until.ts";
import { sees, thread, threadSite } from "./inbox-thread-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { hearMany, openThread, daemon } = threadSite();
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `Message ${n + 1}`);
const said = (page: Page, words: string) => thread(page).getByText(words, { exact: true });
/** The numbers of the messages that are drawn, from the top. */
const drawn = async (page: Page) =>
  (
    await thread(page)
      .getByText(/^Message \d+$/)
      .allTextContents()
  ).map((text) => Number(text.slice(8)));
const scrollTo = (page: Page, end: "top" | "bottom") =>
  page.evaluate(`{
    const box = document.querySelector("[role=log]").parentElement;
    box.scrollTop = ${end === "top" ? 0 : "box.scrollHeight"};
  }`);

test.skipIf(NO_CHROMIUM)(
  "a quote leads to what it answers, however far back, and a way leads back",
  async () => {
    const id = await hearMany("14155568001", numbered(300));
    const quoting = {
      text: { body: "As you said" },
      context: { id: "wamid.14155568001.3", from: "14155568001" },
    };
    await hearMany("14155568001", [quoting]);
    const page = await openThread(id);
    await sees(page, "As you said");
    expect(await said(page, "Message 3").count()).toBe(0);
    await thread(page)
      .getByRole("button", { name: /an earlier message/ })
      .click();
    await said(page, "Message 3").waitFor();
    await until(async () => (await said(page, "Message 3").boundingBox()) !== null);
    expect(await thread(page).locator("li:focus").textContent()).toContain("Message 3");
    await keepScreenshot(page, "inbox-thread-jump");
    await page.mouse.move(0, 0);
    await page.getByRole("tooltip").waitFor({ state: "detached" });
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Back to the answer" }).click();
    await sees(page, "As you said");
    await page.getByRole("button", { name: "Back to the answer" }).waitFor({ state: "detached" });
  },
);

test.skipIf(NO_CHROMIUM)(
  "a long conversation is gone through both ways, and little of it is drawn",
  async () => {
    const all = 500;
    const id = await hearMany("14155568003", numbered(all));
    const page = await openThread(id);
    await said(page, `Message ${all}`).waitFor();
    let most = 0;
    const through = async (end: "top" | "bottom", last: string) => {
      const met = new Set<number>();
      await until(async () => {
        const numbers = await drawn(page);
        most = Math.max(most, numbers.length);
        expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
        for (const one of numbers) met.add(one);
        await scrollTo(page, end);
        return (await said(page, last).count()) > 0;
      });
      return met.size;
    };
    await through("top", "Message 1");
    expect(await said(page, `Message ${all}`).count()).toBe(0);
    expect(await through("bottom", `Message ${all}`)).toBeGreaterThan(all - 250);
    expect(most).toBeLessThanOrEqual(250);
    await scrollTo(page, "top");
    await page.getByRole("button", { name: "Go to the newest" }).click();
    await said(page, `Message ${all}`).waitFor();
  },
  // some twenty-five screens, each drawn and looked through
  LONG_MS,
);

test.skipIf(NO_CHROMIUM)(
  "what comes in is counted while one reads further up, said aloud, and moves nothing",
  async () => {
    const from = "14155568004";
    const id = await hearMany(from, numbered(120));
    const page = await openThread(id);
    await said(page, "Message 120").waitFor();
    const heard = page.getByRole("status").filter({ hasText: "Ada Lovelace" });
    await hearMany(from, ["At the end"]);
    await heard.getByText("Ada Lovelace: At the end", { exact: true }).waitFor();
    const path = `/v1/conversations/${id}`;
    const unread = () =>
      page.evaluate<number>(
        `fetch("${path}").then((answer) => answer.json()).then(({ unread_count }) => unread_count)`,
      );
    await until(async () => (await unread()) === 0);
    // older ones come when they are near, below which what was first stays in sight
    const [first = 0] = await drawn(page);
    expect(first).toBeGreaterThan(1);
    const kept = said(page, `Message ${first}`);
    await kept.scrollIntoViewIfNeeded();
    await said(page, `Message ${first - 1}`).waitFor({ state: "attached" });
    expect((await kept.boundingBox())?.y).toBeLessThan(page.viewportSize()?.height ?? 0);
    await page.getByRole("button", { name: "Go to the newest" }).waitFor();
    const place = await kept.boundingBox();
    await hearMany(from, ["One more", "And another"]);
    await page.getByRole("button", { name: "2 new" }).waitFor();
    await page.getByRole("status").getByText("2 new messages", { exact: true }).waitFor();
    expect(await kept.boundingBox()).toEqual(place);
    // who reads further up has not read it
    expect(await unread()).toBe(2);
    await keepScreenshot(page, "inbox-thread-new");
    expect(await thread(page).getAttribute("aria-live")).toBe("off");
    await page.getByRole("button", { name: "2 new" }).click();
    await page.getByRole("button", { name: "2 new" }).waitFor({ state: "detached" });
    expect((await said(page, "And another").boundingBox())?.y).toBeLessThan(page.viewportSize()?.height ?? 0);
    await until(async () => (await unread()) === 0);
  },
);

test.skipIf(NO_CHROMIUM)(
  "a link to a message opens its conversation there, and an answer is seen at the end",
  async () => {
    const id = await hearMany("14155568005", numbered(400));
    const page = await openThread(`${id}?message=wamid.14155568005.12`);
    expect(await thread(page).locator("li:focus").textContent()).toContain("Message 12");
    const box = page.getByRole("textbox", { name: "Answer" });
    await box.fill("Here I am");
    await box.press("Enter");
    await sees(page, "Here I am");
    await sees(page, "Message 400");
  },
);

test.skipIf(NO_CHROMIUM)("notes stand beside their messages, as far back as these are read", async () => {
  const id = await hearMany("14155568006", ["How much is it?"]);
  const note = (body: string) => daemon.call("POST", `/v1/conversations/${id}/notes`, { body });
  await note("The first note");
  // times of messages have whole seconds
  await daemon.sql`update conversation_notes set created_at = created_at - interval '1 minute'`;
  for (let nth = 0; nth < 100; nth++) await note(`Note ${nth}`);
  await hearMany("14155568006", numbered(200));
  await note("The last note");
  const page = await openThread(id);
  await sees(page, "The last note");
  expect(await said(page, "The first note").count()).toBe(0);
  await until(async () => {
    await scrollTo(page, "top");
    return (await said(page, "The first note").count()) > 0;
  });
  await page.goto(`${daemon.url}/inbox/${id}?message=wamid.14155568006.1`);
  await said(page, "The first note").waitFor();
  expect(await said(page, "The last note").count()).toBe(0);
});
