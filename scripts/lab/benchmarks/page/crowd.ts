/** What many open pages cost the daemon, and those who post messages to it. */
import type { Browser, Page } from "playwright-core";
import { residentMegabytes } from "../../stage/process.ts";
import { postMessages } from "../post-messages.ts";
import { type Figure, figure, quantile } from "../report.ts";
import type { Target } from "../stage.ts";
import { openPage } from "./browser.ts";

export type CrowdPlan = {
  pages: number;
  rounds: number;
  seconds: number;
  connections: number;
  /** Messages that are posted; null: as many as are answered. */
  perSecond: number | null;
  /** What is open; else the overview. */
  path?: string;
};

/** Posts without pages, with them, and without them again, in turns; each page is that of another browser. */
export async function measureCrowd(browser: Browser, daemon: Target, plan: CrowdPlan): Promise<Figure[]> {
  const { pages, rounds, path, perSecond } = plan;
  const alone: number[] = [];
  const beside: number[] = [];
  const grown: number[] = [];
  const asked: number[] = [];
  let requests = 0;
  await accept(daemon, plan);
  for (let round = 0; round < rounds; round++) {
    alone.push(await accept(daemon, plan));
    const before = residentMegabytes(daemon.pid);
    const open: Page[] = [];
    // one after another: each login link ends the one before
    while (open.length < pages) {
      const page = await openPage(browser, daemon);
      if (path !== undefined) await page.goto(new URL(path, page.url()).href);
      page.on("request", (request) => {
        if (request.url().includes("/v1/")) requests += 1;
      });
      open.push(page);
    }
    grown.push(residentMegabytes(daemon.pid) - before);
    requests = 0;
    beside.push(await accept(daemon, plan));
    asked.push(requests / pages / plan.seconds);
    await Promise.all(open.map((page) => page.context().close()));
  }
  const middle = (values: readonly number[]) => quantile(values, 0.5);
  const pace = perSecond === null ? "" : ` ${perSecond} a second`;
  return [
    figure(`accepting${pace} with no page open, p99`, middle(alone), "ms"),
    figure(`accepting${pace} with ${pages} pages open, p99`, middle(beside), "ms"),
    figure("so many times as long", middle(beside) / middle(alone), "", { atMost: 1.2, digits: 2 }),
    figure("requests of a page a second meanwhile", middle(asked), "", { digits: 2 }),
    figure(`memory of ${pages} open pages in the daemon`, middle(grown), "MiB", { atMost: 40 }),
  ];
}

async function accept(daemon: Target, { connections, seconds, perSecond }: CrowdPlan): Promise<number> {
  return (await postMessages(daemon, { connections, seconds, perSecond })).p99;
}
