/** The person beside the thread: what is known of them, and changing it where it stands. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { inboxSite, thread } from "./inbox-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { daemon, hear, openInbox } = inboxSite();

const HOSTILE = "<img src=x onerror=alert(1)>";
const person = (page: Page) => page.getByRole("region", { name: "Person" });

async function show(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Show the person" }).click();
  await person(page).getByRole("heading", { level: 2 }).waitFor();
}

test.skipIf(NO_CHROMIUM)("what is known of a person is changed where it stands", async () => {
  const id = await hear({ from: "14155566001", body: "Hello?", name: "Grace Hopper" });
  const contact = (await daemon.call("GET", `/v1/conversations/${id}`)).body.contact_id;
  const page = await openInbox(id);
  await show(page);
  expect(page.url()).toContain("person=shown");
  await person(page).getByRole("button", { name: "Copy 14155566001" }).first().waitFor();
  await person(page).getByRole("button", { name: "Change Name" }).click();
  await person(page).getByRole("textbox", { name: "Name" }).fill(HOSTILE);
  await page.keyboard.press("Enter");
  await person(page).getByRole("heading", { name: HOSTILE }).waitFor();
  await page.getByRole("list", { name: "Conversations" }).getByText(HOSTILE).waitFor();
  await person(page).getByRole("button", { name: "Change Email address" }).click();
  await person(page).getByRole("textbox", { name: "Email address" }).fill("nonsense");
  await page.keyboard.press("Enter");
  await person(page).getByRole("alert").waitFor();
  await person(page).getByRole("textbox", { name: "Email address" }).press("Escape");
  await person(page).getByRole("button", { name: "Change Phone number" }).click();
  await person(page).getByRole("textbox", { name: "Phone number" }).fill("+1 415 556 6099");
  await page.keyboard.press("Enter");
  await person(page).getByRole("button", { name: "Copy +14155566099" }).waitFor();
  await person(page).getByRole("textbox", { name: "Tag" }).fill("vip");
  await page.keyboard.press("Enter");
  await person(page).getByRole("button", { name: "Remove tag vip" }).waitFor();
  await person(page).getByRole("button", { name: "Add attribute" }).click();
  await person(page).getByRole("textbox", { name: "Attribute" }).fill("visits");
  await person(page).getByRole("textbox", { name: "Value" }).fill("3");
  await page.keyboard.press("Enter");
  await person(page).getByRole("button", { name: "Change visits" }).click();
  await person(page).getByRole("textbox", { name: "visits" }).fill("4");
  await page.keyboard.press("Enter");
  await person(page).getByText("4", { exact: true }).waitFor();
  await keepScreenshot(page, "inbox-person");
  expect(await accessibilityFaults(page)).toEqual([]);
  const { body } = await daemon.call("GET", `/v1/contacts/${contact}`);
  expect(body).toMatchObject({ name: HOSTILE, email: null, tags: ["vip"], custom_fields: { visits: 4 } });
  await person(page).getByRole("button", { name: "Change visits" }).click();
  await person(page).getByRole("textbox", { name: "visits" }).fill("");
  await page.keyboard.press("Enter");
  await person(page).getByText("No attributes").waitFor();
});

test.skipIf(NO_CHROMIUM)(
  "consent, notes, conversations, orders and deals are asked for when opened",
  async () => {
    const id = await hear({ from: "14155566002", body: "Hello?", name: "Ada" });
    const contact = (await daemon.call("GET", `/v1/conversations/${id}`)).body.contact_id;
    await daemon.call("POST", `/v1/contacts/${contact}/suppressions`, {
      channel: "email",
      reason: "bounced",
    });
    await daemon.call("POST", `/v1/contacts/${contact}/notes`, { body: HOSTILE });
    const deal = { kind: "deal", name: "Twelve machines" };
    const record = (await daemon.call("POST", "/v1/crm/records", deal)).body.id;
    await daemon.call("POST", `/v1/crm/records/${contact}/relationships`, {
      type: "customer",
      related_record_id: record,
    });
    const page = await openInbox(id);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await show(page);
    // the thread shows the notes, and whether there are relations decides what can be opened
    expect(
      asked.filter((path) => /contacts|crm|orders/.test(path) && !/(notes|relationships)$/.test(path)),
    ).toEqual([`/v1/contacts/${contact}`]);
    for (const [section, text] of [
      ["Consent and suppressions", "bounced"],
      ["Notes", HOSTILE],
      ["Conversations", "No other conversation with this person."],
      ["Orders", "This person has ordered nothing."],
      ["Companies, deals and tasks", "Twelve machines"],
    ] as const) {
      await person(page).getByRole("button", { name: section, exact: true }).click();
      await person(page).getByText(text).waitFor();
    }
    await keepScreenshot(page, "inbox-person-sections");
    expect(await accessibilityFaults(page)).toEqual([]);
  },
);

test.skipIf(NO_CHROMIUM)("a viewer sees the person and can change nothing", async () => {
  const id = await hear({ from: "14155566003", body: "Hello?", name: "Ada" });
  const page = await openInbox(id, { as: "viewer" });
  await show(page);
  await person(page).getByText("No tags").waitFor();
  await person(page).getByRole("button", { name: "Orders" }).waitFor();
  // nothing of the CRM is about them
  expect(await person(page).getByRole("button", { name: "Companies, deals and tasks" }).count()).toBe(0);
  for (const name of [/^Change /, /^Add /, /^More about/])
    expect(await person(page).getByRole("button", { name }).count()).toBe(0);
});

test.skipIf(NO_CHROMIUM)(
  "where there is room the person stands beside the thread, until they are hidden or deleted",
  async () => {
    const id = await hear({ from: "14155566005", body: "Hello?", name: "Ada" });
    const page = await openInbox(id);
    await page.setViewportSize({ width: 1680, height: 900 });
    await person(page).waitFor();
    await keepScreenshot(page, "inbox-person-wide");
    // a colleague's change is there without a reload
    const { contact_id } = (await daemon.call("GET", `/v1/conversations/${id}`)).body;
    await daemon.call("PATCH", `/v1/contacts/${contact_id}`, { name: "Ada King" });
    await person(page).getByRole("heading", { name: "Ada King" }).waitFor();
    await page.keyboard.press("p");
    await person(page).waitFor({ state: "detached" });
    expect(page.url()).toContain("person=hidden");
    await page.reload();
    await thread(page).getByText("Hello?").waitFor();
    expect(await person(page).count()).toBe(0);
    await show(page);
    await person(page).getByRole("button", { name: "More about this person" }).click();
    await page.getByRole("menuitem", { name: "Delete contact" }).click();
    await page
      .getByRole("alertdialog")
      .or(page.getByRole("dialog"))
      .getByRole("button", { name: "Delete contact" })
      .click();
    await person(page).waitFor({ state: "detached" });
    await thread(page).getByText("Hello?").waitFor();
    expect((await daemon.call("GET", `/v1/conversations/${id}`)).body.contact_id).toBeNull();
  },
);

test.skipIf(NO_CHROMIUM)("on a phone the person is in the thread's place, and back leads to it", async () => {
  const id = await hear({ from: "14155566006", body: "Hello?", name: "Ada" });
  const page = await openInbox(id, { width: "narrow" });
  await thread(page).getByText("Hello?").waitFor();
  await show(page);
  expect(await thread(page).getByText("Hello?").isVisible()).toBe(false);
  await keepScreenshot(page, "inbox-person-phone");
  expect(await accessibilityFaults(page)).toEqual([]);
  await person(page).getByRole("button", { name: "Back to the messages" }).click();
  expect(await thread(page).getByText("Hello?").isVisible()).toBe(true);
});
