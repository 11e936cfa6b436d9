/** The login provider: set on the page, and logged in by from there. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { CLIENT, createProvider } from "../login-provider/provider.ts";
import { newPerson, settingsFor } from "../login-provider/set-up.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();
const provider = createProvider();
const settings = (changes: object) => stage.daemon.call("PATCH", "/v1/settings/login-provider", changes);

beforeAll(() => provider.start(`${stage.daemon.url}/login/oidc/callback`));
afterAll(() => provider.stop());

const byProvider = (page: Page) => page.getByRole("button", { name: "Log in with Blue Door" });

/** An owner comes in by the provider, so that passwords can be turned off. */
async function comeIn(page: Page) {
  provider.person = newPerson(["owners"]);
  await byProvider(page).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
}

test.skipIf(NO_CHROMIUM)("it is set, and what is wrong stands at its field", async () => {
  const page = await stage.open("/settings/organization", { width: "narrow" });
  await page.getByRole("button", { name: "Set login provider" }).click();
  const dialog = page.getByRole("dialog", { name: "Set login provider" });
  const save = dialog.getByRole("button", { name: "Save login provider" });
  await dialog.getByLabel("Name").fill("Blue Door");
  await dialog.getByLabel("Issuer").fill("http://127.0.0.1:9");
  await dialog.getByLabel("Client id").fill(CLIENT.id);
  await dialog.getByLabel("Client secret").fill(CLIENT.secret);
  await dialog.getByLabel("Email domains").fill("example.com");
  await dialog.getByLabel("Claim with the groups").fill("groups");
  await dialog.getByLabel("Groups with the role owner").fill("owners");
  await dialog.getByLabel("Groups with the role agent").fill("support, sales");
  await save.click();
  await dialog
    .getByText(/can't be reached/)
    .first()
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, "login-provider-form");
  await dialog.getByLabel("Issuer").fill(provider.issuer);
  await save.click();
  await page.getByText("Login provider saved").waitFor();
  const { body } = await stage.daemon.call("GET", "/v1/settings/login-provider");
  expect(body.roles).toEqual({ owners: "owner", support: "agent", sales: "agent" });
  await page.getByRole("button", { name: "Change login provider" }).waitFor();
  await keepScreenshot(page, "login-provider");
});

test.skipIf(NO_CHROMIUM)("somebody logs in by it, to where they wanted to go", async () => {
  await settings(settingsFor(provider));
  const page = await stage.open("/settings/users", { as: null, isFresh: true });
  await byProvider(page).waitFor();
  await page.getByLabel("Password").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, "login-by-provider");
  provider.person = newPerson(["owners"]);
  await byProvider(page).click();
  await page.getByRole("heading", { name: "Users" }).waitFor();
  await page.getByRole("cell", { name: provider.person.email }).first().waitFor();
});

test.skipIf(NO_CHROMIUM)("without passwords, there is no form for one", async () => {
  await settings(settingsFor(provider));
  const page = await stage.open("/login", { as: null, isFresh: true });
  await comeIn(page);
  expect((await settings({ password_login: false })).status).toBe(200);
  const other = await stage.open("/login", { as: null, isFresh: true });
  await byProvider(other).waitFor();
  expect(await other.getByLabel("Password").count()).toBe(0);
  await settings({ password_login: true });
});

test.skipIf(NO_CHROMIUM)(
  "a login that ended in mid-work goes on after one by it in another tab",
  async () => {
    await settings(settingsFor(provider));
    const page = await stage.open("/login", { as: null, isFresh: true });
    await comeIn(page);
    await stage.daemon.sql`delete from login_sessions`;
    await page.getByRole("link", { name: "Contacts" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Nothing is lost").waitFor();
    const opened = page.waitForEvent("popup");
    await dialog.getByRole("button", { name: "Log in with Blue Door" }).click();
    await (await opened).getByRole("heading", { name: "Overview" }).waitFor();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Contacts" }).waitFor();
  },
);

test.skipIf(NO_CHROMIUM)("who is not let in reads why, and can begin again", async () => {
  await settings(settingsFor(provider));
  const page = await stage.open("/login", { as: null, isFresh: true });
  provider.person = newPerson([]);
  await byProvider(page).click();
  await page.getByText("None of your groups may use Waypost").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, "login-refused");
  await page.getByRole("link", { name: "Log in again" }).click();
  await byProvider(page).waitFor();
});

test.skipIf(NO_CHROMIUM)("it is removed", async () => {
  await settings(settingsFor(provider));
  const page = await stage.open("/settings/organization");
  await page.getByRole("button", { name: "Remove login provider" }).click();
  await keepScreenshot(page, "login-provider-removal");
  await page.getByRole("dialog").getByRole("button", { name: "Remove login provider" }).click();
  await page.getByText("Login provider removed").waitFor();
  await page.getByRole("button", { name: "Set login provider" }).waitFor();
});

test.skipIf(NO_CHROMIUM)(
  "a fresh proof is given at the provider, and what waited for it goes on",
  async () => {
    await settings(settingsFor(provider));
    const page = await stage.open("/login", { as: null, isFresh: true });
    await comeIn(page);
    await page.goto(`${stage.daemon.url}/settings/account`);
    await page.getByRole("button", { name: "Add an authenticator app" }).waitFor();
    await stage.daemon.sql`update login_sessions set proved_at = now() - interval '11 minutes'`;
    await page.getByRole("button", { name: "Add an authenticator app" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Phone");
    await page.getByRole("button", { name: "Continue" }).click();
    const opened = page.waitForEvent("popup");
    await byProvider(page).click();
    await (await opened).getByRole("heading", { name: "Overview" }).waitFor();
    await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  },
);
