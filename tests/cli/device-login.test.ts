/** `waypost login` on a terminal: a code, a page in a real browser, a key. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { NO_CHROMIUM, testBrowser } from "../support/browser.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { newHome, runCli, runCliInTerminal } from "./run-cli.ts";

const daemon = sharedDaemon();
const { newContext } = testBrowser();

const profiles = (home: string) => Bun.file(join(home, ".config/waypost/config.json"));
const CODE = /code\s+(?:\S*m)?([A-Z]{4}-[A-Z]{4})/;

async function start(...more: string[]) {
  const home = newHome();
  const run = runCliInTerminal(["login", "--url", daemon.url, "--no-color", ...more], { home });
  await run.until("--key");
  return { home, run, code: CODE.exec(run.screen())?.[1] ?? "" };
}

async function answer(fields: Record<string, string>): Promise<void> {
  const init = { method: "POST", headers: { origin: daemon.url }, body: new URLSearchParams(fields) };
  expect((await fetch(`${daemon.url}/device/answer`, init)).status).toBe(200);
}

test.skipIf(NO_CHROMIUM)("a user allows a terminal on the page, and it has a key", async () => {
  const { home, run, code } = await start("--permission", "messages:send");
  expect(run.screen()).toContain(`open  ${daemon.url}/device`);
  const context = await newContext();
  const page = await context.newPage();
  await page.goto(`${daemon.url}/device`);
  await page.getByRole("link", { name: "Answer the terminal with an API key instead" }).click();
  await page.getByLabel("Code").fill(code.toLowerCase());
  await page.getByRole("button", { name: "Show what it asks for" }).click();
  expect(await page.locator("table").textContent()).toContain("messages:send");
  if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT });
  await page.getByLabel("An API key").fill(daemon.key);
  await page.getByRole("button", { name: "Allow the terminal" }).click();
  await page.getByRole("heading", { name: "Allowed" }).waitFor();
  expect(await context.cookies()).toEqual([]);
  expect(await run.exited).toBe(0);
  const { api_key, organization_id } = (await profiles(home).json()).profiles.default;
  expect(organization_id).toBe(daemon.organizationId);
  expect(run.screen()).not.toContain(api_key);
  const me = JSON.parse((await runCli(["whoami", "--json"], { home })).stdout);
  expect(me.permissions).toEqual(["messages:send"]);
});

test("a refusal ends it with 3 and saves nothing", async () => {
  const { home, run, code } = await start();
  await answer({ user_code: code, answer: "refuse" });
  expect(await run.exited).toBe(3);
  expect(run.screen()).toContain("refused on the daemon's page");
  expect(await profiles(home).exists()).toBe(false);
});

test("in CI and without a terminal, a key is required", async () => {
  const run = runCliInTerminal(["login", "--url", daemon.url], { env: { CI: "1" } });
  await run.until("(hidden): ");
  run.type("\u0003");
  expect(await run.exited).toBe(130);
  expect((await runCli(["login", "--url", daemon.url])).code).toBe(2);
});
