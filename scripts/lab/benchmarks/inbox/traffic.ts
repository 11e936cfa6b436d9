/** The memory of a tab that is open while people write. */
import type { CDPSession, Page } from "playwright-core";
import { type Figure, figure } from "../report.ts";
import type { Stage } from "../stage.ts";
import { LONG_FROM } from "./stored.ts";

const PER_SECOND = 20;
const MIB = 1024 ** 2;

/** So many seconds of messages in the conversation that is open, whose end is seen. */
export async function measureTraffic(page: Page, { sandbox }: Stage, seconds: number): Promise<Figure[]> {
  const newest = page.getByRole("button", { name: "Go to the newest" });
  if (await newest.isVisible()) await newest.click();
  const tab = await page.context().newCDPSession(page);
  await write(sandbox.url, seconds / 3);
  const before = await heap(tab);
  await write(sandbox.url, (seconds * 2) / 3);
  const after = await heap(tab);
  return [
    figure("memory of the tab after a third of the traffic", before, "MiB"),
    figure("memory of the tab at its end", after, "MiB", { atMost: Number((before * 1.1).toFixed(1)) }),
  ];
}

async function write(url: string, seconds: number): Promise<void> {
  const body = JSON.stringify({ from: LONG_FROM, text: "And another one of many, of the usual length" });
  const startedAt = performance.now();
  for (let nth = 0; nth < seconds * PER_SECOND; nth++) {
    await Bun.sleep(Math.max(0, startedAt + (nth * 1000) / PER_SECOND - performance.now()));
    await fetch(`${url}/sandbox/inbound`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
  }
}

/** What is kept, without what is only not collected yet. */
async function heap(tab: CDPSession): Promise<number> {
  await tab.send("HeapProfiler.collectGarbage");
  const { usedSize } = await tab.send("Runtime.getHeapUsage");
  return usedSize / MIB;
}
