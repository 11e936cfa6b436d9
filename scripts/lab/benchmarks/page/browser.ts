/** A Chromium that gives way to the daemon: in earnest, browsers run on other machines. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { findChromium } from "../../../lib/system-program.ts";
import { type Endings, keptFolder } from "../../stage/endings.ts";
import type { Target } from "../stage.ts";

/** So that frames are drawn as soon as they can be, and not when a display would show the next one. */
export const WITHOUT_DISPLAY = ["--disable-frame-rate-limit", "--disable-gpu-vsync"];

/** Starts it. Throws where there is none. */
export async function openBrowser({ kept }: Endings, more: readonly string[] = []): Promise<Browser> {
  const own = findChromium();
  if (own === null) throw new Error("there is no chromium: install it, or name it in CHROMIUM_PATH");
  const executablePath = join(await keptFolder(kept, "bench-browser"), "chromium");
  writeFileSync(executablePath, `#!/bin/sh\nexec nice -n 19 '${own}' "$@"\n`);
  chmodSync(executablePath, 0o700);
  const args = ["--no-sandbox", "--disable-dev-shm-usage", ...more];
  return await kept(
    () => chromium.launch({ executablePath, args }),
    (browser) => browser.close(),
  );
}

/** Opens the overview with nothing in the browser's cache, logged in; resolves once it shows what the API says. */
export async function openPage(browser: Browser, { api }: Target): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 844 } });
  const page = await context.newPage();
  const link = await api<{ url: string }>("POST", "/v1/auth/links");
  await page.goto(link.url);
  await page.getByRole("region", { name: "Messages a minute" }).getByRole("definition").first().waitFor();
  return page;
}
