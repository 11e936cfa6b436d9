/** The page in a real Chromium, with a daemon and its sandbox behind it, that reaches nothing but this machine. */
import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import type { Role } from "../../daemon/auth/roles.ts";
import { caller, type TestDaemon, type TestDaemonOptions } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const executablePath = process.env.CHROMIUM_PATH || Bun.which("chromium");
/** For `test.skipIf`: without a Chromium, the page is not looked at. */
export const NO_CHROMIUM = !executablePath;
if (NO_CHROMIUM) process.stdout.write("There is no chromium (CHROMIUM_PATH): the page is not looked at.\n");

export const PASSWORD = "correct horse battery staple";
const WIDTHS = { wide: 1280, narrow: 390 } as const;
/** What axe looks for: WCAG 2.2 AA, and what is known to trouble people besides. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

export type Visit = {
  /** Whose login the browser has; null is nobody's. By default, an owner's. */
  as?: Role | null;
  width?: keyof typeof WIDTHS;
  scheme?: "light" | "dark";
  /** Where the page is served, if not by the daemon itself. */
  at?: string;
};

export type Stage = {
  daemon: TestDaemon;
  /** Opens a path of the page in a browser of its own. */
  open(path: string, visit?: Visit): Promise<Page>;
  /** Opens another tab in the browser of a page. */
  another(page: Page, path: string): Promise<Page>;
};

/**
 * A daemon and a browser for all tests of a file. Each test fails that has the browser ask another machine, complain of
 * the policy, or break.
 */
export function pageStage(options: TestDaemonOptions = {}): Stage {
  const daemon = sharedDaemon(options);
  const faults: string[] = [];
  const contexts: BrowserContext[] = [];
  let browser: Browser;

  beforeAll(async () => {
    if (!executablePath) return;
    // Chromium's own sandbox needs rights that containers and root don't give.
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(faults.splice(0)).toEqual([]);
  });
  afterAll(() => browser?.close());

  return {
    daemon,
    async open(path, { as = "owner", width = "wide", scheme = "light", at = daemon.url } = {}) {
      const context = await browser.newContext({
        viewport: { width: WIDTHS[width], height: 844 },
        colorScheme: scheme,
        // colours that are on their way to others are neither looked at nor judged
        reducedMotion: "reduce",
        hasTouch: width === "narrow",
        permissions: ["clipboard-read", "clipboard-write"],
      });
      contexts.push(context);
      await watch(context, faults);
      if (as !== null) await logIn(context, daemon, as);
      const page = await context.newPage();
      await page.goto(`${at}${path}`);
      return page;
    },
    async another(page, path) {
      const tab = await page.context().newPage();
      await tab.goto(new URL(path, page.url()).href);
      return tab;
    },
  };
}

/** What axe finds wrong with what is shown, light and dark; empty when nothing is. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(axe.source);
    const options = JSON.stringify({ runOnly: RULES, resultTypes: ["violations"] });
    const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${options})`);
    for (const { id, nodes } of violations)
      found.push(...nodes.map(({ html, any }) => `${colorScheme} ${id}: ${html} ${any[0]?.message ?? ""}`));
  }
  return found;
}

/** Writes what is seen, for whoever changes the page's style and asks for it by naming a folder. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.WAYPOST_TEST_SCREENSHOTS;
  if (!folder) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` });
  }
}

/** Makes a user of a role; resolves with the address that logs in with `PASSWORD`, and the cookies of a login. */
export async function makeUser(
  daemon: TestDaemon,
  role: Role,
): Promise<{ email: string; cookies: readonly string[] }> {
  const email = `${crypto.randomUUID()}@example.com`;
  const invited = await daemon.call("POST", "/v1/users/invitations", { email, role });
  const body = { token: invited.body.token, name: "Ada", password: PASSWORD };
  const accepted = await caller(daemon.url, null)("POST", "/v1/auth/invitations/accept", body);
  expect(accepted.status).toBe(200);
  return { email, cookies: accepted.headers.getSetCookie() };
}

async function logIn(context: BrowserContext, daemon: TestDaemon, role: Role): Promise<void> {
  const { cookies } = await makeUser(daemon, role);
  await context.addCookies(
    cookies.map((cookie) => {
      const [name = "", value = ""] = cookie.split(";")[0]?.split("=") ?? [];
      return { name, value, url: daemon.url };
    }),
  );
}

async function watch(context: BrowserContext, faults: string[]): Promise<void> {
  await context.route("**/*", (route) => {
    const url = route.request().url();
    if (new URL(url).hostname === "127.0.0.1" || /^(data|blob):/.test(url)) return route.fallback();
    faults.push(`asked ${url}`);
    return route.abort();
  });
  context.on("console", (message) => {
    // the browser's own line for each response of an error, which the page has to show
    if (message.text().startsWith("Failed to load resource")) return;
    if (["error", "warning"].includes(message.type())) faults.push(message.text());
  });
  context.on("weberror", (error) => faults.push(error.error().message));
}
