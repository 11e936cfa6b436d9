/** Second factors on the page: set up, asked for at logins, proved once more, and lost. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { appWith, newUserWithApp } from "../auth/factors/people.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, PASSWORD, pageStage } from "./stage.ts";

const stage = pageStage();

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** Who is logged in on a page, with an app that was set up there, and the recovery codes that it showed. */
async function setUpApp(page: Page) {
  await page.getByRole("button", { name: "Add an authenticator app" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an authenticator app" });
  await dialog.getByLabel("Name").fill("Phone");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  const app = appWith((await dialog.locator("code").textContent()) ?? "");
  return { dialog, app };
}

test.skipIf(NO_CHROMIUM)(
  "an app is set up by its QR code, and its recovery codes are shown once",
  async () => {
    const page = await stage.open("/settings/account", { as: "agent" });
    await page.getByText("Anybody who learns your password can log in as you.").waitFor();
    const { dialog, app } = await setUpApp(page);
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, "factor-qr");
    await dialog.getByLabel("Code that the app shows").fill("000000");
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await dialog.getByRole("alert").waitFor();
    await dialog.getByLabel("Code that the app shows").fill(app.code());
    await dialog.getByRole("button", { name: "Turn on" }).click();
    const shown = page.getByRole("dialog", { name: "Recovery codes" });
    expect((await shown.locator("code").textContent())?.split("\n")).toHaveLength(10);
    const saved = page.waitForEvent("download");
    await shown.getByRole("button", { name: "Download" }).click();
    expect((await saved).suggestedFilename()).toBe("waypost-recovery-codes.txt");
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, "recovery-codes");
    await shown.getByRole("button", { name: "I have stored it" }).click();
    await page.getByText("10 of 10 recovery codes left").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, "factors");
    await page.getByRole("button", { name: "Remove Phone" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove Phone" }).click();
    await page.getByText("Anybody who learns your password can log in as you.").waitFor();
  },
);

test.skipIf(NO_CHROMIUM)(
  "a login asks for the code, and takes a recovery code when the phone is lost",
  async () => {
    const { email, app, recovery } = await newUserWithApp(stage.daemon);
    const page = await stage.open("/login", { as: null, width: "narrow" });
    await logIn(page, email);
    const code = page.getByLabel("Code from your authenticator app");
    await code.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, "login-code");
    expect(await code.getAttribute("autocomplete")).toBe("one-time-code");
    await code.fill("000000");
    await code.press("Enter");
    await page.getByRole("alert").waitFor();
    await code.fill(app.code());
    await code.press("Enter");
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await stage.daemon
      .sql`delete from login_sessions where user_id = (select id from users where email = ${email})`;
    await page.goto(`${stage.daemon.url}/login`);
    await logIn(page, email);
    await page.getByRole("button", { name: "Lost your phone? Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(recovery[0] ?? "");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
  },
);

test.skipIf(NO_CHROMIUM)("what needs a fresh proof asks for it, and goes on", async () => {
  const page = await stage.open("/settings/account", { as: "agent" });
  await page.getByRole("button", { name: "Add an authenticator app" }).waitFor();
  await stage.daemon.sql`update login_sessions set proved_at = now() - interval '11 minutes'`;
  await page.getByRole("button", { name: "Add an authenticator app" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Phone");
  await page.getByRole("button", { name: "Continue" }).click();
  const proof = page.getByRole("dialog", { name: "Is it you?" });
  await proof.getByLabel("Password").fill("nonsense");
  await proof.getByRole("button", { name: "Confirm" }).click();
  await proof.getByRole("alert").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, "step-up");
  await proof.getByLabel("Password").fill(PASSWORD);
  await proof.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
});

test.skipIf(NO_CHROMIUM)("an owner removes the factors of somebody who has lost them", async () => {
  const { email, id } = await newUserWithApp(stage.daemon);
  const page = await stage.open(`/settings/users/${id}`, { as: "owner" });
  await page.getByRole("button", { name: "More for this user" }).click();
  await page.getByRole("menuitem", { name: "Remove second factors" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove second factors" });
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, "reset-factors");
  await dialog.getByRole("button", { name: "Remove second factors" }).click();
  await page.getByText("Second factors removed").waitFor();
  const answer = await stage.daemon.call("POST", "/v1/auth/login", { email, password: PASSWORD });
  expect(answer.status).toBe(200);
});

test.skipIf(NO_CHROMIUM)("who has to have a second factor sets one up before anything else", async () => {
  const owner = await stage.open("/settings/organization", { as: "owner" });
  await owner.getByRole("button", { name: /Second factor/ }).click();
  await owner.getByRole("option", { name: "Owners and admins have to have one" }).click();
  await owner.getByRole("button", { name: "Save", exact: true }).click();
  // it holds for who has chosen it, too
  await owner.reload();
  await owner.getByRole("heading", { name: "Set up a second factor" }).waitFor();
  expect(await accessibilityFaults(owner)).toEqual([]);
  await keepScreenshot(owner, "factor-required");
  const { dialog, app } = await setUpApp(owner);
  await dialog.getByLabel("Code that the app shows").fill(app.code());
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await owner.getByRole("button", { name: "I have stored it" }).click();
  await owner.getByRole("button", { name: "Continue to Waypost" }).click();
  await owner.getByRole("heading", { name: "Organisation" }).waitFor();
  await keepScreenshot(owner, "required-factors");
  await stage.daemon.call("PATCH", "/v1/settings/organization", { two_factors: [] });
});
