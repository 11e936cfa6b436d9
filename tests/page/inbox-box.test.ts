/** What the box of the inbox does besides text and files: taking back, sending later, emojis, and its own speed. */
import { afterEach, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { until } from "../support/until.ts";
import { box, inboxSite, thread } from "./inbox-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { daemon, hear, messagesOf, openInbox } = inboxSite();

const undo = (page: Page) => page.getByRole("button", { name: /^Undo/ });
const waiting = (page: Page, text: string) => thread(page).getByRole("listitem").filter({ hasText: text });

/** Whether the number sends anything. */
async function setPaused(paused: boolean): Promise<void> {
  const { id } = (await daemon.call("GET", "/v1/channels")).body.data[0];
  expect((await daemon.call("PATCH", `/v1/channels/${id}`, { settings: { paused } })).status).toBe(200);
}

afterEach(() => setPaused(false));

test.skipIf(NO_CHROMIUM)(
  "Ctrl Z takes back what was sent and is not called, and says when it is too late",
  async () => {
    await setPaused(true);
    const id = await hear({ from: "14155567001", body: "How much is it?" });
    const page = await openInbox(id);
    await box(page).fill("It is 900");
    await box(page).press("Enter");
    await undo(page).waitFor();
    await page.keyboard.press("Control+z");
    await waiting(page, "It is 900").waitFor({ state: "detached" });
    await until(async () => (await box(page).inputValue()) === "It is 900");
    await box(page).fill("It is 90");
    await box(page).press("Enter");
    await undo(page).click();
    await until(async () => (await box(page).inputValue()) === "It is 90");
    const statuses = async () =>
      (await messagesOf(id)).slice(0, -1).map(({ status }: { status: string }) => status);
    await until(async () => JSON.stringify(await statuses()) === '["cancelled","cancelled"]');
    await setPaused(false);
    await box(page).fill("Yes");
    await box(page).press("Enter");
    await page.getByRole("status").getByText("Sent", { exact: true }).waitFor();
    await page.keyboard.press("Control+z");
    await page.getByText("Too late: it is on its way to the person").waitFor();
    expect(await box(page).inputValue()).toBe("");
    await waiting(page, "Yes").getByRole("img", { name: "read" }).waitFor();
    await setPaused(true);
    await box(page).fill("Until Friday");
    await box(page).press("Enter");
    await undo(page).waitFor();
    await keepScreenshot(page, "box-undo");
    // it takes longer than something can be taken back, where much else runs
    expect(await accessibilityFaults(page)).toEqual([]);
  },
);

test.skipIf(NO_CHROMIUM)("an answer is sent later, stands at the end, and is cancelled there", async () => {
  const id = await hear({ from: "14155567003", body: "Remind me" });
  const page = await openInbox(id, { width: "narrow" });
  await box(page).fill("As you asked");
  await page.getByRole("button", { name: "More for this answer" }).click();
  await page.getByRole("button", { name: "Send later" }).click();
  await page.getByRole("menuitem", { name: "Choose date and time" }).click();
  const dialog = page.getByRole("dialog", { name: "Send later" });
  await dialog.getByText(Intl.DateTimeFormat().resolvedOptions().timeZone).waitFor();
  await dialog.getByLabel("Date and time").fill("2020-01-01T09:00");
  await dialog.getByRole("button", { name: "Schedule the answer" }).click();
  await dialog.getByText("Choose a time that is still to come.").waitFor();
  await keepScreenshot(page, "box-later-dialog");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Send later" }).click();
  await page.getByRole("menuitem", { name: /^Tomorrow at/ }).click();
  const row = waiting(page, "As you asked");
  await row.getByText(/Is sent on/).waitFor();
  await keepScreenshot(page, "box-later");
  expect(await accessibilityFaults(page)).toEqual([]);
  const [scheduled] = await messagesOf(id);
  const tomorrow = new Date();
  tomorrow.setDate(tomorrow.getDate() + 1);
  tomorrow.setHours(9, 0, 0, 0);
  expect(scheduled).toMatchObject({ status: "scheduled", scheduled_at: tomorrow.toISOString() });
  await page.reload();
  await row.getByRole("button", { name: "Cancel it" }).click();
  await row.waitFor({ state: "detached" });
  expect((await messagesOf(id))[0].status).toBe("cancelled");
});

test.skipIf(NO_CHROMIUM)(
  "an emoji is put in where the cursor is, completed by its name, and answers a message",
  async () => {
    const id = await hear({ from: "14155567004", body: "We are there!" });
    const page = await openInbox(id);
    await box(page).fill("Well done");
    await box(page).press("Home");
    await page.getByRole("button", { name: "Put an emoji in" }).click();
    const picker = page.getByRole("dialog", { name: "Put an emoji in" });
    await picker.getByRole("button", { name: "grinning face", exact: true }).waitFor();
    await keepScreenshot(page, "box-emojis");
    expect(await accessibilityFaults(page)).toEqual([]);
    await picker.getByRole("textbox", { name: "Find an emoji" }).fill("party pop");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await until(async () => (await box(page).inputValue()) === "🎉Well done");
    await box(page).fill("Bravo :clapp");
    await page.getByRole("listbox", { name: "Emojis" }).getByRole("option", { name: /👏/ }).waitFor();
    await box(page).press("Enter");
    expect(await box(page).inputValue()).toBe("Bravo 👏 ");
    const row = waiting(page, "We are there!");
    await row.hover();
    await row.getByRole("button", { name: "React to it" }).click();
    await page.getByRole("textbox", { name: "Find an emoji" }).fill("thumbs up");
    await page.keyboard.press("Enter");
    await row.getByRole("list", { name: "Reactions" }).getByText("👍").waitFor();
    expect((await messagesOf(id))[0]).toMatchObject({ type: "reaction", content: { reaction: "👍" } });
  },
);

test.skipIf(NO_CHROMIUM)("writing draws nothing of the thread again", async () => {
  const id = await hear({ from: "14155567006", body: "One moment" });
  const page = await openInbox(id);
  await thread(page).getByText("One moment").waitFor();
  await box(page).focus();
  // React gives an element that it draws again other properties; the document changes where they differ
  await page.evaluate(`(() => {
    const log = document.querySelector("[role=log]");
    const fiber = Object.keys(log).find((key) => key.startsWith("__reactProps"));
    window.drawn = () => log[fiber];
    window.changes = 0;
    const count = (all) => { window.changes += all.length; };
    new MutationObserver(count).observe(log, { subtree: true, childList: true, attributes: true, characterData: true });
  })()`);
  // what has just been opened may be drawn once more, while the first characters are written
  await until(async () => {
    await page.evaluate("window.before = window.drawn(); window.changes = 0");
    await box(page).pressSequentially("Twenty characters ok");
    return await page.evaluate<boolean>("window.before === window.drawn() && window.changes === 0");
  });
});
