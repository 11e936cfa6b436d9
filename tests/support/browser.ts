/** A real Chromium for the tests of a file, that reaches nothing but this machine. */
import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import { type Browser, type BrowserContext, chromium, type LaunchOptions, type Page } from "playwright-core";
import { findChromium } from "../../scripts/lib/system-program.ts";
import { HEIGHT, type KeptTabs, keptTabs, PERMISSIONS, type Screen, WIDTHS } from "./tabs.ts";

const executablePath = findChromium();
/** For `test.skipIf`: without a Chromium, the page is not looked at. */
export const NO_CHROMIUM = executablePath === null;
if (NO_CHROMIUM) process.stdout.write("There is no chromium (CHROMIUM_PATH): the page is not looked at.\n");

/** The whole Chromium: the one without a window has no microphone. */
const wholePath = Bun.which("chromium");
/** For `test.skipIf`: without the whole Chromium, nothing is recorded. */
export const NO_MICROPHONE = wholePath === null;

const ARGUMENTS = [
  // Chromium's own sandbox needs rights that containers and root don't give
  "--no-sandbox",
  "--disable-dev-shm-usage",
  // a page lives for seconds here: what its script saves once it is compiled well is less than that takes
  "--js-flags=--no-turbofan --no-maglev",
  // not by intercepting requests, which switches its cache off
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];

/** A run of many files keeps the browser of a process for its next file; it ends with the process. */
const IS_OF_A_RUN = process.env.TEST_TEMPLATE !== undefined;
/** Of this process, by the program. */
const browsers = new Map<string, Kept>();
/** What browsers complained of in this test: a process has one at a time. */
const faults: string[] = [];

type Kept = { browser: Browser; tabs: KeptTabs };

export type TestBrowser = {
  /** Opens a new profile, which ends with the test. */
  newContext(screen?: Screen): Promise<BrowserContext>;
  /**
   * A tab that an earlier test may have had: it is as new but for the cache of files, and takes half the work.
   * What stays with a profile needs a new one: clocks, scripts that run first, sessions of the browser's own protocol.
   */
  newTab(screen?: Screen): Promise<Page>;
};

/**
 * A browser, which hears beeps where it has a microphone. Each test fails in which the browser asks another machine,
 * complains of the policy, or a page breaks.
 */
export function testBrowser({ hasMicrophone = false } = {}): TestBrowser {
  const contexts: BrowserContext[] = [];
  let { browser, tabs } = {} as Kept;

  beforeAll(async () => {
    if (hasMicrophone && wholePath !== null) ({ browser, tabs } = await launched(withMicrophone(wholePath)));
    else if (executablePath !== null)
      ({ browser, tabs } = await launched({ executablePath, args: ARGUMENTS }));
  });
  afterEach(async () => {
    await Promise.all([...contexts.splice(0).map((context) => context.close()), tabs?.leave()]);
    expect(faults.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    if (!IS_OF_A_RUN) await browser?.close();
  });

  async function open({ width = "wide", scheme = "light", ...screen }: Screen): Promise<BrowserContext> {
    const context = await browser.newContext({
      ...screen,
      viewport: { width: WIDTHS[width], height: HEIGHT },
      colorScheme: scheme,
      // colours that are on their way to others are neither looked at nor judged
      reducedMotion: "reduce",
      hasTouch: width === "narrow",
      permissions: [...PERMISSIONS],
    });
    watch(context);
    return context;
  }
  return {
    async newContext(screen = {}) {
      const context = await open(screen);
      contexts.push(context);
      return context;
    },
    newTab: (screen = {}) => tabs.take(screen, open),
  };
}

async function launched(options: LaunchOptions & { executablePath: string }): Promise<Kept> {
  const known = browsers.get(options.executablePath);
  if (known?.browser.isConnected()) return known;
  const made = { browser: await chromium.launch(options), tabs: keptTabs() };
  browsers.set(options.executablePath, made);
  return made;
}

function withMicrophone(executablePath: string): LaunchOptions & { executablePath: string } {
  return {
    executablePath,
    ignoreDefaultArgs: ["--headless", "--headless=old"],
    args: [...ARGUMENTS, "--headless=new", "--use-fake-device-for-media-stream"],
  };
}

function watch(context: BrowserContext): void {
  context.on("request", (request) => {
    const url = request.url();
    if (!["127.0.0.1", "localhost"].includes(new URL(url).hostname) && !/^(data|blob):/.test(url))
      faults.push(`asked ${url}`);
  });
  context.on("console", (message) => {
    // the browser's own line for each response of an error, which the page has to show
    if (message.text().startsWith("Failed to load resource")) return;
    if (["error", "warning"].includes(message.type())) faults.push(message.text());
  });
  context.on("weberror", (error) => faults.push(error.error().message));
}
