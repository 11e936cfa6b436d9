/** What each file of a run took of the processors, and which took most. */
import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../scripts/lib/run.ts";
import { dearestFiles, readFileSeconds } from "../../scripts/lib/tests/file-seconds.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test.skipIf(process.platform !== "linux")(
  "a file has its own time, that of programs that ended, and of those that go on",
  () => {
    const noted = join(temporaryFolder("core-seconds"), "noted.txt");
    const program = `
      const { noteCoreSeconds } = await import("./tests/support/core-seconds.ts");
      const busy = "const taken = () => process.cpuUsage().user + process.cpuUsage().system;" +
        "const enough = taken() + 4e5; while (taken() < enough);";
      noteCoreSeconds("the start");
      noteCoreSeconds("nothing");
      eval(busy);
      noteCoreSeconds("its own");
      Bun.spawnSync([process.execPath, "-e", busy]);
      noteCoreSeconds("ended");
      const child = Bun.spawn([process.execPath, "-e", busy + "console.log(1); setInterval(() => {}, 1e6)"]);
      await child.stdout.getReader().read();
      noteCoreSeconds("going on");
      child.kill();`;
    const env = { ...process.env, TEST_CORE_SECONDS: noted };
    const { exitCode } = Bun.spawnSync([process.execPath, "-e", program], { cwd: ROOT, env });
    expect(exitCode).toBe(0);
    const lines = readFileSync(noted, "utf8").trimEnd().split("\n").slice(1);
    const isDear = (line: string) => Number.parseFloat(line) >= 0.35;
    expect(lines.map((line) => [line.slice(line.indexOf(" ") + 1), isDear(line)])).toEqual([
      ["nothing", false],
      ["its own", true],
      ["ended", true],
      ["going on", true],
    ]);
  },
);

test("the ten dearest are named, the dearest first", () => {
  const noted = join(temporaryFolder("core-seconds"), "noted.txt");
  const lines = Array.from({ length: 12 }, (_, n) => `${n}.25 tests/number ${n}.test.ts`);
  writeFileSync(noted, `${lines.join("\n")}\n`);
  const shown = dearestFiles(readFileSeconds(noted));
  expect([shown.length, shown[0], shown[9]]).toEqual([
    10,
    "11.3 core-seconds: tests/number 11.test.ts",
    "2.3 core-seconds: tests/number 2.test.ts",
  ]);
});

test("where nothing was measured, nothing is said", () => {
  expect(readFileSeconds(join(temporaryFolder("core-seconds"), "none.txt"))).toEqual([]);
});
