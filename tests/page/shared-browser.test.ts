/** One browser, several tabs: whoever is logged in changes in one of them, and the others show nobody else's data. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { until } from "../support/until.ts";
import { accessibilityFaults, makeUser, NO_CHROMIUM, PASSWORD, pageStage } from "./stage.ts";

const stage = pageStage();

const overview = (page: Page) => page.getByRole("heading", { name: "Overview" });
const another = (page: Page) =>
  page.getByRole("heading", { name: "This browser is logged in as somebody else" });

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
}

test.skipIf(NO_CHROMIUM)(
  "a login as somebody else covers what the other tabs show, and hears of its own events alone",
  async () => {
    const { email } = await makeUser(stage.daemon, "viewer");
    const page = await stage.open("/settings/keys");
    await page.getByRole("heading", { name: "API keys" }).waitFor();
    const streams: string[] = [];
    page.context().on("request", (request) => {
      if (request.url().includes("/v1/events/stream")) streams.push(request.url());
    });
    const other = await stage.another(page, "/login");
    await logIn(other, email);
    await overview(other).waitFor();
    // the first user's tab holds a lock of its own, if any
    await until(() => streams.length > 0);
    await another(page).waitFor();
    expect(await page.getByRole("heading", { name: "API keys" }).count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Show what they see" }).click();
    await page.getByRole("heading", { name: "You may not see this" }).waitFor();
  },
);

test.skipIf(NO_CHROMIUM)("a tab that does not know yet changes nothing in another one's name", async () => {
  const { email } = await makeUser(stage.daemon, "admin");
  const page = await stage.open("/contacts");
  await page.getByRole("heading", { name: "Contacts" }).waitFor();
  // as in a browser that holds back what tabs in the background are sent
  await page.evaluate("BroadcastChannel.prototype.postMessage = () => {}");
  const context = page.context();
  const { headers } = await fetch(`${stage.daemon.url}/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD }),
  }).then((response) => response);
  await context.addCookies(
    headers.getSetCookie().map((line) => {
      const [name = "", value = ""] = line.split(";")[0]?.split("=") ?? [];
      return { name, value, url: stage.daemon.url };
    }),
  );
  await page.getByRole("button", { name: "Add contact" }).first().click();
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Written by the first");
  await page.getByRole("dialog").getByLabel("Email address").fill("first@example.com");
  await page.getByRole("dialog").getByRole("button", { name: "Add contact" }).click();
  await another(page).waitFor();
  const { data } = (await stage.daemon.call("GET", "/v1/contacts?q=Written")).body;
  expect(data).toEqual([]);
});

test.skipIf(NO_CHROMIUM)(
  "a logout in one tab forgets files, asks for the login in the others, and a login there ends that",
  async () => {
    const { email } = await makeUser(stage.daemon, "agent");
    const page = await stage.open("/login", { as: null });
    await logIn(page, email);
    await overview(page).waitFor();
    const path = `/v1/media/${await uploadPicture()}`;
    const status = (cache: "default" | "force-cache") =>
      page.evaluate(async ([url, cache]) => (await fetch(url, { cache })).status, [path, cache] as const);
    expect([await status("default"), await status("force-cache")]).toEqual([200, 200]);
    const other = await stage.another(page, "/settings/account");
    await other.getByRole("button", { name: "Log out", exact: true }).click();
    await other.getByRole("heading", { name: "Log in to Waypost" }).waitFor();
    const dialog = page.getByRole("dialog", { name: "Your login has ended" });
    await dialog.waitFor();
    expect([await status("default"), await status("force-cache")]).toEqual([401, 401]);
    await logIn(other, email);
    await overview(other).waitFor();
    await dialog.waitFor({ state: "detached" });
    await overview(page).waitFor();
  },
);

/** Uploads one pixel; returns its id. */
async function uploadPicture(): Promise<string> {
  const body = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
    "base64",
  );
  const headers = { "x-api-key": stage.daemon.key, "content-type": "image/png" };
  const made = await fetch(`${stage.daemon.url}/v1/media`, { method: "POST", headers, body });
  return ((await made.json()) as { id: string }).id;
}

test.skipIf(NO_CHROMIUM)("what a lesser role may not do is gone when it is refused", async () => {
  const { email } = await makeUser(stage.daemon, "admin");
  const page = await stage.open("/login?to=/settings/keys", { as: null });
  await logIn(page, email);
  await page.getByRole("heading", { name: "API keys" }).waitFor();
  const { data } = (await stage.daemon.call("GET", `/v1/users?limit=100`)).body;
  const { id } = data.find((user: { email: string }) => user.email === email);
  expect((await stage.daemon.call("PATCH", `/v1/users/${id}`, { role: "viewer" })).status).toBe(200);
  await page.getByRole("button", { name: "Settings", expanded: false }).click();
  await page.getByRole("link", { name: "Users" }).click();
  await page.getByRole("link", { name: "Users" }).waitFor({ state: "detached" });
  expect(await page.getByRole("link", { name: "API keys" }).count()).toBe(0);
});
