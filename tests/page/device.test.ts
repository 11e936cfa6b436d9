/** A terminal's login, answered on the page: with JavaScript as a view, without as a form. */

import { afterAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { textsIn } from "../../daemon/page/languages/texts.ts";
import { caller } from "../support/daemon.ts";
import { startPrefixProxy } from "../support/prefix-proxy.ts";
import { accessibilityFaults, keepScreenshot, makeUser, NO_CHROMIUM, PASSWORD, pageStage } from "./stage.ts";

const stage = pageStage();
const proxy = startPrefixProxy("/waypost", () => stage.daemon.url);
afterAll(proxy.stop);
const GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const anonymous = () => caller(stage.daemon.url, null);

async function begin(body: Record<string, string> = {}) {
  await stage.daemon.sql`delete from device_logins`;
  const begun = await anonymous()("POST", "/v1/auth/device/authorization", { host: "ada-laptop", ...body });
  const { device_code, user_code, verification_uri_complete } = begun.body;
  const token = () => anonymous()("POST", "/v1/auth/device/token", { grant_type: GRANT, device_code });
  const { pathname, search } = new URL(verification_uri_complete);
  return { code: user_code as string, link: pathname + search, token };
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test.skipIf(NO_CHROMIUM)("the link leads to what is asked for, and the terminal's key works", async () => {
  const { code, link, token } = await begin({ scope: "messages:read", client_id: "waypost-cli/1.0.0" });
  const page = await stage.open(link, { as: "admin", width: "narrow" });
  await page.getByRole("heading", { name: "Allow this terminal?" }).waitFor();
  for (const fact of [code, "ada-laptop", "waypost-cli/1.0.0", "127.0.0.1", "messages:read"])
    await page.getByRole("definition").getByText(fact, { exact: true }).waitFor();
  const wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  expect(await page.evaluate<number>(wider)).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, "device-question");
  await press(page, "Allow the terminal");
  await page.getByText("Go back to the terminal on ada-laptop.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, "device-allowed");
  const { status, body } = await token();
  expect(status).toBe(200);
  const me = await caller(stage.daemon.url, body.access_token)("GET", "/v1/auth/me");
  expect(me.body.permissions).toEqual(["messages:read"]);
  // nobody allows more than they may, and a hostile name stays text
  const greedy = await begin({ host: "<img src=x onerror=alert(1)>\u202eevil", scope: "*" });
  await page.goto(stage.daemon.url + greedy.link);
  await page.getByText("<img src=x onerror=alert(1)> evil", { exact: true }).waitFor();
  await press(page, "Allow the terminal");
  await page.getByText("can't grant *").waitFor();
  expect((await greedy.token()).body.error).toBe("authorization_pending");
});

test.skipIf(NO_CHROMIUM)(
  "a wrong code is said at once, and the right one is refused on request",
  async () => {
    const { code, token } = await begin();
    const page = await stage.open("/device");
    await page.getByLabel("Code").fill("BBBB-BBBB");
    await press(page, "Show what it asks for");
    const wrong = "This code was used, has expired or never existed; look again in the terminal.";
    expect(await page.getByRole("alert").textContent()).toBe(wrong);
    await keepScreenshot(page, "device-wrong");
    await page.getByLabel("Code").fill(` ${code.toLowerCase().replace("-", " ")}`);
    await press(page, "Show what it asks for");
    await page.getByText("do everything that you may").waitFor();
    await keepScreenshot(page, "device-wide");
    await press(page, "Refuse it");
    await page.getByText("The terminal gets no key.").waitFor();
    expect((await token()).body.error).toBe("access_denied");
  },
);

test.skipIf(NO_CHROMIUM)("who is not logged in logs in first, also below a prefix", async () => {
  const { email } = await makeUser(stage.daemon, "owner");
  const { link } = await begin();
  const page = await stage.open(link, { as: null, at: proxy.url });
  await page.waitForURL(`${proxy.url}/login?to=*`);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await press(page, "Log in");
  await page.getByRole("heading", { name: "Allow this terminal?" }).waitFor();
  expect(page.url()).toBe(proxy.url + link);
});

test.skipIf(NO_CHROMIUM)("who may not create keys is not asked, nor answered by the API", async () => {
  const { link, code, token } = await begin();
  const page = await stage.open(link, { as: "viewer" });
  await page.getByText("You may not create keys (keys:manage)").waitFor();
  expect(await page.getByRole("button", { name: "Allow the terminal" }).count()).toBe(0);
  const answer = (headers: Record<string, string>) =>
    page.request.post(`${stage.daemon.url}/v1/auth/device/answer`, {
      data: { user_code: code, answer: "approve" },
      headers,
    });
  expect((await answer({ origin: stage.daemon.url })).status()).toBe(403);
  const owners = await stage.open("/");
  const foreign = await owners.request.post(`${stage.daemon.url}/v1/auth/device/answer`, {
    data: { user_code: code, answer: "approve" },
    headers: { origin: "https://evil.example" },
  });
  expect(foreign.status()).toBe(403);
  expect((await token()).body.error).toBe("authorization_pending");
});

test.skipIf(NO_CHROMIUM)("without JavaScript, forms do the same, in the browser's language", async () => {
  const { code, link, token } = await begin();
  const { DEVICE } = await textsIn("pt-BR");
  const without = { as: null, at: proxy.url, javaScriptEnabled: false, locale: "pt-BR" } as const;
  const page = await stage.open(link, without);
  await page.waitForURL(`${proxy.url}/device?plain=yes&user_code=${code}`);
  expect(await page.getByLabel(DEVICE.code).inputValue()).toBe(code);
  await press(page, DEVICE.continue);
  await page.getByText("ada-laptop").waitFor();
  await page.getByLabel(DEVICE.byKey).fill("wp_wrong");
  await press(page, DEVICE.allow);
  await page.getByRole("alert").getByText(DEVICE.wrong).waitFor();
  await page.getByLabel(DEVICE.byKey).fill(stage.daemon.key);
  await press(page, DEVICE.allow);
  await page.getByRole("heading", { name: DEVICE.allowed }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("pt-BR");
  expect((await token()).status).toBe(200);
});

test("guesses at codes by the API have to wait", async () => {
  let status = 404;
  for (let count = 0; count < 60 && status === 404; count += 1)
    ({ status } = await stage.daemon.call("POST", "/v1/auth/device/find", { user_code: "BBBB-BBBB" }));
  expect(status).toBe(429);
});
