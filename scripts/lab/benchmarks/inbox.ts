/** The inbox: opening a conversation, typing, scrolling through a long one, and a day's traffic while it is open. */
import type { Browser } from "playwright-core";
import type { Endings } from "../stage/endings.ts";
import { measureHands } from "./inbox/hands.ts";
import { LONG, storeConversations } from "./inbox/stored.ts";
import { measureTraffic } from "./inbox/traffic.ts";
import type { Options } from "./options.ts";
import { openBrowser, openPage, WITHOUT_DISPLAY } from "./page/browser.ts";
import { measureCrowd } from "./page/crowd.ts";
import type { Figure } from "./report.ts";
import type { Stage } from "./stage.ts";

const FULL = {
  conversations: 100_000,
  long: 10_000,
  hands: { opened: 60, keys: 200 },
  crowd: { pages: 50, rounds: 3, seconds: 30, connections: 16, perSecond: 20, path: "/inbox" },
};
const QUICK = {
  conversations: 1000,
  long: 300,
  hands: { opened: 3, keys: 5 },
  crowd: { pages: 2, rounds: 1, seconds: 1, connections: 4, perSecond: 20, path: "/inbox" },
};
const QUICK_SECONDS = 3;

/** `stored` is how many conversations there are, each with one message but for a long one. */
export async function measureInbox(
  stage: Stage,
  { quick, minutes, stored }: Options,
  endings: Endings,
): Promise<Figure[]> {
  const plan = quick ? QUICK : FULL;
  const conversations = stored > 0 ? stored : plan.conversations;
  await storeConversations(stage, conversations, plan.long);
  const open = async (browser: Browser) => {
    const page = await openPage(browser, stage.daemon);
    await page.goto(new URL(`/inbox/${LONG}`, page.url()).href);
    return page;
  };
  const quickBrowser = await openBrowser(endings, WITHOUT_DISPLAY);
  const hands = await measureHands(await open(quickBrowser), plan.hands);
  await quickBrowser.close();
  const browser = await openBrowser(endings);
  const page = await open(browser);
  const traffic = await measureTraffic(page, stage, quick ? QUICK_SECONDS : minutes * 60);
  await page.context().close();
  return [...hands, ...traffic, ...(await measureCrowd(browser, stage.daemon, plan.crowd))];
}
