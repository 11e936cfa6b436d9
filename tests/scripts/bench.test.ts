/** Each measurement of `scripts/bench` runs, and reports figures. Their values depend on the machine. */
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { figure, medians, quantile, type Report, show } from "../../scripts/lab/benchmarks/report.ts";
import { POOLS } from "../../scripts/lab/benchmarks/shares/pools.ts";
import { ROOT, run } from "../../scripts/lib/run.ts";
import { NO_CHROMIUM } from "../support/browser.ts";
import { removeTemporaryFolders, temporaryFolder } from "../support/clusters.ts";
import { COMPILED } from "../support/programs.ts";

afterAll(removeTemporaryFolders);

/** On the run's own Postgres, if it has one: another takes longer to make than these take to run. */
const shared = process.env.TEST_POSTGRES_URL;
const command = [...(shared ? ["env", `DATABASE_URL=${shared}`] : []), join(ROOT, "scripts/bench")];
/** With the executables of the run, if it has made some: they start in less time than their source. */
const quick = ["--quick", ...(COMPILED === undefined ? [] : ["--programs", COMPILED])];

async function measure(...words: string[]): Promise<{ report: Report; value(name: string): number }> {
  const path = join(temporaryFolder(), "results", "bench.json");
  const { success, output } = await run([...command, ...words, ...quick, "--out", path]);
  expect(output).toContain(`Written to ${path}`);
  expect(success).toBe(true);
  const report: Report = await Bun.file(path).json();
  expect(report.quick).toBe(true);
  for (const { name } of report.figures) expect(output).toContain(name);
  const value = (wanted: string) => report.figures.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return { report, value };
}

test("a quick run measures idling, end to end, sending and accepting", async () => {
  const { value } = await measure();
  for (const name of [
    ...["idle: memory", "request to webhook that says sent, p50", "one channel sends"],
    ...["while an endpoint listens", "accepted over 1", "accepted over 1024", "accepted over 1024, p99"],
  ])
    expect(value(name), name).toBeGreaterThan(0);
}, 300_000);

test("a quick run of history measures what comes in beside it", async () => {
  const { value } = await measure("history");
  for (const name of ["p50, with a history by without", "memory, with a history by without"])
    expect(value(name), name).toBeGreaterThan(0);
}, 300_000);

test("a quick run of life counts what a message costs two daemons beside stored ones", async () => {
  const { value } = await measure("life", "--daemons", "2", "--stored", "1k");
  for (const name of ["whole messages", "WAL"]) expect(value(name), name).toBeGreaterThan(0);
  // Postgres' sessions say how many rows they wrote once a second at most, which a quick run doesn't wait for
  expect(value("rows inserted")).toBeGreaterThanOrEqual(0);
  expect(value("connections of a daemon")).toBeGreaterThan(1);
}, 300_000);

test("a quick run of life at a rate counts the commits of a message that comes alone", async () => {
  const { value } = await measure("life", "--rate", "5");
  for (const name of ["received: commits", "sent and read: commits"])
    expect(value(name), name).toBeGreaterThan(1);
}, 300_000);

test("a quick run of costs asks for a year of them, and accepts messages with a rate card and without", async () => {
  const { value } = await measure("costs");
  for (const name of [
    "a year by day, p50",
    "a year by contact, p95",
    "accepted without a rate card",
    "with costs",
  ])
    expect(value(name), name).toBeGreaterThan(0);
}, 300_000);

test("a quick run of shares asks of each pool alone and beside a loud organisation", async () => {
  const { report, value } = await measure("shares");
  for (const name of Object.keys(POOLS)) expect(value(`${name}, p99 beside`), name).toBeGreaterThan(0);
  expect(report.figures).toHaveLength(Object.keys(POOLS).length * 6);
}, 300_000);

test("a quick run of search indexes messages and finds them", async () => {
  const { value } = await measure("search");
  for (const name of ["size of the index", "a common word, p50", "a rare word, p95"])
    expect(value(name), name).toBeGreaterThanOrEqual(0);
}, 300_000);

