/** The page while things happen: what changes is seen in every tab, whatever is lost in between. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { createLog } from "../../daemon/lib/log.ts";
import { startDaemon } from "../../daemon/start/daemon.ts";
import { type Relay, startRelay } from "../support/relay.ts";
import { until } from "../support/until.ts";
import { choose } from "./channels-site.ts";
import { NO_CHROMIUM, pageStage, type Visit } from "./stage.ts";

const LOST = "Not connected. What you see may be old; it is read again when the connection is back.";
const NEWER = "A newer Waypost is running";
/** The sandbox fails what is sent there. */
const NOT_ON_WHATSAPP = "15550000101";
const stage = pageStage();
let relay: Relay;
let failures = 0;
beforeAll(async () => {
  relay = await startRelay(stage.daemon.url);
  await fail();
});
afterAll(() => relay.refuse());

/** Has a message fail, which the overview counts. */
async function fail(call = stage.daemon.call): Promise<void> {
  const { channelId } = stage.daemon;
  const body = { channel_id: channelId, to: NOT_ON_WHATSAPP, type: "text", content: { body: "Hello" } };
  const sent = await call("POST", "/v1/messages", body);
  expect(sent.status).toBe(201);
  await stage.daemon.until(sent.body.id, "failed");
  failures++;
}

const relayed = () => new URL(relay.url).origin;

/** The overview of a browser, with all failures until now. */
async function overviewAt(at: string, visit: Visit = {}): Promise<Page> {
  const page = await stage.open("/", { ...visit, at });
  await shows(page);
  return page;
}

/** Waits until a page counts all failures. */
async function shows(page: Page): Promise<void> {
  await page
    .getByRole("listitem")
    .filter({ hasText: new RegExp(`^${failures}Message`) })
    .waitFor();
}

/** The requests that a page makes from now on. */
function requestsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    paths.push(pathname + search);
  });
  return paths;
}

const streamsIn = (paths: readonly string[]) =>
  paths.filter((path) => path.startsWith("/v1/events/stream")).length;

/** A browser shows the channels while another one renames and pauses one, and somebody creates and deletes one. */
async function changeChannels(seeing: Page, changing: Page): Promise<void> {
  for (const page of [seeing, changing])
    await page.goto(new URL(`/channels/${stage.daemon.channelId}`, page.url()).href);
  await seeing.getByRole("heading", { name: "Sandbox" }).waitFor();
  await choose(changing, "Rename channel");
  await changing.getByRole("textbox", { name: "Name" }).fill("Front desk");
  await changing.getByRole("dialog").getByRole("button", { name: "Rename channel" }).click();
  await seeing.getByRole("heading", { name: "Front desk" }).waitFor();
  const paused = seeing.getByText("Sending is paused: what is accepted waits");
  await choose(changing, "Pause sending");
  await paused.waitFor();
  await changing.getByRole("button", { name: "Resume sending" }).click();
  await paused.waitFor({ state: "detached" });
  const desk = { platform: "whatsapp_unofficial", name: "Desk" };
  const { body } = await stage.daemon.call("POST", "/v1/channels", desk);
  const listed = seeing.getByRole("link", { name: "Desk", exact: true });
  await listed.waitFor();
  await stage.daemon.call("DELETE", `/v1/channels/${body.id}`);
  await listed.waitFor({ state: "detached" });
}

/** A browser shows a contact while another one writes a note, a consent and a suppression. */
async function changeContact(seeing: Page, changing: Page): Promise<void> {
  const grace = { name: "Grace", email: "grace@example.com" };
  const { body } = await stage.daemon.call("POST", "/v1/contacts", grace);
  for (const page of [seeing, changing])
    await page.goto(new URL(`/contacts/${body.id}?tab=notes`, page.url()).href);
  await seeing.getByRole("button", { name: "Add note" }).waitFor();
  await changing.getByLabel("Note", { exact: true }).fill("Call back");
  await changing.getByRole("button", { name: "Add note" }).click();
  await seeing.getByRole("listitem").getByText("Call back").waitFor();
  for (const page of [seeing, changing]) await page.getByRole("tab", { name: "Consent" }).click();
  await changing.getByRole("button", { name: "Set consent" }).click();
  await changing.getByRole("dialog").getByRole("button", { name: "Set consent" }).click();
  await seeing.getByText("granted", { exact: true }).waitFor();
  await changing.getByRole("button", { name: "Suppress contact" }).click();
  await changing.getByRole("dialog").getByLabel("Reason").fill("complained");
  await changing.getByRole("dialog").getByRole("button", { name: "Suppress contact" }).click();
  await seeing.getByText("complained").waitFor();
}

