/** The page: what it loads, how soon it is there, what many open ones cost, what an idle one asks for, and long lists. */
import type { Endings } from "../stage/endings.ts";
import type { Options } from "./options.ts";
import { openBrowser } from "./page/browser.ts";
import { measureColdLoads } from "./page/cold-loads.ts";
import { measureCrowd } from "./page/crowd.ts";
import { measureIdlePage } from "./page/idle.ts";
import { measureLists } from "./page/lists.ts";
import type { Figure } from "./report.ts";
import type { Stage } from "./stage.ts";

const FULL = {
  loads: 20,
  crowd: { pages: 50, rounds: 3, seconds: 10, connections: 16, perSecond: null },
  lists: { rows: 1_000_000, times: 5 },
};
const QUICK = {
  loads: 1,
  crowd: { pages: 2, rounds: 1, seconds: 1, connections: 4, perSecond: null },
  lists: { rows: 1000, times: 1 },
};
const QUICK_IDLE_SECONDS = 2;

/** The lists come last: they fill the database. `stored` is how many messages and contacts they have. */
export async function measurePage(
  stage: Stage,
  { quick, minutes, stored }: Options,
  endings: Endings,
): Promise<Figure[]> {
  const plan = quick ? QUICK : FULL;
  const { daemon } = stage;
  const browser = await openBrowser(endings);
  const lists = { ...plan.lists, ...(stored > 0 ? { rows: stored } : {}) };
  return [
    ...(await measureColdLoads(browser, daemon, plan.loads)),
    ...(await measureIdlePage(browser, daemon, quick ? QUICK_IDLE_SECONDS : minutes * 60)),
    ...(await measureCrowd(browser, daemon, plan.crowd)),
    ...(await measureLists(browser, stage, lists)),
  ];
}
