/** Getting in, staying in, and getting out. */
import { afterAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { startPrefixProxy } from "../support/prefix-proxy.ts";
import { accessibilityFaults, keepScreenshot, makeUser, NO_CHROMIUM, PASSWORD, pageStage } from "./stage.ts";

const stage = pageStage();
const proxy = startPrefixProxy("/waypost", () => stage.daemon.url);
afterAll(proxy.stop);

async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

test.skipIf(NO_CHROMIUM)(
  "a login leads to what was asked for, and its end leaves nothing behind",
  async () => {
    const { email } = await makeUser(stage.daemon, "agent");
    const page = await stage.open("/settings/account?tab=sessions", { as: null });
    await page.waitForURL("**/login?to=*");
    const title = page.getByRole("heading", { name: "Log in to Waypost" });
    await title.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, "login");
    await logIn(page, email, "nonsense");
    expect(await page.getByRole("alert").textContent()).toBe("Invalid email or password.");
    await logIn(page, email);
    await page.waitForURL("**/settings/account?tab=sessions");
    await page.getByText(email).waitFor();
    await page.getByRole("button", { name: "Log out", exact: true }).click();
    await title.waitFor();
    await page.goBack();
    await page.waitForURL("**/login**");
    // and nowhere but to the page itself
    await page.goto(`${stage.daemon.url}/login?to=//example.com/`);
    await logIn(page, email);
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    expect(page.url()).toBe(`${stage.daemon.url}/`);
  },
);

test.skipIf(NO_CHROMIUM)("it works below a prefix, from the login on", async () => {
  const { email } = await makeUser(stage.daemon, "agent");
  const page = await stage.open("/settings/account", { as: null, at: proxy.url });
  await page.waitForURL(`${proxy.url}/login?to=*`);
  await logIn(page, email);
  await page.waitForURL(`${proxy.url}/settings/account`);
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  expect(page.url()).toBe(`${proxy.url}/`);
});

test.skipIf(NO_CHROMIUM)(
  "a login that ends in mid-work asks for the password, and the work goes on",
  async () => {
    const page = await stage.open("/webhooks", { as: "admin" });
    await page.getByRole("heading", { name: "Webhooks" }).waitFor();
    await page.getByLabel("Navigation", { exact: true }).getByText("Ada").waitFor();
    await stage.daemon.sql`delete from login_sessions`;
    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByRole("dialog", { name: "Your login has ended" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, "login-again");
    const password = page.getByRole("dialog").getByLabel(/^Password/);
    await password.fill("nonsense");
    await password.press("Enter");
    await page.getByText("Invalid email or password.").waitFor();
    await password.fill(PASSWORD);
    await password.press("Enter");
    await page.getByRole("heading", { name: "First steps" }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    // who only looks at it is told as well
    await stage.daemon.sql`delete from login_sessions`;
    const settings = { settings: { paused: true } };
    await stage.daemon.call("PATCH", `/v1/channels/${stage.daemon.channelId}`, settings);
    await page.getByRole("dialog", { name: "Your login has ended" }).waitFor();
  },
);
