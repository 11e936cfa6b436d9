import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { unzipped } from "../archives/unzipped.ts";
import { until } from "../support/until.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();
const HOSTILE = `<img src=x onerror=alert(1)>`;
const CONTACTS = "/v1/contacts";

test.skipIf(NO_CHROMIUM)("a contact is added, changed, tagged, and shows what was written", async () => {
  const page = await stage.open("/contacts");
  await page.getByText("No contact yet").waitFor();
  await keepScreenshot(page, "contacts-empty");
  await page.getByRole("button", { name: "Add contact" }).first().click();
  const form = page.getByRole("dialog", { name: "Add contact" });
  await form.getByLabel("Phone number").fill("12");
  await form.getByLabel("Name").fill(HOSTILE);
  await form.getByRole("button", { name: "Add contact" }).click();
  await form.getByRole("alert").waitFor();
  await form.getByLabel("Phone number").fill("+1 415 555 0123");
  await form.getByLabel("Custom fields").fill("city=Lisbon\nvisits=3");
  await form.getByLabel("Tags").fill("vip, berlin");
  await keepScreenshot(page, "contacts-form");
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByRole("button", { name: "Add contact" }).click();
  await page.getByRole("heading", { name: HOSTILE }).waitFor();
  await page.getByText("Lisbon").waitFor();
  await page.getByLabel("Tag", { exact: true }).last().fill(HOSTILE);
  await page.getByRole("button", { name: "Add tag" }).click();
  await page.getByRole("button", { name: `Remove tag ${HOSTILE}` }).waitFor();
  await page.getByRole("button", { name: "Remove tag berlin" }).click();
  await page.getByText("Tag berlin removed").waitFor();
  await page.getByRole("button", { name: "Change contact" }).click();
  const change = page.getByRole("dialog", { name: "Change contact" });
  await change.getByLabel("Email address").fill("ada@example.com");
  await change.getByLabel("Custom fields").fill("visits=4");
  await change.getByRole("button", { name: "Save contact" }).click();
  await page.getByText("Contact saved").waitFor();
  await page.getByRole("button", { name: "Copy ada@example.com" }).first().waitFor();
  await keepScreenshot(page, "contacts-detail");
  expect(await accessibilityFaults(page)).toEqual([]);
  const { body } = await stage.daemon.call("GET", `${CONTACTS}/phone/+14155550123`);
  expect(body).toMatchObject({ name: HOSTILE, email: "ada@example.com", custom_fields: { visits: 4 } });
  expect(body.custom_fields).not.toHaveProperty("city");
  expect(body.tags.toSorted()).toEqual([HOSTILE, "vip"]);
});

test.skipIf(NO_CHROMIUM)("notes, consent and suppressions are written and lifted", async () => {
  const id = await contact({ name: "Grace", email: "grace@example.com" });
  const page = await stage.open(`/contacts/${id}`);
  await page.getByRole("tab", { name: "Notes" }).click();
  await page.getByLabel("Note", { exact: true }).fill(HOSTILE);
  await page.getByRole("button", { name: "Add note" }).click();
  await page.getByRole("listitem").getByText(HOSTILE).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, "contacts-notes");
  await page.getByRole("tab", { name: "Consent" }).click();
  await page.getByRole("button", { name: "Set consent" }).click();
  const consent = page.getByRole("dialog", { name: "Set consent" });
  await consent.getByLabel("Source").fill(HOSTILE);
  await keepScreenshot(page, "contacts-consent-form");
  expect(await accessibilityFaults(page)).toEqual([]);
  await consent.getByRole("button", { name: "Set consent" }).click();
  await page.getByText("granted", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Suppress contact" }).click();
  const suppress = page.getByRole("dialog", { name: "Suppress contact" });
  await suppress.getByRole("button", { name: "Suppress contact" }).click();
  await suppress.getByRole("alert").waitFor();
  await suppress.getByLabel("Reason").fill("complained");
  await suppress.getByRole("button", { name: "Suppress contact" }).click();
  await page.getByText("complained").waitFor();
  await keepScreenshot(page, "contacts-consent");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Lift suppression on whatsapp" }).click();
  await page.getByText("Nothing holds back messages").waitFor();
  expect((await stage.daemon.call("GET", `${CONTACTS}/${id}/suppressions`)).body.data).toEqual([]);
});

test.skipIf(NO_CHROMIUM)("two contacts become one, and one is deleted", async () => {
  const id = await contact({ name: "Annie", email: "annie@example.com" });
  const other = await contact({ name: "Easley", email: "easley@example.com" });
  await contact({ name: "Other Easley", email: "other@example.com" });
  const page = await stage.open(`/contacts/${id}`);
  await choose(page, "Merge contact");
  const dialog = page.getByRole("dialog", { name: "Merge another contact into this one" });
  await dialog.getByLabel("Find the other contact").fill("easley");
  await dialog.getByText("Choose one of 2").waitFor();
  await dialog.getByRole("button", { name: "Merge contact" }).click();
  await dialog.getByRole("button", { name: "The other contact" }).click();
  await page.getByRole("option", { name: "easley@example.com" }).filter({ hasNotText: "Other" }).click();
  await keepScreenshot(page, "contacts-merge");
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Merge contact" }).click();
  await page.getByText("Contacts merged").waitFor();
  expect((await stage.daemon.call("GET", `${CONTACTS}/${other}`)).body.id).toBe(id);
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByText("Merged", { exact: true }).waitFor();
  await choose(page, "Delete contact");
  await page.getByRole("dialog").getByRole("button", { name: "Delete contact" }).click();
  await page.getByText("Contact deleted").waitFor();
  expect((await stage.daemon.call("GET", `${CONTACTS}/${id}`)).status).toBe(404);
});

