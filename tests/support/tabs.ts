/** Tabs of a browser that tests have one after another, each as if it were new. */
import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core";

export const WIDTHS = { wide: 1280, narrow: 390 } as const;
export const HEIGHT = 844;
export const PERMISSIONS = ["clipboard-read", "clipboard-write"] as const;

export type Screen = Pick<BrowserContextOptions, "javaScriptEnabled" | "locale"> & {
  width?: keyof typeof WIDTHS;
  scheme?: "light" | "dark";
};

/** A tab that is not empty by then is closed. */
const PATIENCE_MS = 5000;

type Tab = {
  screen: Screen;
  context: BrowserContext;
  page: Page;
  session: CDPSession;
  /** Whose data it has. */
  origins: Set<string>;
};

export type KeptTabs = {
  /** One of such a screen that no test has, or else a new one in a profile that `open` opens. */
  take(screen: Screen, open: (screen: Screen) => Promise<BrowserContext>): Promise<Page>;
  /** Empties those that a test had, for the next one. */
  leave(): Promise<void>;
};

export function keptTabs(): KeptTabs {
  const free: Tab[] = [];
  const taken: Tab[] = [];
  return {
    async take(screen, open) {
      const at = free.findIndex((tab) => !tab.page.isClosed() && Bun.deepEquals(tab.screen, screen));
      const tab = free.splice(at, at < 0 ? 0 : 1)[0] ?? (await newTab(screen, await open(screen)));
      taken.push(tab);
      return tab.page;
    },
    async leave() {
      await Promise.all(
        taken.splice(0).map(async (tab) => {
          try {
            await empty(tab);
            free.push(tab);
          } catch {
            // closed by its test, or on its way to another page as that ended
            await tab.context.close();
          }
        }),
      );
    },
  };
}

async function newTab(screen: Screen, context: BrowserContext): Promise<Tab> {
  const page = await context.newPage();
  const origins = new Set<string>();
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol === "http:") origins.add(origin);
  });
  const session = await context.newCDPSession(page);
  Object.assign(context, { newCDPSession: refuse, addInitScript: refuse });
  Object.assign(page, { addInitScript: refuse });
  Object.assign(page.clock, { install: refuse });
  return { screen, context, page, origins, session };
}

/** Of what would stay for the tests that have the tab later. */
function refuse(): never {
  throw new Error("This stays with the profile: open the page with isFresh.");
}

/** What a test has left: other tabs, what it put between page and daemon, how the page is seen, and what is kept. */
async function empty({ screen, context, page, session, origins }: Tab): Promise<void> {
  const others = context.pages().filter((one) => one !== page);
  await Promise.all([...others.map((one) => one.close()), page.unrouteAll(), context.unrouteAll()]);
  for (const event of ["request", "response", "dialog"]) page.removeAllListeners(event);
  // led by the page itself, the tab keeps its process
  await page.evaluate("location.replace('about:blank')");
  await page.waitForURL("about:blank", { timeout: PATIENCE_MS });
  await context.setOffline(false);
  await context.clearCookies();
  await context.clearPermissions();
  await context.grantPermissions([...PERMISSIONS]);
  const { scheme = "light", width = "wide" } = screen;
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce", forcedColors: null, media: null });
  await page.setViewportSize({ width: WIDTHS[width], height: HEIGHT });
  // not the cache of files, which is what makes the tab cheaper than a new one
  const storageTypes = "local_storage,indexeddb,service_workers,cache_storage";
  for (const origin of origins) await session.send("Storage.clearDataForOrigin", { origin, storageTypes });
  origins.clear();
}