test("a quick run of webhooks measures how soon, how fast, and bad neighbours", async () => {
  const { value } = await measure("webhooks");
  const [p50, p95] = [50, 95].map((share) => value(`event to endpoint at 200 a second, p${share}`));
  expect(p50).toBeGreaterThan(0);
  expect(p95).toBeGreaterThanOrEqual(p50 ?? Number.NaN);
  expect(value("a backlog to one endpoint")).toBeGreaterThan(0);
  expect(value("p99 of 3 endpoints")).toBeGreaterThan(0);
}, 300_000);

test("a quick run of broadcasts writes to everybody once", async () => {
  const { value } = await measure("broadcasts");
  expect(value("people written to")).toBeGreaterThan(0);
  expect(value("got it twice")).toBe(0);
}, 300_000);

test("a quick run of paired numbers loses nothing through faults and restarts", async () => {
  const { value } = await measure("sessions");
  expect(value("faults, and two restarts")).toBeGreaterThan(0);
  for (const name of ["messages lost", "messages doubled", "messages failed"])
    expect(value(name), name).toBe(0);
  expect(value("request to phone, p50")).toBeGreaterThan(0);
  expect(value("one number sends")).toBeGreaterThan(0);
}, 300_000);

test.skipIf(NO_CHROMIUM)(
  "a quick run of the page holds it to its sizes, and shows long lists",
  async () => {
    const { value } = await measure("page");
    for (const name of ["first view, by gzip", "first view, over the wire", "largest further view, by gzip"])
      expect(value(name), name).toBeGreaterThan(10);
    expect(value("requests of a page left alone in 0.0 minutes")).toBe(0);
    expect(value("accepting with 2 pages open, p99")).toBeGreaterThan(0);
    for (const list of ["messages", "contacts", "deliveries"])
      expect(value(`1,000 ${list}: opened, p50`), list).toBeGreaterThan(0);
  },
  300_000,
);

test.skipIf(NO_CHROMIUM)(
  "a quick run of the inbox goes through a long conversation, of which little is drawn",
  async () => {
    const { value } = await measure("inbox");
    for (const name of ["a conversation is opened, p95", "from a key to its character, p95"])
      expect(value(name), name).toBeGreaterThan(0);
    expect(value("messages that were scrolled through")).toBeGreaterThanOrEqual(300);
    expect(value("messages that are drawn at once, at most")).toBeLessThanOrEqual(250);
    expect(value("memory of the tab at its end")).toBeGreaterThan(0);
  },
  300_000,
);

test("options that make no sense are refused", async () => {
  const refused: [words: string[], because: string][] = [
    [["life", "--stored", "many"], "such as 100k or 10m"],
    [["life", "--daemons", "0"], "a whole number above 0"],
    [["life", "--daemons", "1.5"], "a whole number above 0"],
    [["webhooks", "--minutes", "0"], "a number above 0"],
    [["nothing"], "Allowed choices are all, life, webhooks, broadcasts, sessions, page"],
  ];
  for (const [words, because] of refused) {
    const { success, output } = await run([...command, ...words]);
    expect(success).toBe(false);
    expect(output).toContain(because);
  }
});

test("figures keep their limits or miss them, and several rounds count by their medians", () => {
  expect(figure("one", 10.04, "ms", { atMost: 10 }).limit).toEqual({ wanted: "at most 10", isKept: true });
  expect(figure("one", 9, "ms", { atLeast: 10 }).limit).toEqual({ wanted: "at least 10", isKept: false });
  expect(figure("one", null, "ms", { atLeast: 10 })).toEqual({ name: "one", value: null, unit: "ms" });
  expect(quantile([3, 1, 2], 0.5)).toBe(2);
  const rounds = [3, 1, 2].map((value) => [figure("one", value, "ms"), figure("two", null, "ms")]);
  const figures = medians(rounds, { one: { atMost: 1 } });
  expect(figures.map(({ value }) => value)).toEqual([2, null]);
  const report = {
    at: "",
    measurement: "all",
    quick: false,
    machine: "2 processors",
    load: { before: 1, after: 2 },
  };
  expect(show({ ...report, figures })).toContain("one  2 ms           MISSED: at most 1\n  two  – ms\n");
});
