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

test.skipIf(NO_CHROMIUM)("an answer is sent with Enter, quotes, is refused; a note is not sent", async () => {
  const from = "14155565002";
  const id = await hear({ from, body: "Table for two?" });
  const [asked] = await messagesOf(id);
  const page = await openInbox(id);
  await box(page).fill("Yes, from 9 to 22.");
  await box(page).press("Enter");
  const row = thread(page).getByRole("listitem").filter({ hasText: "Yes, from 9 to 22." });
  await row.getByRole("img", { name: "read" }).waitFor();
  expect(await row.count()).toBe(1);
  expect(await box(page).inputValue()).toBe("");
  const [sent] = await messagesOf(id);
  expect([sent?.direction, sent?.content.body]).toEqual(["outbound", "Yes, from 9 to 22."]);

  await thread(page).getByText("Table for two?").hover();
  await page.getByRole("button", { name: "Quote it in your answer" }).first().click();
  await box(page).fill("Booked");
  await box(page).press("Enter");
  const quoting = thread(page).getByRole("listitem").filter({ hasText: "Booked" });
  await quoting.getByRole("button", { name: "Table for two?" }).waitFor();
  await quoting.getByRole("img", { name: "read" }).waitFor();
  expect((await messagesOf(id))[0].content.reply_to).toEqual({ id: asked.provider_message_id });
  const reaction = { type: "reaction", reaction: { message_id: asked.provider_message_id, emoji: "👍" } };
  await hear({ from, body: "", more: { ...reaction, text: undefined } });
  await thread(page).getByRole("listitem").filter({ hasText: "👍" }).first().waitFor();

  const before = (await messagesOf(id)).length;
  const text = "x".repeat(4097);
  await box(page).fill(text);
  await box(page).press("Enter");
  await page.getByRole("alert").waitFor();
  expect(await box(page).inputValue()).toBe(text);
  await page.getByRole("button", { name: "Note" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("Call after six");
  await page.getByRole("button", { name: "Keep the note" }).click();
  await thread(page).getByText("Call after six").waitFor();
  expect((await messagesOf(id)).length).toBe(before);
  expect(await accessibilityFaults(page)).toEqual([]);
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

test.skipIf(NO_CHROMIUM)("keys go through the conversations, and a colleague sees what they do", async () => {
  const one = await hear({ from: "14155565012", body: "One", name: "First Person" });
  const two = await hear({ from: "14155565013", body: "Two", name: "Second Person" });
  const colleague = await openInbox(two, { as: "agent" });
  await thread(colleague).getByText("Two").waitFor();
  const page = await stage.open("/inbox?q=Person");
  await page.getByRole("link", { name: /First Person/ }).waitFor();
  await page.keyboard.press("j");
  await page.waitForURL(`**/inbox/${two}?q=Person`);
  await page.keyboard.press("j");
  await page.waitForURL(`**/inbox/${one}?q=Person`);
  await page.keyboard.press("k");
  await page.waitForURL(`**/inbox/${two}?q=Person`);
  await thread(page).getByText("Two").waitFor();
  await page.keyboard.press("a");
  await page.getByRole("button", { name: "Assign" }).getByText("You").waitFor();
  await page.keyboard.press("e");
  await colleague.getByRole("button", { name: "Open again" }).waitFor();
  expect((await daemon.call("GET", `/v1/conversations/${two}`)).body).toMatchObject({ status: "closed" });
});

test.skipIf(NO_CHROMIUM)("what happens elsewhere reads nothing of the open one again", async () => {
  const id = await hear({ from: "14155565017", body: "Hello?" });
  const page = await openInbox(id);
  await thread(page).getByText("Hello?").waitFor();
  // lists are read at most every two seconds: by the second time, all that happened before is read
  for (const body of ["Somebody first", "Somebody again"]) {
    await hear({ from: "14155565018", body });
    await page.getByRole("link", { name: new RegExp(body) }).waitFor();
  }
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await hear({ from: "14155565018", body: "Somebody else" });
  await page.getByRole("link", { name: /Somebody else/ }).waitFor();
  await hear({ from: "14155565017", body: "And now?" });
  await thread(page).getByText("And now?").waitFor();
  expect(asked.filter((url) => url.includes("/v1/messages?")).length).toBe(1);
});

test.skipIf(NO_CHROMIUM)("a viewer reads on a phone, and finds nothing to answer with", async () => {
  const id = await hear({ from: "14155565014", body: "Hello?", name: "Vera" });
  const page = await openInbox(id, { as: "viewer", width: "narrow" });
  await thread(page).getByText("Hello?").waitFor();
  for (const name of ["Send", "Close", "Assign", "Quote it in your answer"])
    expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, "inbox-phone");
  await page.getByRole("button", { name: "Back to the list" }).click();
  await page.getByRole("link", { name: /Vera/ }).click();
  await page.getByRole("button", { name: "More about this conversation" }).click();
  expect(await page.getByRole("menuitem").count()).toBe(1);
  await page.getByRole("menuitem", { name: "Mark as unread" }).click();
  await page.getByRole("link", { name: /Vera/ }).getByRole("img", { name: "1 unread" }).waitFor();
  await keepScreenshot(page, "inbox-phone-list");
});

test.skipIf(NO_CHROMIUM)(
  "on a phone a conversation has the whole screen, and the name its whole line",
  async () => {
    const name = "Ada Augusta King, Countess of Lovelace";
    const id = await hear({ from: "14155565015", body: "Hello?", name });
    const page = await openInbox(id, { width: "narrow" });
    const heading = page.getByRole("heading", { name });
    await heading.waitFor();
    const isWhole = ({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) =>
      scrollWidth <= clientWidth;
    expect(await heading.getByRole("link").evaluate(isWhole)).toBe(true);
    const bar = page.getByRole("navigation", { name: "Quick navigation" });
    expect(await bar.count()).toBe(0);
    await page.getByRole("button", { name: "Back to the list" }).click();
    await bar.waitFor();
  },
);
