import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { StartupReport } from "../../scripts/benchmarks/startup/startup.ts";
import { ROOT, run } from "../../scripts/lib/run.ts";
import { removeTemporaryFolders, temporaryFolder } from "../support/clusters.ts";
import { COMPILED } from "../support/programs.ts";

afterAll(removeTemporaryFolders);

test("a quick run of startup measures the executables beside true, curl and their source", async () => {
  const path = join(temporaryFolder(), "startup.json");
  const programs = COMPILED === undefined ? [] : ["--programs", COMPILED];
  const bench = [join(ROOT, "scripts/bench"), "startup", "--quick", "--out", path, ...programs];
  const { success, output } = await run(bench);
  expect(output).toContain(`Written to ${path}`);
  expect(success).toBe(true);
  const report: StartupReport = await Bun.file(path).json();
  for (const { least, p50, p99 } of Object.values(report.rows)) {
    expect(least).toBeGreaterThan(0);
    expect(p50).toBeGreaterThanOrEqual(least);
    expect(p99).toBeGreaterThanOrEqual(p50);
  }
  expect(report.ratios.versionToTrue).toBeGreaterThan(1);
  expect(report.targets).toHaveLength(2);
}, 300_000);
