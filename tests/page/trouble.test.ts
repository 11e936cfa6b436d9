/** The page while things go wrong around it: no network, an upgrade, another clock, hasty hands, tabs that stand still. */
import { expect, test } from "bun:test";
import type { Page, Route } from "playwright-core";
import { until } from "../support/until.ts";
import { NO_CHROMIUM, pageStage, type Visit } from "./stage.ts";

const stage = pageStage();

async function openContacts(visit: Visit = {}): Promise<Page> {
  const page = await stage.open("/contacts", visit);
  await page.getByRole("heading", { name: "Contacts" }).waitFor();
  return page;
}

async function fillContact(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Add contact" }).first().click();
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill(name);
}

const add = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Add contact" });

async function contactsNamed(name: string): Promise<unknown[]> {
  return (await stage.daemon.call("GET", `/v1/contacts?q=${encodeURIComponent(name)}`)).body.data;
}

test.skipIf(NO_CHROMIUM)("a change is made once: not hours later, and not twice", async () => {
  const page = await openContacts();
  await fillContact(page, "Offline Olga");
  await page.getByRole("dialog").getByLabel("Email address").fill("olga@example.com");
  await page.context().setOffline(true);
  await add(page).click();
  await page.getByRole("alert").getByText("The daemon can't be reached").waitFor();
  await page.context().setOffline(false);
  await page.getByRole("status").getByText("Not connected").waitFor({ state: "detached" });
  expect(await contactsNamed("Offline Olga")).toEqual([]);
  // what was typed is still there
  await add(page).click();
  await page.getByRole("heading", { name: "Offline Olga" }).waitFor();

  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") asked.push(new URL(request.url()).pathname);
  });
  await page.getByRole("link", { name: "Contacts" }).first().click();
  await fillContact(page, "Hasty Hans");
  await page.getByRole("dialog").getByLabel("Email address").fill("hans@example.com");
  // two presses before the page has drawn what the first one began
  await page.evaluate(`{
    const form = document.querySelector("[role=dialog] form");
    form.requestSubmit();
    form.requestSubmit();
  }`);
  await page.getByRole("heading", { name: "Hasty Hans" }).waitFor();
  expect(await contactsNamed("Hasty Hans")).toHaveLength(1);
  expect(asked).toEqual(["/v1/contacts"]);
});

/** Files of the page that are not loaded yet are gone, as after an upgrade, until the document is loaded again. */
async function upgrade(page: Page): Promise<void> {
  await page.route("**/page/*.js", (route) => route.fulfill({ status: 404, body: "{}" }));
}

test.skipIf(NO_CHROMIUM)(
  "after an upgrade, a view says so and offers the new page, which opens it",
  async () => {
    const page = await openContacts();
    await upgrade(page);
    await page.getByRole("link", { name: "API keys" }).click();
    await page.getByRole("alert").getByText("A newer Waypost is running").waitFor();
    await page.unroute("**/page/*.js");
    await page.getByRole("button", { name: "Load again" }).click();
    await page.getByRole("heading", { name: "API keys" }).waitFor();
  },
);

test.skipIf(NO_CHROMIUM)("when the tab that reads stands still, another one takes over", async () => {
  const page = await openContacts({ isFresh: true });
  const other = await stage.another(page, "/contacts");
  await other.clock.install();
  await other.goto(`${stage.daemon.url}/contacts`);
  await other.getByRole("heading", { name: "Contacts" }).waitFor();
  const streams: string[] = [];
  other.on("request", (request) => {
    if (request.url().includes("/v1/events/stream")) streams.push(request.url());
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setWebLifecycleState", { state: "frozen" });
  await until(async () => {
    await other.clock.runFor(15_000);
    return streams.length > 0;
  });
  await stage.daemon.call("POST", "/v1/contacts", { name: "Thawed Thea", email: "thea@example.com" });
  await other.getByText("Thawed Thea").waitFor();
  await session.send("Page.setWebLifecycleState", { state: "active" });
});

test.skipIf(NO_CHROMIUM)(
  "over plain http, where browsers lend no locks, only tabs that are seen read",
  async () => {
    const page = await stage.open("/login", { isFresh: true });
    await page.context().addInitScript("delete Navigator.prototype.locks");
    const streams: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/v1/events/stream")) streams.push("open");
    });
    page.on("requestfailed", (request) => {
      if (request.url().includes("/v1/events/stream")) streams.push("closed");
    });
    await page.goto(`${stage.daemon.url}/contacts`);
    await until(() => streams.length === 1);
    const see = (isSeen: boolean) =>
      page.evaluate(`{
      Object.defineProperty(document, "hidden", { value: ${!isSeen}, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }`);
    await see(false);
    await until(() => streams.at(-1) === "closed");
    await see(true);
    await until(() => streams.length === 3);
    await stage.daemon.call("POST", "/v1/contacts", { name: "Plain Paula", email: "paula@example.com" });
    await page.getByText("Plain Paula").waitFor();
  },
);

test.skipIf(NO_CHROMIUM)(
  "keys and going back take nothing away that was typed, and lead to where one was",
  async () => {
    const made = await stage.daemon.call("POST", "/v1/contacts", {
      name: "Backward Bo",
      email: "bo@example.com",
    });
    const page = await openContacts();
    // after an upgrade, a key that finds things takes nothing away that was typed
    await page.getByRole("searchbox").first().fill("Backward");
    await upgrade(page);
    await page.keyboard.press("Control+k");
    await page.getByText("Load the page again to go on with it.").waitFor();
    expect(await page.getByRole("searchbox").first().inputValue()).toBe("Backward");
    await page.unroute("**/page/*.js");
    await page.goto(`${stage.daemon.url}/contacts`);
    await page.getByRole("link", { name: "Backward Bo" }).click();
    await page.getByRole("heading", { name: "Backward Bo" }).waitFor();
    await page.getByRole("button", { name: "Change contact" }).click();
    await page.getByRole("dialog").waitFor();
    await page.goBack();
    await page.waitForURL("**/contacts");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.goForward();
    await page.waitForURL(`**/contacts/${made.body.id}`);
    await page.getByRole("heading", { name: "Backward Bo" }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    // a dialog of the list, too
    await page.getByRole("button", { name: "Add contact" }).first().click();
    await page.getByRole("dialog").waitFor();
    await page.goForward();
    await page.getByRole("heading", { name: "Backward Bo" }).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    // as while Postgres is stopped: the stream stays, and nothing says that it is back
    await page.route("**/v1/api-keys*", isDown);
    await page.getByRole("link", { name: "API keys" }).click();
    await page.getByRole("alert").getByText("The database can't be reached").waitFor();
    await page.unroute("**/v1/api-keys*", isDown);
    await page.getByRole("row").nth(1).waitFor();
  },
);

const isDown = (route: Route) =>
  route.fulfill({
    status: 503,
    contentType: "application/problem+json",
    body: JSON.stringify({ code: "database_unavailable", detail: "the database can't be reached" }),
  });
