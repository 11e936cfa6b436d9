/** The inbox: who waits, what was said, and answering it. */
import { expect, test } from "bun:test";
import type { Route } from "playwright-core";
import { box, inboxSite, thread } from "./inbox-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { daemon, hear, messagesOf, openInbox, stage } = inboxSite();

test.skipIf(NO_CHROMIUM)("who writes is in the list at once, and what they say in the thread", async () => {
  const id = await hear({ from: "14155565001", body: "Are you open on Sunday?" });
  const page = await stage.open("/inbox");
  await page.getByRole("link", { name: /Ada Lovelace.*Are you open on Sunday\?/ }).click();
  await thread(page).getByText("Are you open on Sunday?").waitFor();
  await hear({ from: "14155565001", body: "Or on Monday?" });
  await thread(page).getByText("Or on Monday?").waitFor();
  const line = page.getByRole("link", { name: /Ada Lovelace.*Or on Monday\?/ });
  await line.waitFor();
  await line.getByRole("img", { name: /unread/ }).waitFor({ state: "detached" });
  expect(page.url()).toEndWith(`/inbox/${id}`);
  await keepScreenshot(page, "inbox");
});

test.skipIf(NO_CHROMIUM)("an answer is sent with Enter, and its ticks follow it to read", async () => {
  const id = await hear({ from: "14155565002", body: "Hello?" });
  const page = await openInbox(id);
  await box(page).fill("Yes, from 9 to 22.");
  await box(page).press("Enter");
  const row = thread(page).getByRole("listitem").filter({ hasText: "Yes, from 9 to 22." });
  await row.getByRole("img", { name: "read" }).waitFor();
  expect(await row.count()).toBe(1);
  expect(await box(page).inputValue()).toBe("");
  const [sent] = await messagesOf(id);
  expect([sent?.direction, sent?.content.body]).toEqual(["outbound", "Yes, from 9 to 22."]);
});

test.skipIf(NO_CHROMIUM)("a refused answer is back in the box, with the reason", async () => {
  const id = await hear({ from: "14155565003", body: "Hello?" });
  const page = await openInbox(id);
  const text = "x".repeat(4097);
  await box(page).fill(text);
  await box(page).press("Enter");
  await page.getByRole("alert").waitFor();
  expect(await box(page).inputValue()).toBe(text);
  expect((await messagesOf(id)).length).toBe(1);
});

test.skipIf(NO_CHROMIUM)("opening a conversation reads it, for this user alone", async () => {
  const page = await stage.open("/inbox");
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
  const id = await hear({ from: "14155565004", body: "Hello?", name: "Bo" });
  await page.getByRole("link", { name: /Bo/ }).getByRole("img", { name: "1 unread" }).waitFor();
  await page.getByRole("link", { name: /Bo/ }).click();
  await page
    .getByRole("link", { name: /Bo/ })
    .getByRole("img", { name: "1 unread" })
    .waitFor({ state: "detached" });
  expect((await daemon.call("GET", `/v1/conversations/${id}`)).body.unread_count).toBe(1);
  // one comes when the one before was marked, and the page does not know it yet
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    const response = await route.fetch();
    asked.resolve();
    await held.promise;
    await route.fulfill({ response });
  };
  await page.route("**/read", hold, { times: 1 });
  await hear({ from: "14155565004", body: "Still there?", name: "Bo" });
  await asked.promise;
  await hear({ from: "14155565004", body: "Hello again", name: "Bo" });
  await thread(page).getByText("Hello again").waitFor();
  held.resolve();
  await page.getByRole("link", { name: /Bo.*Hello again/ }).waitFor();
  await page
    .getByRole("link", { name: /Bo/ })
    .getByRole("img", { name: /unread/ })
    .waitFor({ state: "detached" });
});