test.skipIf(NO_CHROMIUM)("what happens is seen in each tab, by one stream for all of them", async () => {
  const page = await overviewAt(stage.daemon.url);
  const requests = requestsOf(page);
  const other = await stage.another(page, "/");
  const others = requestsOf(other);
  await shows(other);
  await fail();
  await Promise.all([shows(page), shows(other)]);
  expect(streamsIn([...requests, ...others])).toBe(0);
  // the tab that reads is closed: another one takes over, and misses nothing
  await page.close();
  await fail();
  await shows(other);
  expect(streamsIn(others)).toBe(1);
});

test.skipIf(NO_CHROMIUM)("what one daemon does is seen on the page of another", async () => {
  const { config, databaseUrl, secrets } = stage.daemon;
  const other = await startDaemon({ config, databaseUrl, secrets, log: createLog("silent") });
  try {
    const page = await overviewAt(other.url);
    await fail();
    await shows(page);
    await changeChannels(page, await stage.open("/channels"));
    await changeContact(page, await stage.open("/contacts"));
  } finally {
    await other.stop();
  }
});

test.skipIf(NO_CHROMIUM)(
  "a newer page is offered once the daemon is heard again, and waits to be loaded",
  async () => {
    const page = await overviewAt(relayed());
    const document = `${relayed()}/`;
    const lookAgain = async () => {
      await relay.refuse();
      await page.getByText(LOST).waitFor();
      const looked = page.waitForResponse(document);
      await relay.accept();
      await page.evaluate("dispatchEvent(new Event('online'))");
      await looked;
    };
    await lookAgain();
    await fail();
    await shows(page);
    expect(await page.getByText(NEWER).count()).toBe(0);
    const newer = '<script type="module" src="page/main-newer.js"></script>';
    await page.route(document, (route) =>
      route.request().isNavigationRequest() ? route.fallback() : route.fulfill({ body: newer }),
    );
    await lookAgain();
    await page.getByText(NEWER).waitFor();
    await page.getByRole("button", { name: "Load again" }).click();
    await page.getByText(NEWER).waitFor({ state: "detached" });
    await shows(page);
  },
);

test.skipIf(NO_CHROMIUM)("a lost daemon is said, and what was missed is seen when it is back", async () => {
  const page = await overviewAt(relayed());
  await relay.refuse();
  await page.getByText(LOST).waitFor();
  await fail();
  await relay.accept();
  // as browsers say when their network is back; else the page waits for its next try
  await page.evaluate("dispatchEvent(new Event('online'))");
  await shows(page);
  await page.getByText(LOST).waitFor({ state: "detached" });
  // where what followed is no longer kept, everything that is shown is read again
  await relay.refuse();
  await fail();
  await stage.daemon.sql`delete from events`;
  await relay.accept();
  await page.evaluate("dispatchEvent(new Event('online'))");
  await shows(page);
});

test.skipIf(NO_CHROMIUM)("after hours of sleep, everything that is shown is read again", async () => {
  const page = await stage.open("/login", { at: relayed(), isFresh: true });
  await page.clock.install();
  await page.goto(relayed());
  await shows(page);
  relay.swallow();
  await fail();
  // the connection died in the sleep, without a word
  await page.clock.fastForward("04:00:00");
  const seen = page.getByRole("listitem").filter({ hasText: new RegExp(`^${failures}Message`) });
  await until(async () => {
    await page.clock.runFor(5000);
    return await seen.isVisible();
  });
});

test.skipIf(NO_CHROMIUM)(
  "the page asks for each thing once, and left alone for nothing but its stream",
  async () => {
    const page = await overviewAt(stage.daemon.url, { isFresh: true });
    // what happened before has been heard once this is
    await fail();
    await shows(page);
    await page.clock.install();
    const requests = requestsOf(page);
    await page.goto(stage.daemon.url);
    await shows(page);
    await until(() => streamsIn(requests) === 1);
    expect(requests.toSorted()).toEqual([...new Set(requests)].toSorted());
    const since = requests.length;
    // no longer: a stream that is silent for 40 s is dead, and the daemon's own clock does not jump
    await page.clock.runFor(35_000);
    // the page's own files may still be on their way
    const later = requests.slice(since).filter((path) => path.startsWith("/v1/"));
    expect(later.filter((path) => !path.startsWith("/v1/events/stream"))).toEqual([]);
  },
);
