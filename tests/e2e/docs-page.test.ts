/** The documentation page in a real Chromium that reaches nothing but this machine. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Browser, chromium, type Page } from "playwright-core";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";

const executablePath = process.env.CHROMIUM_PATH || Bun.which("chromium");
if (!executablePath)
  process.stdout.write("There is no chromium (CHROMIUM_PATH): the page is not looked at.\n");

/** Everything a page asked for outside this machine, and everything it complained about. */
type Seen = { outside: string[]; complaints: string[] };

let daemon: TestDaemon;
let browser: Browser;

beforeAll(async () => {
  daemon = await startTestDaemon();
  if (!executablePath) return;
  // Chromium's own sandbox needs rights that containers and root don't give.
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
});

afterAll(async () => {
  await browser?.close();
  await daemon?.stop();
});

test.skipIf(!executablePath)(
  "the page shows every operation and its examples, without the internet",
  async () => {
    const { page, seen } = await open("/docs");
    await page.locator(".opblock").first().waitFor();
    const document = (await (await fetch(`${daemon.url}/openapi.json`)).json()) as {
      paths: Record<string, object>;
      webhooks: object;
    };
    const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length;
    const described = operations + Object.keys(document.webhooks).length;
    expect((await operationsDownThePage(page)).size).toBe(described);
    await page.evaluate("window.scrollTo(0, 0)");
    expect(await page.title()).toBe("Waypost API");
    expect(await page.locator(".topbar").count()).toBe(0);

    const send = page.locator("#operations-Messages-sendMessage");
    await send.locator(".opblock-summary-control").click();
    await send.locator(".responses-table").first().waitFor();
    expect(await send.textContent()).toContain("Your table for two is booked for 19:30.");
    expect(await send.textContent()).toContain("this key lacks the permission messages:send");
    await keepScreenshot(page);
    expect(seen).toEqual({ outside: [], complaints: [] });
  },
  60_000,
);

test.skipIf(!executablePath)(
  "a reader tries an operation out with a key",
  async () => {
    const { page, seen } = await open("/docs");
    await page.locator(".btn.authorize").first().click();
    const byKey = page.locator(".auth-container").filter({ hasText: "apiKey (apiKey)" });
    await byKey.locator("input").fill(daemon.key);
    await byKey.locator(".auth-btn-wrapper .authorize").click();
    await byKey.locator(".auth-btn-wrapper .btn-done").click();
    const list = page.locator("#operations-Channels-listChannels");
    await page.locator(".operation-filter-input").fill("Channels");
    await list.locator(".opblock-summary-control").click();
    await list.locator(".try-out__btn").click();
    await list.locator(".execute").click();
    await list.locator(".live-responses-table .response-col_status").last().waitFor();
    expect(await list.locator(".live-responses-table").textContent()).toContain(daemon.channelId);
    expect(seen).toEqual({ outside: [], complaints: [] });
  },
  60_000,
);

test("the page may load from the daemon alone and may not be framed", async () => {
  const answer = await fetch(`${daemon.url}/docs`);
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  expect(await answer.text()).not.toMatch(/https?:\/\//);
});

async function open(path: string): Promise<{ page: Page; seen: Seen }> {
  const seen: Seen = { outside: [], complaints: [] };
  const context = await browser.newContext({ viewport: { width: 1280, height: 1400 } });
  await context.route("**/*", (route) => {
    const { hostname } = new URL(route.request().url());
    if (hostname === "127.0.0.1" || route.request().url().startsWith("data:")) return route.continue();
    seen.outside.push(route.request().url());
    return route.abort();
  });
  const page = await context.newPage();
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) seen.complaints.push(message.text());
  });
  page.on("pageerror", (error) => seen.complaints.push(error.message));
  await page.goto(`${daemon.url}${path}`);
  return { page, seen };
}

/** The ids of all operations that come into view on the way down: of a long list the page keeps only those. */
async function operationsDownThePage(page: Page): Promise<Set<string>> {
  const seen = new Set<string>();
  for (let end = false; !end; ) {
    for (const id of await page
      .locator(".opblock")
      .evaluateAll((all) => all.map((one) => String(Reflect.get(one, "id")))))
      seen.add(id);
    end = await page.evaluate<boolean>("innerHeight + scrollY >= document.body.scrollHeight - 2");
    await page.evaluate("window.scrollBy(0, 600)");
    await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
  }
  return seen;
}

/** Writes what the reader sees, for whoever changes the page's style and asks for it. */
async function keepScreenshot(page: Page): Promise<void> {
  const path = process.env.WAYPOST_TEST_SCREENSHOT;
  if (path) await page.screenshot({ path });
}
