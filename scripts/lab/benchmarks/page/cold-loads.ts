/** How soon the first view can be used by somebody whose browser has nothing of it, and what comes over the wire. */
import type { Browser } from "playwright-core";
import { pageSizes } from "../../../lib/page-sizes.ts";
import { type Figure, figure, quantile } from "../report.ts";
import type { Target } from "../stage.ts";
import { openPage } from "./browser.ts";

/** Runs in the browser: the bytes of all that it has loaded, as they came, and since when. */
const LOADED = `(() => {
  const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  const own = all.filter(({ name }) => !new URL(name).pathname.startsWith("/v1/"));
  return { bytes: own.reduce((sum, one) => sum + one.encodedBodySize, 0), ms: performance.now() };
})()`;

export async function measureColdLoads(browser: Browser, daemon: Target, loads: number): Promise<Figure[]> {
  const times: number[] = [];
  let bytes = 0;
  // from a checkout, the daemon builds the page for the first one
  await (await openPage(browser, daemon)).context().close();
  for (let nth = 0; nth < loads; nth++) {
    const page = await openPage(browser, daemon);
    const loaded = await page.evaluate<{ bytes: number; ms: number }>(LOADED);
    times.push(loaded.ms);
    bytes = loaded.bytes;
    await page.context().close();
  }
  const { first, further } = await pageSizes();
  return [
    figure("first view, by gzip", first, "KiB", { atMost: 200 }),
    figure("first view, over the wire", bytes / 1024, "KiB", { atMost: 200 }),
    figure("largest further view, by gzip", Math.max(...further.values()), "KiB", { atMost: 60 }),
    figure("cold load until the first view has its figures, p50", quantile(times, 0.5), "ms", {
      atMost: 1000,
    }),
    figure("cold load, p95", quantile(times, 0.95), "ms"),
  ];
}
