/** The inbox is of people: who was only contacted is apart, what waits is said on every view, and drafts are seen. */
import { expect, test } from "bun:test";
import { agentOf } from "../approvals/support.ts";
import { LONG_MS } from "../support/long.ts";
import { until } from "../support/until.ts";
import { box, inboxSite } from "./inbox-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, visit } from "./stage.ts";

const { stage, daemon, hear, openInbox } = inboxSite();

const HELLO = { template: { name: "hello_world", language: { code: "en_US" } } };

test.skipIf(NO_CHROMIUM)(
  "whom a program wrote to is in a view of its own, until they answer",
  async () => {
    const page = await stage.open("/inbox");
    await page.getByText("No conversation matches").or(page.getByText("No conversation yet")).waitFor();
    const line = page.getByRole("listitem").filter({ hasText: "14155566001" });
    const sent = { channel_id: daemon.channelId, to: "14155566001", type: "template", content: HELLO };
    expect((await daemon.call("POST", "/v1/messages", sent)).status).toBe(201);
    await page.getByRole("button", { name: "Contacted 1" }).waitFor();
    expect(await line.count()).toBe(0);
    await page.getByRole("button", { name: "Contacted 1" }).click();
    await line.waitFor();
    await keepScreenshot(page, "inbox-contacted");
    expect(await accessibilityFaults(page)).toEqual([]);
    await hear({ from: "14155566001", body: "Thank you", name: "14155566001" });
    await line.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Contacted 0" }).click();
    await line.waitFor();
  },
  LONG_MS,
);

test.skipIf(NO_CHROMIUM)(
  "what waits is said on every view: beside its name, in the title and on the icon",
  async () => {
    const page = await stage.open("/contacts");
    await page.getByRole("heading", { name: "Contacts", level: 1 }).waitFor();
    await hear({ from: "14155566011", body: "Hello" });
    const { send } = await agentOf(daemon);
    await send("14155566012");
    const navigation = page.getByRole("navigation", { name: "Navigation", exact: true });
    const inbox = navigation.getByRole("listitem").filter({ hasText: "Inbox" });
    await inbox.getByRole("img", { name: /^\d+ unread$/ }).waitFor();
    await navigation.getByRole("img", { name: "1 waits for a decision" }).waitFor();
    await until(async () => /^\(\d+\) Contacts · Waypost$/.test(await page.title()));
    expect(await page.evaluate<string>("document.querySelector('link[rel=icon]').href")).toContain("circle");
    await keepScreenshot(page, "badges");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await keepScreenshot(page, "badges-phone");
  },
);

test.skipIf(NO_CHROMIUM)(
  "what was begun in a conversation stands in its line, until it is sent",
  async () => {
    const [one, other] = [
      await hear({ from: "14155566021", body: "Is it ready?", name: "Draft One" }),
      await hear({ from: "14155566022", body: "Hi", name: "Draft Other" }),
    ];
    const page = await openInbox(one);
    await box(page).fill("Nearly, I am");
    const line = page.getByRole("link", { name: /Draft One/ });
    expect(await line.getByText("Draft:").count()).toBe(0);
    await visit(page, `/inbox/${other}`);
    await line.getByText("Draft: Nearly, I am").waitFor();
    await keepScreenshot(page, "inbox-draft");
    await line.click();
    await line.getByText("Is it ready?").waitFor();
    await box(page).press("Enter");
    await until(async () => (await box(page).inputValue()) === "");
    await visit(page, `/inbox/${other}`);
    await line.getByText("Nearly, I am").waitFor();
    expect(await line.getByText("Draft:").count()).toBe(0);
  },
);

