/** Finding what was said, and the keys that put a conversation out of the way. */
import { expect, test } from "bun:test";
import { heldUp, inOwnBlocks } from "../messages/search/support.ts";
import { until } from "../support/until.ts";
import { inboxSite, thread } from "./inbox-site.ts";
import { accessibilityFaults, keepScreenshot, makeUser, NO_CHROMIUM } from "./stage.ts";

const { daemon, hear, openInbox, stage } = inboxSite();

test.skipIf(NO_CHROMIUM)("what was said is found with its words marked, and opens there", async () => {
  const body = `${"Well, 🙂 ".repeat(8)}is the <b>Zanzibar</b> table free?`;
  const id = await hear({ from: "14155569001", body, name: "Ada" });
  await hear({ from: "14155569002", body: "Nothing of the kind", name: "Bo" });
  await until(
    async () => (await daemon.call("GET", "/v1/messages/search?q=zanzibar")).body.data.length === 1,
  );
  const page = await stage.open("/inbox");
  await page.getByRole("searchbox", { name: "Name, number or words" }).fill("zanzi");
  const hits = page.getByRole("region", { name: "Messages" }).filter({ has: page.locator("mark") });
  const hit = hits.getByRole("link", { name: /Ada/ });
  await hit.waitFor();
  expect(await hit.locator("mark").allTextContents()).toEqual(["Zanzi"]);
  expect(await hit.textContent()).toContain("is the <b>Zanzibar</b> table free?");
  await page.getByText("Nobody is called so").waitFor();
  expect(await page.getByText("No conversation matches").count()).toBe(0);
  await keepScreenshot(page, "inbox-search");
  expect(await accessibilityFaults(page)).toEqual([]);
  await hit.click();
  await page.waitForURL(new RegExp(`/inbox/${id}\\?.*message=`));
  await thread(page).getByText("table free?").waitFor();
});

test.skipIf(NO_CHROMIUM)(
  "a search that takes long is continued by itself until something is found",
  async () => {
    await inOwnBlocks(daemon, "Walrus", "Seal");
    const page = await stage.open("/inbox");
    const box = page.getByRole("searchbox", { name: "Name, number or words" });
    await heldUp(daemon, () => void box.fill("walrus"));
    const hits = page.getByRole("region", { name: "Messages" });
    await hits.locator("mark").waitFor();
    expect(await hits.locator("mark").allTextContents()).toEqual(["Walrus"]);
  },
);

test.skipIf(NO_CHROMIUM)("keys snooze, tag and leave unread what is open", async () => {
  const id = await hear({ from: "14155569003", body: "Hello?", name: "Ada" });
  const page = await openInbox(`${id}?q=Ada`);
  await thread(page).getByText("Hello?").waitFor();
  const line = page.getByRole("link", { name: /Ada/ }).filter({ hasText: "Hello?" });
  const unread = line.getByRole("img", { name: "1 unread" });
  await unread.waitFor({ state: "detached" });
  await page.keyboard.press("u");
  await page.waitForURL("**/inbox?q=Ada");
  await unread.waitFor();
  await line.click();
  await unread.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "More about this conversation" }).click();
  await page.getByRole("menuitem", { name: /Mark as unread/ }).click();
  await unread.waitFor();
  await line.click();
  await page.keyboard.press("t");
  await page.getByRole("dialog", { name: "Tags of the conversation" }).getByLabel("Tag").fill("late");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove tag late" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("s");
  await keepScreenshot(page, "inbox-snooze");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: /Tomorrow morning/ }).click();
  await page.getByRole("button", { name: "Open again" }).waitFor();
  const { body } = await daemon.call("GET", `/v1/conversations/${id}`);
  expect(body).toMatchObject({ status: "snoozed", tags: ["late"] });
  const at = new Date(body.snoozed_until);
  expect([at.getHours(), at.getMinutes(), at.getTime() > Date.now()]).toEqual([9, 0, true]);
});

test.skipIf(NO_CHROMIUM)(
  "n takes who waits longest of those that the filters leave, and says when nobody does",
  async () => {
    // they wait longer, and the filter leaves them out
    await hear({ from: "14155569010", body: "Before", name: "Somebody Else" });
    const first = await hear({ from: "14155569011", body: "First", name: "Waiting One" });
    const second = await hear({ from: "14155569012", body: "Second", name: "Waiting Two" });
    await makeUser(daemon, "agent");
    const page = await stage.open("/inbox?q=Waiting", { as: "agent" });
    await page.getByRole("link", { name: /Waiting One/ }).waitFor();
    await page.keyboard.press("n");
    await page.waitForURL(`**/inbox/${first}?q=Waiting`);
    await page.getByRole("button", { name: "Assign: You" }).waitFor();
    // what is read again after the change may take as long as it likes
    const { promise: readAgain, resolve: read } = Promise.withResolvers<void>();
    await page.route(/\/v1\/conversations\?/, async (route) => {
      await readAgain;
      await route.continue();
    });
    await page.getByRole("button", { name: "Take the next conversation that waits" }).click();
    await page.waitForURL(`**/inbox/${second}?q=Waiting`);
    await thread(page).getByText("Second").waitFor();
    await page.keyboard.press("n");
    await page
      .getByText(
        "Nobody waits for an answer in an open conversation without an assignee, of your teams or of none.",
      )
      .waitFor();
    read();
    // and hands it over, to a colleague and to nobody
    await page.getByRole("button", { name: "Assign: You" }).click();
    await page.getByRole("menuitem", { name: "Ada" }).first().click();
    await page.getByRole("button", { name: "Assign: Ada" }).click();
    await page.getByRole("menuitem", { name: "Assign to nobody" }).click();
    await until(
      async () => (await daemon.call("GET", `/v1/conversations/${second}`)).body.assignee_id === null,
    );
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("Take the next conversation that waits").waitFor();
  },
);