test.skipIf(NO_CHROMIUM)("filters stand in the address, and what they match is exported", async () => {
  await contact({ name: "Katherine", external_source: "shop", external_id: "1", tags: ["nasa"] });
  await contact({ name: "Dorothy", external_source: "shop", external_id: "2" });
  const page = await stage.open("/contacts?external_source=shop");
  await page.getByRole("link", { name: "Dorothy" }).waitFor();
  await page.getByLabel("Tag", { exact: true }).fill("nasa");
  await page.waitForURL("**/contacts?external_source=shop&tag=nasa");
  await page.getByRole("link", { name: "Dorothy" }).waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("link", { name: "Katherine" }).waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export contacts" }).click();
  await page.getByRole("menuitem", { name: "As NDJSON" }).click();
  const lines = (await Bun.file(await (await download).path()).text()).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).name)).toEqual(["Katherine"]);
});

test.skipIf(NO_CHROMIUM)("what is changed, added or deleted in one tab is seen in the other", async () => {
  const id = await contact({ name: "Radia", email: "radia@example.com" });
  const page = await stage.open(`/contacts/${id}`);
  const other = await stage.another(page, `/contacts/${id}`);
  await other.getByRole("heading", { name: "Radia" }).waitFor();
  await page.getByRole("button", { name: "Change contact" }).click();
  const dialog = page.getByRole("dialog", { name: "Change contact" });
  await dialog.getByLabel("Name").fill("Radia Perlman");
  await dialog.getByRole("button", { name: "Save contact" }).click();
  await other.getByRole("heading", { name: "Radia Perlman" }).waitFor();
  await other.getByRole("link", { name: "Radia Perlman" }).waitFor();
  await stage.daemon.call("DELETE", `${CONTACTS}/${id}`);
  await other.getByRole("alert").waitFor();
  await until(async () => (await other.getByRole("link", { name: "Radia Perlman" }).count()) === 0);
});

test.skipIf(NO_CHROMIUM)("who may only read finds nothing to change", async () => {
  const id = await contact({ name: "Hedy", email: "hedy@example.com", tags: ["film"] });
  const page = await stage.open(`/contacts/${id}`, { as: "viewer", width: "narrow" });
  await page.getByRole("heading", { name: "Hedy" }).waitFor();
  await keepScreenshot(page, "contacts-detail-narrow");
  const wider = await page.evaluate<number>(
    "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.getElementById('detail-title').closest('section'))",
  );
  expect(wider).toBe(0);
  for (const tab of ["About", "Consent", "Notes", "History"]) {
    await page.getByRole("tab", { name: tab }).click();
    for (const name of [/Change/, /tag/i, /Set/, /Suppress/, /note/i, /Import/, /^Add/, /^More for/])
      expect(await page.getByRole("button", { name }).count()).toBe(0);
  }
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Back to the list" }).click();
  await page.getByRole("link", { name: "Hedy" }).waitFor();
  expect(await page.getByRole("button", { name: /^(Add|Import)/ }).count()).toBe(0);
  await keepScreenshot(page, "contacts-narrow");
  expect(await accessibilityFaults(page)).toEqual([]);
});

async function contact(fields: object): Promise<string> {
  const { status, body } = await stage.daemon.call("POST", CONTACTS, fields);
  expect(status).toBe(201);
  return body.id;
}

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole("button", { name: "More for this contact" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

test.skipIf(NO_CHROMIUM)(
  "everything about a person is downloaded as one file, named after the contact",
  async () => {
    const id = await contact({ name: "Zelda", email: "archived@example.com" });
    const page = await stage.open(`/contacts/${id}`);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "More for this contact" }).click();
    await page.getByRole("menuitem", { name: "Download everything about this person" }).waitFor();
    await keepScreenshot(page, "contacts-menu");
    await page.getByRole("menuitem", { name: "Download everything about this person" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`${id}.zip`);
    const { "person.json": person } = await unzipped(await Bun.file(await file.path()).bytes());
    expect(JSON.parse(person ?? "").contacts[0].email).toBe("archived@example.com");
  },
);

test.skipIf(NO_CHROMIUM)("why everything about a person can't be downloaded is said", async () => {
  const id = await contact({ email: "unreached@example.com" });
  const page = await stage.open(`/contacts/${id}`, { isFresh: true });
  await page.route("**/v1/auth/step_up", (route) => route.abort());
  await choose(page, "Download everything about this person");
  await page.getByRole("status").getByText("can't be reached").waitFor();
});

test.skipIf(NO_CHROMIUM)("a person is to be erased in a week, and stays if that is taken back", async () => {
  const id = await contact({ name: "Zelda", email: "zelda@example.com" });
  const page = await stage.open(`/contacts/${id}`);
  await page.getByRole("button", { name: "More for this contact" }).click();
  await page.getByRole("menuitem", { name: "Erase person" }).click();
  const form = page.getByRole("dialog", { name: "Erase person" });
  await form.getByLabel("Reason").fill("They asked for it.");
  await keepScreenshot(page, "contacts-erase-form");
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByRole("button", { name: "Erase person" }).click();
  await page.getByText("To be erased:").waitFor();
  await keepScreenshot(page, "contacts-to-be-erased");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Keep this person" }).click();
  await page.getByText("To be erased:").waitFor({ state: "detached" });
  const { body } = await stage.daemon.call("GET", `${CONTACTS}/erasures?contact_id=${id}`);
  expect(body.data).toMatchObject([{ status: "cancelled", reason: "They asked for it." }]);
});