test.skipIf(NO_CHROMIUM)("what was begun is there after a reload, in its own conversation", async () => {
  const id = await hear({ from: "14155565005", body: "One" });
  const other = await hear({ from: "14155565006", body: "Two" });
  const page = await openInbox(id, { as: "admin" });
  await box(page).fill("Just a moment");
  await page.reload();
  expect(await box(page).inputValue()).toBe("Just a moment");
  await page.goto(page.url().replace(id, other));
  await thread(page).getByText("Two").waitFor();
  expect(await box(page).inputValue()).toBe("");
  // the next one at this browser finds nothing of it
  await page.goto(`${daemon.url}/settings/account`);
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await page.waitForURL("**/login");
  expect(await page.evaluate<string>("JSON.stringify(localStorage)")).toBe("{}");
});

test.skipIf(NO_CHROMIUM)("older messages come when they are near, and nothing moves", async () => {
  const from = "14155565008";
  for (let n = 1; n <= 120; n++) await hear({ from, body: `Message ${n}` });
  const id = (await daemon.call("GET", `/v1/conversations?q=${from}`)).body.data[0].id;
  const page = await openInbox(id);
  await thread(page).getByText("Message 120", { exact: true }).waitFor();
  const first = thread(page)
    .getByText(/^Message \d+$/)
    .first();
  const text = (await first.textContent()) ?? "";
  const kept = thread(page).getByText(text, { exact: true });
  const older = thread(page).getByText(`Message ${Number(text.slice(8)) - 1}`, { exact: true });
  expect(await older.count()).toBe(0);
  await kept.scrollIntoViewIfNeeded();
  await older.waitFor({ state: "attached" });
  const seen = await kept.boundingBox();
  expect(seen?.y).toBeLessThan(page.viewportSize()?.height ?? 0);
  await hear({ from, body: "Message 121" });
  await thread(page).getByText("Message 121", { exact: true }).waitFor({ state: "attached" });
  expect(await kept.boundingBox()).toEqual(seen);
  await page.getByRole("button", { name: "1 new" }).click();
  expect(await thread(page).getByText("Message 121", { exact: true }).boundingBox()).not.toBeNull();
});

test.skipIf(NO_CHROMIUM)("an answer quotes, and a reaction stands at the message", async () => {
  const id = await hear({ from: "14155565009", body: "Table for two?" });
  const [asked] = await messagesOf(id);
  const page = await openInbox(id);
  await thread(page).getByText("Table for two?").hover();
  await page.getByRole("button", { name: "Quote it in your answer" }).click();
  await box(page).fill("Booked");
  await box(page).press("Enter");
  const row = thread(page).getByRole("listitem").filter({ hasText: "Booked" });
  await row.getByRole("button", { name: "Table for two?" }).waitFor();
  expect((await messagesOf(id))[0].content.reply_to).toEqual({ id: asked.provider_message_id });
  const reaction = { type: "reaction", reaction: { message_id: asked.provider_message_id, emoji: "👍" } };
  await hear({ from: "14155565009", body: "", more: { ...reaction, text: undefined } });
  await thread(page).getByRole("listitem").filter({ hasText: "👍" }).first().waitFor();
});

