/** The page in a real Chromium, with a daemon and its sandbox behind it. */
import { expect } from "bun:test";
import type axe from "axe-core";
import type { BrowserContext, Locator, Page } from "playwright-core";
import type { Role } from "../../daemon/auth/roles.ts";
import { testBrowser } from "../support/browser.ts";
import { caller, type TestDaemon } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import type { Screen } from "../support/tabs.ts";
import { until } from "../support/until.ts";

export { NO_CHROMIUM } from "../support/browser.ts";

/** Its short form: a browser reads it in half the time. */
const AXE = await Bun.file(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir)).text();

export const PASSWORD = "correct horse battery staple";
/** What axe looks for: WCAG 2.2 AA, and what is known to trouble people besides. In the dark only colours differ. */
const RULES = {
  light: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  dark: ["color-contrast", "link-in-text-block"],
};

export type Visit = Screen & {
  /** Whose login the browser has; null is nobody's. By default, an owner's. */
  as?: Role | null;
  /** Where the page is served, if not by the daemon itself. */
  at?: string;
  /** Whether it needs a profile that no other test has had. */
  isFresh?: boolean;
};

export type Stage = {
  daemon: TestDaemon;
  /** Opens a path of the page in a browser of its own. */
  open(path: string, visit?: Visit): Promise<Page>;
  /** Opens another tab in the browser of a page. */
  another(page: Page, path: string): Promise<Page>;
};

/**
 * A browser for all tests of a file, before the daemon that everybody has or another. Each role logs in once, and again
 * when a test has ended its login.
 */
export function pageStage(
  daemon: TestDaemon = sharedDaemon(),
  browser: { hasMicrophone?: boolean } = {},
): Stage {
  const { newContext, newTab } = testBrowser(browser);
  const logins = new Map<Role, readonly string[]>();
  async function cookiesOf(role: Role) {
    const known = logins.get(role);
    if (known !== undefined && (await isLogin(daemon.url, known))) return known;
    const { cookies } = await makeUser(daemon, role);
    logins.set(role, cookies);
    return cookies;
  }
  return {
    daemon,
    async open(path, { as = "owner", at = daemon.url, isFresh = false, ...screen } = {}) {
      const page = isFresh ? await (await newContext(screen)).newPage() : await newTab(screen);
      if (as !== null) await logIn(page.context(), daemon.url, await cookiesOf(as));
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

/** Goes to a view as a link does, and waits until it has read all that it shows; `loading` is what the page calls that. */
export async function visit(page: Page, path: string, loading = "Loading"): Promise<void> {
  await page.evaluate(`history.pushState(null, "", "${path}"); new Promise(requestAnimationFrame)`);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await until(async () => (await page.getByRole("status", { name: loading }).count()) === 0);
}

/** Types a time zone, and leaves its field, which closes what it offers. */
export async function typeZone(form: Page | Locator, zone: string): Promise<void> {
  const field = form.getByRole("combobox", { name: "Time zone" });
  await field.fill(zone);
  await field.press("Tab");
}

/** Chooses a currency by its letters. */
export async function chooseCurrency(page: Page, form: Locator, code: string): Promise<void> {
  // in sight, so that nothing scrolls while it is typed
  await form.getByRole("combobox", { name: "Currency" }).click();
  await page.keyboard.type(code);
  await page.getByRole("option", { name: new RegExp(`^${code} `, "i") }).click();
}

/** Waits until a field is said to be wrong, in these words. */
export async function refusedAt(field: Locator, error: string): Promise<void> {
  const page = field.page();
  await field.and(page.locator("[aria-invalid=true]")).waitFor();
  const about = (await field.getAttribute("aria-describedby"))?.split(" ") ?? [];
  await page
    .locator(about.map((id) => `[id="${id}"]`).join())
    .filter({ hasText: error })
    .waitFor();
}

/** What axe finds wrong with what is shown, light and dark; empty when nothing is. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const found: string[] = [];
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const options = JSON.stringify({
      runOnly: RULES[colorScheme],
      resultTypes: ["violations"],
      preload: { assets: ["media"] },
    });
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
  daemon: Pick<TestDaemon, "url" | "call">,
  role: Role,
): Promise<{ email: string; cookies: readonly string[] }> {
  const email = `${crypto.randomUUID()}@example.com`;
  const invited = await daemon.call("POST", "/v1/users/invitations", { email, role });
  const body = { token: invited.body.token, name: "Ada", password: PASSWORD };
  const accepted = await caller(daemon.url, null)("POST", "/v1/auth/invitations/accept", body);
  expect(accepted.status).toBe(200);
  return { email, cookies: accepted.headers.getSetCookie() };
}

async function isLogin(url: string, cookies: readonly string[]): Promise<boolean> {
  const cookie = cookies.map((one) => one.split(";")[0]).join("; ");
  return (await fetch(`${url}/v1/auth/me`, { headers: { cookie } })).ok;
}

/** Gives a browser the cookies of a login at a daemon. */
export async function logIn(context: BrowserContext, url: string, cookies: readonly string[]): Promise<void> {
  await context.addCookies(
    cookies.map((cookie) => {
      const [name = "", value = ""] = cookie.split(";")[0]?.split("=") ?? [];
      return { name, value, url };
    }),
  );
}
