/** Keys, users, the audit log and the log of requests. */
import { expect, test } from "bun:test";
import { caller } from "../support/daemon.ts";
import {
  accessibilityFaults,
  keepScreenshot,
  makeUser,
  NO_CHROMIUM,
  PASSWORD,
  pageStage,
  visit,
} from "./stage.ts";

const stage = pageStage();
const HOSTILE = `<img src=x onerror=alert(1)>"'`;

test.skipIf(NO_CHROMIUM)(
  "a key is made for some permissions, shown once, and works until it is revoked",
  async () => {
    const page = await stage.open("/settings/keys");
    await page.getByRole("button", { name: "Create key" }).first().click();
    const form = page.getByRole("dialog", { name: "Create key" });
    await form.getByRole("button", { name: "Create key" }).click();
    await form.getByRole("alert").waitFor();
    await form.getByLabel("Name").fill(HOSTILE);
    await form.getByText("Upload and delete files").click();
    // what was chosen is there again after a purpose without choices
    for (const purpose of ["Everything", "Something else"]) {
      await form.getByRole("button", { name: /What is it for/ }).click();
      await page.getByRole("option", { name: new RegExp(`^${purpose}`) }).click();
    }
    await keepScreenshot(page, "keys-form");
    expect(await accessibilityFaults(page)).toEqual([]);
    await form.getByRole("button", { name: "Create key" }).click();
    const shown = page.getByRole("dialog", { name: "New API key" });
    const key = await shown.getByRole("region", { name: "New API key" }).textContent();
    await keepScreenshot(page, "keys-shown");
    await page.getByRole("button", { name: "I have stored it" }).click();
    const me = async () => await caller(stage.daemon.url, key)("GET", "/v1/auth/me");
    const toSend = ["messages:send", "messages:read", "channels:read", "templates:read"];
    expect((await me()).body.permissions).toEqual(toSend);
    await page.getByRole("link", { name: HOSTILE }).click();
    // who made it is said by name, and copied as an id
    await page.getByRole("button", { name: /^Copy Ada [0-9a-f-]{36}$/ }).waitFor();
    await keepScreenshot(page, "keys-detail");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Revoke key" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
    await page.getByText("Key revoked").waitFor();
    expect((await me()).status).toBe(401);
  },
);

test.skipIf(NO_CHROMIUM)(
  "an invitation's link makes its reader a user, whose role can be changed",
  async () => {
    const page = await stage.open("/settings/users");
    await page.getByRole("button", { name: "Invite user" }).click();
    const form = page.getByRole("dialog", { name: "Invite user" });
    await form.getByLabel("Email address").fill("ben@example.com");
    await keepScreenshot(page, "users-invite");
    await form.getByRole("button", { name: "Invite user" }).click();
    const shown = page.getByRole("dialog", { name: "Invitation link" });
    const link = await shown.getByRole("region", { name: "Invitation link" }).textContent();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByText("ben@example.com").waitFor();
    await keepScreenshot(page, "users");
    expect(await accessibilityFaults(page)).toEqual([]);

    const guest = await stage.open(new URL(link ?? "").pathname, { as: null, width: "narrow" });
    await guest.getByText("ben@example.com has been invited as agent.").waitFor();
    await guest.getByLabel("Your name").fill(HOSTILE);
    await guest.getByLabel("Password").fill(PASSWORD);
    await keepScreenshot(guest, "join-phone");
    expect(await accessibilityFaults(guest)).toEqual([]);
    await guest.getByRole("button", { name: "Join" }).click();
    await guest.getByRole("heading", { name: "Overview" }).waitFor();
    // a link that was used says so before anything is typed
    await guest.context().clearCookies();
    await guest.goto(link ?? "");
    await guest.getByText("This invitation can't be used any more").waitFor();
    await keepScreenshot(guest, "join-used-phone");
    expect(await accessibilityFaults(guest)).toEqual([]);

    await page.reload();
    await page.getByRole("link", { name: HOSTILE }).click();
    await page.getByRole("button", { name: "More for this user" }).click();
    await page.getByRole("menuitem", { name: "Change role" }).click();
    await page.getByRole("button", { name: "agent Role" }).click();
    await page.getByRole("option", { name: "viewer" }).click();
    await page.getByRole("button", { name: "Save role" }).click();
    await page.getByText("Role changed").waitFor();
    const { data } = (await stage.daemon.call("GET", "/v1/users")).body;
    expect(data.find(({ email }: { email: string }) => email === "ben@example.com").role).toBe("viewer");
  },
);

test.skipIf(NO_CHROMIUM)("logs of changes and of requests are filtered in the address", async () => {
  const page = await stage.open("/settings/audit");
  await makeUser(stage.daemon, "viewer");
  await page.goto(new URL("/settings/audit?action=invitation.created", page.url()).href);
  await page.getByRole("link", { name: "invitation.created" }).first().click();
  await page.getByText('"role": "viewer"').waitFor();
  expect(await page.getByRole("link", { name: "invitation.accepted" }).count()).toBe(0);
  // the key that invited is named, and not by its id alone
  await page.goto(`${stage.daemon.url}/settings/audit?action=invitation.created`);
  await page
    .getByRole("cell", { name: /^key (?!key_)/ })
    .first()
    .waitFor();
  await keepScreenshot(page, "audit");
  expect(await accessibilityFaults(page)).toEqual([]);
  // requests appear as they are answered, by status
  await visit(page, "/settings/requests?status=4xx&path=/v1/contacts");
  await page.getByText("No request yet").waitFor();
  await stage.daemon.call("GET", "/v1/contacts/ct_nothing-here");
  await page.getByText("/v1/contacts/ct_nothing-here").waitFor();
  await keepScreenshot(page, "requests");
  expect(await accessibilityFaults(page)).toEqual([]);
});

test.skipIf(NO_CHROMIUM)(
  "what nobody reads is named to those who run it, and on their overview",
  async () => {
    const { sql } = stage.daemon;
    await sql`delete from drift`;
    const page = await stage.open("/settings/drift");
    await page.getByText("All that came in is known").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await sql`
    insert into drift (source, shape, first_seen, last_seen, count) values
      ('stanza', 'notification@type=passkey_successor', now() - interval '1 hour', now(), 12),
      ('meta_webhook', ${HOSTILE}, now() - interval '20 days', now(), 3)`;
    await page.reload();
    const row = (text: string) => page.getByRole("row").filter({ hasText: text });
    await row("passkey_successor").filter({ hasText: "WhatsApp Web" }).getByText("new,").waitFor();
    await row(HOSTILE).getByText("Webhooks of Meta").waitFor();
    expect(await row(HOSTILE).getByText("new,").count()).toBe(0);
    await keepScreenshot(page, "drift");
    expect(await accessibilityFaults(page)).toEqual([]);
    const phone = await stage.open("/", { width: "narrow" });
    await phone.getByRole("link", { name: "Something new comes in that nobody reads" }).click();
    await phone.getByText("passkey_successor").waitFor();
    await keepScreenshot(phone, "drift-phone");
    expect(await accessibilityFaults(phone)).toEqual([]);
    await sql`update organizations set is_operator = false`;
    await page.goto(stage.daemon.url);
    await page.getByRole("button", { name: "Settings", expanded: false }).click();
    await page.getByRole("link", { name: "Audit log" }).waitFor();
    expect(await page.getByRole("link", { name: /Drift|nobody reads/ }).count()).toBe(0);
    await sql`update organizations set is_operator = true`;
  },
);
