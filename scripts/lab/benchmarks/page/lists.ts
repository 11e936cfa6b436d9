/** Long lists: how soon each is there, goes on, and is filtered. */
import type { Browser, Page } from "playwright-core";
import { addOfficial } from "../../stage/sandbox.ts";
import { makeBigRows } from "../../stage/stored/rows.ts";
import { type Figure, figure, quantile } from "../report.ts";
import type { Stage } from "../stage.ts";
import { openPage } from "./browser.ts";

export type ListsPlan = { rows: number; times: number };

const DAYS = 28;
const LISTS = [
  { name: "messages", path: "/messages", filtered: "/messages?status=failed" },
  { name: "contacts", path: "/contacts", filtered: "/contacts?tag=rare" },
  { name: "deliveries", path: "/webhooks/deliveries", filtered: "/webhooks/deliveries?status=succeeded" },
];

/** Fills the database with so many messages and contacts, and three times as many deliveries, and shows them. */
export async function measureLists(browser: Browser, stage: Stage, plan: ListsPlan): Promise<Figure[]> {
  await store(stage, plan.rows);
  const page = await openPage(browser, stage.daemon);
  const figures: Figure[] = [];
  for (const { name, path, filtered } of LISTS) {
    const about = `${plan.rows.toLocaleString("en")} ${name}`;
    const opened = await repeat(plan.times, () => open(page, path));
    const more = await repeat(plan.times, () => loadMore(page, path));
    const chosen = await repeat(plan.times, () => open(page, filtered));
    figures.push(
      figure(`${about}: opened, p50`, quantile(opened, 0.5), "ms", { atMost: 1000 }),
      figure(`${about}: the next page, p50`, quantile(more, 0.5), "ms"),
      figure(`${about}: filtered, p50`, quantile(chosen, 0.5), "ms"),
    );
  }
  await page.context().close();
  return figures;
}

async function store(stage: Stage, rows: number): Promise<void> {
  const { daemon, sandbox, sql } = stage;
  const { id } = await daemon.api<{ id: string }>("POST", "/v1/settings/developer/webhooks/endpoints", {
    ...{ url: "http://127.0.0.1:9/", filterTypes: ["broadcast.completed"] },
  });
  const more = await Promise.all([1, 2].map((nth) => addOfficial(sandbox, daemon.api, nth)));
  const [owner] = await sql<{ organizationId: string }[]>`
    select organization_id as "organizationId" from organizations`;
  if (owner === undefined) throw new Error("there is no organisation");
  const filled = { messages: rows, people: rows, days: DAYS, endpointIds: [id] };
  await makeBigRows(sql, { ...owner, ...filled, channelIds: [daemon.channelId, ...more] }, (made) =>
    process.stderr.write(`${made} of ${rows} messages are stored\n`),
  );
}

/** Milliseconds until the list of an address has its first rows; the page's own files are in the browser. */
async function open(page: Page, path: string): Promise<number> {
  const startedAt = performance.now();
  await page.goto(new URL(path, page.url()).href);
  await rowsOf(page).first().waitFor();
  return performance.now() - startedAt;
}

/** Milliseconds until the rows that follow are there. */
async function loadMore(page: Page, path: string): Promise<number> {
  await open(page, path);
  const before = await rowsOf(page).count();
  const startedAt = performance.now();
  await page.getByRole("button", { name: "Load more" }).click();
  await rowsOf(page).nth(before).waitFor();
  return performance.now() - startedAt;
}

const rowsOf = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });

async function repeat(times: number, measure: () => Promise<number>): Promise<number[]> {
  const all: number[] = [];
  for (let nth = 0; nth < times; nth++) all.push(await measure());
  return all;
}
