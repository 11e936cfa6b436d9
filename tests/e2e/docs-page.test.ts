/** The documentation in a real Chromium that reaches nothing but this machine. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Browser, chromium, type Page } from "playwright-core";
import { sharedDaemon } from "../support/shared-daemon.ts";

const executablePath = process.env.CHROMIUM_PATH || Bun.which("chromium");
if (!executablePath)
  process.stdout.write("There is no chromium (CHROMIUM_PATH): the documentation is not looked at.\n");

/** A page's requests to other machines, and its errors. */
type Seen = { outside: string[]; complaints: string[] };

const daemon = sharedDaemon();
let browser: Browser;

beforeAll(async () => {
  if (!executablePath) return;
  // Chromium's own sandbox needs rights that containers and root don't give.
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
});

afterAll(() => browser?.close());

test.skipIf(!executablePath)(
  "a reader chooses a language once, and sees its samples on every page",
  async () => {
    const { page, seen } = await open("/docs");
    expect(await page.title()).toBe("Waypost API");
    const send = page.locator("#sendMessage");
    expect(await send.locator("[data-sample=curl]").isVisible()).toBe(true);
    await send.getByRole("tab", { name: "Python" }).click();
    expect(await send.locator("[data-sample=curl]").isVisible()).toBe(false);
    await keepScreenshot(page);
    await page.goto(`${daemon.url}/docs/api/channels`);
    expect(await page.locator("#listChannels [data-sample=python]").textContent()).toContain(
      'requests.get(\n    os.environ["WAYPOST_URL"] + "/v1/channels"',
    );
    expect(await page.locator("#listChannels [data-sample=python]").isVisible()).toBe(true);
    expect(seen).toEqual({ outside: [], complaints: [] });
  },
);

test.skipIf(!executablePath)("the search finds guides and operations, and goes there", async () => {
  const { page, seen } = await open("/docs");
  await page.locator("#search").fill("rotate secret");
  await page.locator("#found a", { hasText: "Rotate the secret" }).waitFor();
  await page.locator("#found a", { hasText: "Rotate the signing secret" }).click();
  await page.waitForURL("**/docs/api/webhooks#*");
  expect(seen).toEqual({ outside: [], complaints: [] });
});

test.skipIf(!executablePath)("a guide is dark where the reader's system is", async () => {
  const { page } = await open("/docs/guides/webhooks", "dark");
  const paper = await page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
  expect(paper).toBe("rgb(18, 24, 31)");
});

test.skipIf(!executablePath)(
  "a reader copies a sample, also where the browser lends no clipboard",
  async () => {
    const { page, seen } = await open("/docs/api/channels");
    await page.evaluate("document.body.append(document.createElement('textarea'))");
    expect(await copied(page, "listChannels")).toContain('curl "$WAYPOST_URL/v1/channels"');
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    expect(await copied(page, "getChannel")).toContain('curl "$WAYPOST_URL/v1/channels/{id}"');
    expect(seen).toEqual({ outside: [], complaints: [] });
  },
);

/** The clipboard after the button of a curl sample. */
async function copied(page: Page, operation: string): Promise<string> {
  const sample = page.locator(`#${operation} pre[data-sample=curl]`);
  await sample.hover();
  await sample.locator("button.copy").click();
  await sample.locator("button.copy", { hasText: "Copied" }).waitFor();
  const field = page.locator("textarea");
  await field.fill("");
  await field.press("ControlOrMeta+V");
  return await field.inputValue();
}

async function open(
  path: string,
  colorScheme: "light" | "dark" = "light",
): Promise<{ page: Page; seen: Seen }> {
  const seen: Seen = { outside: [], complaints: [] };
  const context = await browser.newContext({
    viewport: { width: 1280, height: 1400 },
    colorScheme,
    permissions: ["clipboard-read", "clipboard-write"],
  });
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

/** Writes a screenshot on request, for changes of the page's style. */
async function keepScreenshot(page: Page): Promise<void> {
  const path = process.env.WAYPOST_TEST_SCREENSHOT;
  if (path) await page.screenshot({ path });
}