test.skipIf(NO_CHROMIUM)(
  "who opted out is said to be over the box, until it is recorded that they agree",
  async () => {
    const id = await hear({ from: "14155566031", body: "STOP", name: "Opted Out" });
    const page = await openInbox(id);
    const note = page.getByRole("note").filter({ hasText: "They opted out" });
    await note.getByRole("button", { name: "They agree again" }).click();
    const dialog = page.getByRole("dialog", { name: "They agree again" });
    await dialog.getByLabel("How they said so").fill("By phone");
    await keepScreenshot(page, "inbox-opted-out-dialog");
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Record it" }).click();
    await dialog.waitFor({ state: "detached" });
    await note.waitFor({ state: "detached" });
    const { contact_id } = (await daemon.call("GET", `/v1/conversations/${id}`)).body;
    const { data } = (await daemon.call("GET", `/v1/contacts/${contact_id}/consents`)).body;
    expect(data).toMatchObject([{ channel: "whatsapp", state: "granted", source: "By phone" }]);

    await hear({ from: "14155566031", body: "STOP" });
    await note.waitFor();
    await keepScreenshot(page, "inbox-opted-out");
    await page.setViewportSize({ width: 390, height: 844 });
    await keepScreenshot(page, "inbox-opted-out-phone");
    await hear({ from: "14155566031", body: "START" });
    await note.waitFor({ state: "detached" });
  },
);

test.skipIf(NO_CHROMIUM)(
  "what an agent asks to send stands in the conversation: Enter sends it, Escape refuses, and the next one is at hand",
  async () => {
    const { send, call } = await agentOf(daemon);
    const first = await hear({ from: "14155566041", body: "Is a table free?", name: "Asked First" });
    const other = await hear({ from: "14155566042", body: "Do you deliver?", name: "Asked Other" });
    const ask = async (to: string, body: string) => (await send(to, { content: { body } })).body.id as string;
    const asked = [
      await ask("14155566041", "Yes, at eight."),
      await ask("14155566041", "Shall I reserve it?"),
      await ask("14155566042", "No, only here."),
    ];
    const page = await openInbox(first);
    const waiting = page.getByRole("group", { name: "Robot asks to send this" });
    const hasFocus = (text: string) =>
      waiting.filter({ hasText: text }).and(page.locator(":focus")).waitFor();
    await hasFocus("Yes, at eight.");
    await keepScreenshot(page, "inbox-approvals");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await hasFocus("Shall I reserve it?");
    await page.keyboard.press("Escape");
    const dialog = page.getByRole("dialog", { name: "Refuse" });
    await dialog.getByLabel("Why it was refused").fill("Not yet.");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/inbox/${other}`);
    await hasFocus("No, only here.");
    await page.setViewportSize({ width: 390, height: 844 });
    await keepScreenshot(page, "inbox-approvals-phone");
    await page.keyboard.press("Enter");
    await waiting.waitFor({ state: "detached" });
    const became = await Promise.all(
      asked.map(async (id) => (await call("GET", `/v1/approvals/${id}`)).body),
    );
    expect(
      became.map(({ decided_by, reason, message_id }) => [decided_by.kind, reason, message_id !== null]),
    ).toEqual([
      ["user", null, true],
      ["user", "Not yet.", false],
      ["user", null, true],
    ]);
  },
  LONG_MS,
);

test.skipIf(NO_CHROMIUM)(
  "what comes to be decided takes the keys from nobody, and who may not decide only sees it",
  async () => {
    const { send } = await agentOf(daemon);
    const id = await hear({ from: "14155566051", body: "Hello", name: "Asked Later" });
    const page = await openInbox(id);
    const writing = box(page);
    await writing.fill("I am");
    await send("14155566051", { content: { body: "We are open." } });
    const waiting = page.getByRole("group", { name: "Robot asks to send this" });
    await waiting.waitFor();
    await page.keyboard.type(" here");
    expect(await writing.inputValue()).toBe("I am here");
    const viewer = await openInbox(id, { as: "viewer" });
    await viewer.getByRole("group", { name: "Robot asks to send this" }).waitFor();
    expect(await viewer.getByRole("button", { name: "Send it" }).count()).toBe(0);
  },
);
