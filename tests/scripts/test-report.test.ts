import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../scripts/lib/run.ts";
import { readTestReport } from "../../scripts/lib/tests/report.ts";

test("the report of a real run lists what passed, failed and was skipped", () => {
  const folder = mkdtempSync(join(tmpdir(), "waypost-report-"));
  writeFileSync(
    join(folder, "some.test.ts"),
    `import { describe, expect, test } from "bun:test";
     test("right", () => {});
     test.skip("left out", () => {});
     describe("group", () => test('wrong <&>\\n"x"', () => expect(1).toBe(2)));`,
  );
  const report = join(folder, "report.xml");
  Bun.spawnSync([process.execPath, "test", "--reporter=junit", `--reporter-outfile=${report}`], {
    cwd: folder,
    stderr: "ignore",
  });
  const results = readTestReport(report).map(({ file, name, outcome }) => [file, name, outcome]);
  rmSync(folder, { recursive: true });
  expect(results).toEqual([
    ["some.test.ts", "right", "passed"],
    ["some.test.ts", "left out", "skipped"],
    ["some.test.ts", 'group > wrong <&>\n"x"', "failed"],
  ]);
});

test("without a report nothing ran", () => {
  expect(readTestReport(join(ROOT, "no-such-report.xml"))).toEqual([]);
});
