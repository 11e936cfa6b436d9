/** What a page asks for that is left alone. */
import type { Browser } from "playwright-core";
import { type Figure, figure } from "../report.ts";
import type { Target } from "../stage.ts";
import { openPage } from "./browser.ts";

/** Longer than what follows the first view takes: files of other views, the stream. */
const SETTLED_MS = 5000;

export async function measureIdlePage(browser: Browser, daemon: Target, seconds: number): Promise<Figure[]> {
  const page = await openPage(browser, daemon);
  await Bun.sleep(SETTLED_MS);
  const [asked, streams]: [string[], string[]] = [[], []];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    (pathname === "/v1/events/stream" ? streams : asked).push(pathname);
  });
  await Bun.sleep(seconds * 1000);
  await page.context().close();
  const minutes = `in ${(seconds / 60).toFixed(1)} minutes`;
  return [
    figure(`requests of a page left alone ${minutes}`, asked.length, "", { atMost: 0, digits: 0 }),
    figure(`new streams of it ${minutes}`, streams.length, "", { digits: 0 }),
  ];
}
