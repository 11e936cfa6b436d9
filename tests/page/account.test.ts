/** One's own account: where one is logged in, the password, and another organisation. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { newId } from "../../daemon/lib/ids.ts";
import { insertUser } from "../../db/auth/users.ts";
import { caller } from "../support/daemon.ts";
import { accessibilityFaults, keepScreenshot, makeUser, NO_CHROMIUM, PASSWORD, pageStage } from "./stage.ts";

const HOSTILE = "<script>document.title='taken'</script>";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const stage = pageStage();

/** The address of whoever the page shows. */
async function emailOn(page: Page): Promise<string> {
  return (await page.getByRole("definition").filter({ hasText: "@example.com" }).textContent()) ?? "";
}

/** Logs the user of a page in from elsewhere; resolves with a caller that has that login. */
async function logInElsewhere(email: string, agent: string) {
  const anonymous = caller(stage.daemon.url, null);
  const body = { email, password: PASSWORD };
  const { status, headers } = await anonymous("POST", "/v1/auth/login", body, { "user-agent": agent });
  expect(status).toBe(200);
  const cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return () => anonymous("GET", "/v1/auth/me", undefined, { cookie });
}

test.skipIf(NO_CHROMIUM)("logins can be ended one by one, and all but this one", async () => {
  const page = await stage.open("/settings/account", { as: "agent" });
  const email = await emailOn(page);
  const others = [await logInElsewhere(email, FIREFOX), await logInElsewhere(email, HOSTILE)];
  await page.reload();
  const logins = page.getByRole("table", { name: "Where you are logged in" });
  await logins.getByRole("cell", { name: /this one/ }).waitFor();
  await logins.getByRole("cell", { name: HOSTILE, exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, "account");
  await page.getByRole("button", { name: "End the login of Firefox 140, Linux" }).click();
  await page.getByText("Login ended").waitFor();
  expect((await others[0]?.())?.status).toBe(401);
  expect((await others[1]?.())?.status).toBe(200);
  await page.getByRole("button", { name: "Log out everywhere else" }).click();
  await page.getByText("All other logins ended").waitFor();
  expect((await others[1]?.())?.status).toBe(401);
  await page.reload();
  await logins.getByRole("cell", { name: /this one/ }).waitFor();
  expect(await logins.getByRole("row").count()).toBe(2);
});

test.skipIf(NO_CHROMIUM)("the password is changed by the one before", async () => {
  const page = await stage.open("/settings/account", { as: "viewer", width: "narrow" });
  const email = await emailOn(page);
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change password" });
  const change = dialog.getByRole("button", { name: "Change password" });
  await dialog.getByLabel("Current password").fill("nonsense");
  await dialog.getByLabel("New password").fill("a new horse battery staple");
  await change.click();
  await dialog.getByText("This is not your password").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, "password-phone");
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await change.click();
  await page.getByText("Password changed, other logins ended").waitFor();
  const body = { email, password: "a new horse battery staple" };
  expect((await caller(stage.daemon.url, null)("POST", "/v1/auth/login", body)).status).toBe(200);
});

const OTHER_PASSWORD = "the other horse battery staple";

/** Makes an address a user of another organisation. */
async function enterOrganization(email: string, name: string) {
  const { sql } = stage.daemon;
  const organization_id = newId("org");
  await sql`insert into organizations (organization_id, name) values (${organization_id}, ${name})`;
  const user = { organization_id, id: Bun.randomUUIDv7(), email, name: `Ada at ${name}`, role: "viewer" };
  await insertUser(sql, { ...user, password_hash: await Bun.password.hash(OTHER_PASSWORD) });
  return { organization_id, user_id: user.id };
}

test.skipIf(NO_CHROMIUM)("who has a user in another organisation can go there", async () => {
  const page = await stage.open("/settings/account", { as: "agent" });
  const email = await emailOn(page);
  const password = OTHER_PASSWORD;
  const enter = (name: string) => enterOrganization(email, name);
  await enter("Blue Door");
  await page.getByRole("button", { name: "Switch organisation" }).click();
  const dialog = page.getByRole("dialog", { name: "Switch organisation" });
  const field = dialog.getByLabel(/^Password/);
  await field.fill("nonsense");
  await field.press("Enter");
  await dialog.getByText("Invalid email or password.").waitFor();
  await field.fill(PASSWORD);
  await field.press("Enter");
  await dialog.getByText("This password is good for no other organisation").waitFor();
  // of one other, it is that one
  await field.fill(password);
  await field.press("Enter");
  await page.getByLabel("Navigation", { exact: true }).getByText("Ada at Blue Door").waitFor();
  // of several, it is chosen
  await enter("Red Door");
  await enter("Green Door");
  await page.goto(`${stage.daemon.url}/settings/account`);
  await page.getByRole("button", { name: "Switch organisation" }).click();
  await field.fill(password);
  await field.press("Enter");
  await dialog.getByRole("button", { name: /^Organisation|Organisation$/ }).click();
  await page.getByRole("option", { name: "Green Door" }).click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Switch organisation" }).click();
  await page.getByLabel("Navigation", { exact: true }).getByText("Ada at Green Door").waitFor();
});

test.skipIf(NO_CHROMIUM)("who was asked for the code of one organisation can choose another", async () => {
  const page = await stage.open("/settings/account", { as: "agent", isFresh: true });
  const email = await emailOn(page);
  const red = await enterOrganization(email, "Grey Door");
  await enterOrganization(email, "White Door");
  const factor = {
    ...red,
    id: Bun.randomUUIDv7(),
    kind: "passkey",
    name: "Laptop",
    confirmed_at: new Date(),
  };
  await stage.daemon.sql`insert into user_factors ${stage.daemon.sql(factor)}`;
  await page.getByRole("button", { name: "Switch organisation" }).click();
  const dialog = page.getByRole("dialog", { name: "Switch organisation" });
  const go = () => dialog.getByRole("button", { name: "Switch organisation" }).click();
  const choose = async (name: string) => {
    await dialog.getByRole("button", { name: /^Organisation|Organisation$/ }).click();
    await page.getByRole("option", { name }).click();
    await go();
  };
  await dialog.getByLabel(/^Password/).fill(OTHER_PASSWORD);
  await go();
  await choose("Grey Door");
  await dialog.getByLabel("Code from your authenticator app").waitFor();
  await choose("White Door");
  await page.getByLabel("Navigation", { exact: true }).getByText("Ada at White Door").waitFor();
});

test.skipIf(NO_CHROMIUM)("a name is somebody's own text", async () => {
  const { email } = await makeUser(stage.daemon, "owner");
  const [{ id } = { id: "" }] = await stage.daemon.sql<{ id: string }[]>`
    update users set name = ${HOSTILE} where email = ${email} returning id`;
  expect(id).not.toBe("");
  const page = await stage.open("/login", { as: null });
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByLabel("Navigation", { exact: true }).getByText(HOSTILE).waitFor();
  expect(await page.title()).not.toBe("taken");
});
