/** The documentation in a real Chromium that reaches nothing but this machine. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { NO_CHROMIUM, testBrowser } from "../support/browser.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const daemon = sharedDaemon();
const { newContext } = testBrowser();

test.skipIf(NO_CHROMIUM)("a reader chooses a language once, and sees its samples on every page", async () => {
  const page = await open("/docs");
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
});

test.skipIf(NO_CHROMIUM)("the search finds guides and operations, and goes there", async () => {
  const page = await open("/docs");
  await page.locator("#search").fill("rotate secret");
  await page.locator("#found a", { hasText: "Rotate the secret" }).waitFor();
  await page.locator("#found a", { hasText: "Rotate the signing secret" }).click();
  await page.waitForURL("**/docs/api/webhooks#*");
});

test.skipIf(NO_CHROMIUM)("a guide is dark where the reader's system is", async () => {
  const page = await open("/docs/guides/webhooks", "dark");
  const paper = await page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
  expect(paper).toBe("rgb(18, 24, 31)");
});

test.skipIf(NO_CHROMIUM)("a reader copies a sample, also where the browser lends no clipboard", async () => {
  const page = await open("/docs/api/channels");
  await page.evaluate("document.body.append(document.createElement('textarea'))");
  expect(await copied(page, "listChannels")).toContain('curl "$WAYPOST_URL/v1/channels"');
  await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  expect(await copied(page, "getChannel")).toContain('curl "$WAYPOST_URL/v1/channels/{id}"');
});

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

async function open(path: string, scheme: "light" | "dark" = "light"): Promise<Page> {
  const page = await (await newContext({ scheme })).newPage();
  await page.goto(`${daemon.url}${path}`);
  return page;
}

/** Writes a screenshot on request, for changes of the page's style. */
async function keepScreenshot(page: Page): Promise<void> {
  const path = process.env.WAYPOST_TEST_SCREENSHOT;
  if (path) await page.screenshot({ path });
}
