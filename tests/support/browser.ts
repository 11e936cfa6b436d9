/** A real Chromium for the tests of a file, that reaches nothing but this machine. */
import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
} from "playwright-core";
import { findChromium } from "../../scripts/lib/system-program.ts";

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
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];
const WIDTHS = { wide: 1280, narrow: 390 } as const;

export type Screen = Pick<BrowserContextOptions, "javaScriptEnabled" | "locale"> & {
  width?: keyof typeof WIDTHS;
  scheme?: "light" | "dark";
};

/** A run of many files keeps the browser of a process for its next file; it ends with the process. */
const IS_OF_A_RUN = process.env.TEST_TEMPLATE !== undefined;
/** Of this process, by the program. */
const browsers = new Map<string, Browser>();

/**
 * A browser, which hears beeps where it has a microphone: the function that it returns opens a new profile in it, which ends with the test.
 * Each test fails in which the browser asks another machine, complains of the policy, or a page breaks.
 */
export function testBrowser({ hasMicrophone = false } = {}): (screen?: Screen) => Promise<BrowserContext> {
  const faults: string[] = [];
  const contexts: BrowserContext[] = [];
  let browser: Browser;

  beforeAll(async () => {
    if (hasMicrophone && wholePath !== null) browser = await launched(withMicrophone(wholePath));
    else if (executablePath !== null) browser = await launched({ executablePath, args: ARGUMENTS });
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(faults.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    if (!IS_OF_A_RUN) await browser?.close();
  });

  return async ({ width = "wide", scheme = "light", ...screen } = {}) => {
    const context = await browser.newContext({
      ...screen,
      viewport: { width: WIDTHS[width], height: 844 },
      colorScheme: scheme,
      // colours that are on their way to others are neither looked at nor judged
      reducedMotion: "reduce",
      hasTouch: width === "narrow",
      permissions: ["clipboard-read", "clipboard-write"],
    });
    contexts.push(context);
    watch(context, faults);
    return context;
  };
}

async function launched(options: LaunchOptions & { executablePath: string }): Promise<Browser> {
  const known = browsers.get(options.executablePath);
  if (known?.isConnected()) return known;
  const browser = await chromium.launch(options);
  browsers.set(options.executablePath, browser);
  return browser;
}

function withMicrophone(executablePath: string): LaunchOptions & { executablePath: string } {
  return {
    executablePath,
    ignoreDefaultArgs: ["--headless", "--headless=old"],
    args: [...ARGUMENTS, "--headless=new", "--use-fake-device-for-media-stream"],
  };
}

function watch(context: BrowserContext, faults: string[]): void {
  context.on("request", (request) => {
    const url = request.url();
    if (new URL(url).hostname !== "127.0.0.1" && !/^(data|blob):/.test(url)) faults.push(`asked ${url}`);
  });
  context.on("console", (message) => {
    // the browser's own line for each response of an error, which the page has to show
    if (message.text().startsWith("Failed to load resource")) return;
    if (["error", "warning"].includes(message.type())) faults.push(message.text());
  });
  context.on("weberror", (error) => faults.push(error.error().message));
}