test.skipIf(NO_CHROMIUM)("a note stands between the messages, and is not sent", async () => {
  const id = await hear({ from: "14155565010", body: "Hello?" });
  const page = await openInbox(id);
  await page.getByRole("button", { name: "Note" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("Call after six");
  await page.getByRole("button", { name: "Keep the note" }).click();
  await thread(page).getByText("Call after six").waitFor();
  expect((await messagesOf(id)).length).toBe(1);
});

test.skipIf(NO_CHROMIUM)("a colleague sees at once that keys assigned and closed", async () => {
  const id = await hear({ from: "14155565011", body: "Hello?" });
  const colleague = await openInbox(id, { as: "agent" });
  await thread(colleague).getByText("Hello?").waitFor();
  const page = await openInbox(id);
  await thread(page).getByText("Hello?").waitFor();
  await page.keyboard.press("a");
  await page.getByRole("button", { name: "Assign" }).getByText("You").waitFor();
  await page.keyboard.press("e");
  await colleague.getByRole("button", { name: "Open again" }).waitFor();
  expect((await daemon.call("GET", `/v1/conversations/${id}`)).body).toMatchObject({ status: "closed" });
});

test.skipIf(NO_CHROMIUM)("what happens elsewhere reads nothing of the open one again", async () => {
  const id = await hear({ from: "14155565017", body: "Hello?" });
  const page = await openInbox(id);
  await thread(page).getByText("Hello?").waitFor();
  await hear({ from: "14155565018", body: "Somebody first" });
  // what happened before is shown by then
  await page.getByRole("link", { name: /Somebody first/ }).waitFor();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await hear({ from: "14155565018", body: "Somebody else" });
  await page.getByRole("link", { name: /Somebody else/ }).waitFor();
  await hear({ from: "14155565017", body: "And now?" });
  await thread(page).getByText("And now?").waitFor();
  expect(asked.filter((url) => url.includes("/v1/messages?")).length).toBe(1);
});

test.skipIf(NO_CHROMIUM)("j and k go through the conversations", async () => {
  const one = await hear({ from: "14155565012", body: "One", name: "First Person" });
  const two = await hear({ from: "14155565013", body: "Two", name: "Second Person" });
  const page = await stage.open("/inbox?q=Person");
  await page.getByRole("link", { name: /First Person/ }).waitFor();
  await page.keyboard.press("j");
  await page.waitForURL(`**/inbox/${two}?q=Person`);
  await page.keyboard.press("j");
  await page.waitForURL(`**/inbox/${one}?q=Person`);
  await page.keyboard.press("k");
  await page.waitForURL(`**/inbox/${two}?q=Person`);
});

test.skipIf(NO_CHROMIUM)("a viewer reads, and finds nothing to answer with", async () => {
  const id = await hear({ from: "14155565014", body: "Hello?" });
  const page = await openInbox(id, { as: "viewer" });
  await thread(page).getByText("Hello?").waitFor();
  for (const name of ["Send", "Close", "Assign", "Quote it in your answer"])
    expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: "More about this conversation" }).click();
  expect(await page.getByRole("menuitem").count()).toBe(1);
  await page.getByRole("menuitem", { name: "Mark as unread" }).click();
  const link = page.getByRole("link", { name: /Hello\?/ });
  await link.getByRole("img", { name: "1 unread" }).waitFor();
});

test.skipIf(NO_CHROMIUM)("what others write stays text", async () => {
  const hostile = "<img src=x onerror=alert(1)> <b>bold</b> \u202Etxt";
  const id = await hear({ from: "14155565015", body: hostile, name: "<script>alert(1)</script>" });
  const page = await openInbox(id);
  await thread(page).getByText("<img src=x onerror=alert(1)>").waitFor();
  await page.getByRole("heading", { name: "<script>alert(1)</script>" }).waitFor();
  expect(await thread(page).locator("img, script, b").count()).toBe(0);
});

test.skipIf(NO_CHROMIUM)("it has no faults that axe finds, beside the list and on a phone", async () => {
  const id = await hear({ from: "14155565016", body: "Hello?" });
  const page = await openInbox(id);
  await thread(page).getByText("Hello?").waitFor();
  await page
    .getByRole("link", { name: /Ada Lovelace/ })
    .first()
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const phone = await openInbox(id, { width: "narrow" });
  await thread(phone).getByText("Hello?").waitFor();
  expect(await accessibilityFaults(phone)).toEqual([]);
  await keepScreenshot(phone, "inbox-phone");
  await phone.getByRole("button", { name: "Back to the list" }).click();
  await phone
    .getByRole("link", { name: /Ada Lovelace/ })
    .first()
    .waitFor();
  await keepScreenshot(phone, "inbox-phone-list");
});
