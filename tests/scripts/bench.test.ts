import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { Report } from "../../scripts/benchmarks/report.ts";
import type { ScaleReport } from "../../scripts/benchmarks/scale/report.ts";
import { scaleSizes } from "../../scripts/benchmarks/scale/sizes.ts";
import { sendingOf, sentTogether } from "../../scripts/benchmarks/sends.ts";
import type { WebhookReport } from "../../scripts/benchmarks/webhooks/webhooks.ts";
import { ROOT, run } from "../../scripts/lib/run.ts";
import { removeTemporaryFolders, temporaryFolder } from "../support/clusters.ts";
import { COMPILED } from "../support/programs.ts";

afterAll(removeTemporaryFolders);

/** On the run's own Postgres, if it has one: another takes longer to make than these take to run. */
const shared = process.env.TEST_POSTGRES_URL;
const onShared = [...(shared ? ["env", `DATABASE_URL=${shared}`] : []), join(ROOT, "scripts/bench")];
/** With the executables of the run, if it has made some: they start in less time than their source. */
const quick = ["--quick", ...(COMPILED === undefined ? [] : ["--programs", COMPILED])];

test("sends that take a few hundredths of a second have a rate", () => {
  const at = (milliseconds: number) => new Date(1_750_000_000_000 + milliseconds);
  const rounds = [sendingOf(50, at(0), at(40), at(60)), sendingOf(50, at(0), at(10), at(40))];
  expect(rounds.map(({ perSecond }) => perSecond)).toEqual([1250, 5000]);
  expect(sentTogether(rounds)).toEqual({ perSecond: 2000, secondsUntilRead: 0.05 });
});

test("a quick run measures everything, prints its targets and writes them as JSON", async () => {
  const path = join(temporaryFolder(), "results", "bench.json");
  const { success, output } = await run([join(ROOT, "scripts/bench"), ...quick, "--out", path]);
  expect(output).toContain(`Written to ${path}`);
  expect(success).toBe(true);
  const report: Report = await Bun.file(path).json();
  expect(report.quick).toBe(true);
  expect(report.accept.map((row) => row.connections)).toEqual([1, 64]);
  for (const row of report.accept) {
    expect(row.withoutDatabase.perSecond).toBeGreaterThan(0);
    expect(row.onePerRequest.perSecond).toBeGreaterThan(0);
    expect(row.waypost.perSecond).toBeGreaterThan(0);
  }
  expect(report.sends.perSecond).toBeGreaterThan(0);
  expect(report.sendsTold.perSecond).toBeGreaterThan(0);
  expect(report.endToEnd.sent.p50).toBeGreaterThan(0);
  expect(report.memory.idle).toBeGreaterThan(0);
  for (const { name, reached } of report.targets) {
    expect(output).toContain(`${reached ? "reached" : "missed "}  ${name}`);
  }
}, 300_000);

test("a quick run of webhooks measures deliveries beside the bare loops, and bad neighbours", async () => {
  const path = join(temporaryFolder(), "webhooks.json");
  const { success, output } = await run([...onShared, "webhooks", ...quick, "--out", path]);
  expect(output).toContain(`Written to ${path}`);
  expect(success).toBe(true);
  const report: WebhookReport = await Bun.file(path).json();
  for (const row of [report.one, report.many]) {
    expect(row.perSecond).toBeGreaterThan(0);
    expect(row.loopPerSecond).toBeGreaterThan(0);
    expect(row.p99).toBeGreaterThan(0);
  }
  for (const { p50, p95 } of report.paced) expect(p95).toBeGreaterThanOrEqual(p50);
  expect(report.neighbours.healthy).toBe(3);
  expect(report.targets).toHaveLength(5);
}, 300_000);

test("sizes are named in thousands and millions, and gone through from the smallest", () => {
  const limits = { "fill-minutes": "15", "fill-gigabytes": "45" };
  expect(scaleSizes({ daemons: "4,1", stored: "1m,0,100k", ...limits })).toEqual({
    ...{ daemons: [1, 4], stored: [0, 100_000, 1_000_000], mostMinutes: 15, mostGigabytes: 45 },
  });
  expect(() => scaleSizes({ daemons: "0", stored: "0", ...limits })).toThrow("--daemons takes");
  expect(() => scaleSizes({ daemons: "1", stored: "many", ...limits })).toThrow("--stored takes");
});

test("a quick run of scale counts what a message costs two daemons beside stored ones", async () => {
  const path = join(temporaryFolder(), "scale.json");
  const sizes = ["--daemons", "2", "--stored", "1k"];
  const { success, output } = await run([...onShared, "scale", ...sizes, ...quick, "--out", path]);
  expect(output).toContain(`Written to ${path}`);
  expect(success).toBe(true);
  const { levels }: ScaleReport = await Bun.file(path).json();
  expect(levels.map(({ stored }) => stored)).toEqual([1000]);
  expect(levels[0]?.byDaemons.map(({ daemons }) => daemons)).toEqual([2]);
  for (const round of levels[0]?.byDaemons[0]?.rounds ?? []) {
    expect(round.perSecond).toBeGreaterThan(0);
    expect(round.walBytes).toBeGreaterThan(0);
    expect(round.connections).toBeGreaterThan(1);
    expect(round.megabytes).toHaveLength(2);
  }
  expect(levels[0]?.filled.disk.map(({ table }) => table)).toContain("messages");
}, 300_000);
