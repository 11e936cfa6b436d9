/** `./scripts/test` with the names of tests. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { ROOT } from "../../scripts/lib/run.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

function runTests(...names: string[]) {
  const command = [process.execPath, "--no-env-file", "scripts/lib/test.ts", ...names];
  const { exitCode, stdout } = Bun.spawnSync(command, { cwd: ROOT, stderr: "ignore" });
  return { exitCode, lines: stdout.toString().trimEnd().split("\n") };
}

test.each(["tests/no/such.test.ts", "nosuch"])("a name that no test has is said: %s", (name) => {
  const { exitCode, lines } = runTests("tests/messages/retry.test.ts", name);
  expect([exitCode, lines]).toEqual([
    2,
    [expect.stringContaining(`No test is called ${name}. Name tests by their paths, such as tests/`)],
  ]);
});

test("tests that are named run alone, without the checks", () => {
  const { exitCode, lines } = runTests("./tests/messages/retry.test.ts");
  expect([exitCode, lines.at(-1)]).toEqual([0, "5 passed, 0 failed"]);
});

test("names beside --all, which says itself which tests run, are refused", () => {
  expect(runTests("--all", "tests/messages/retry.test.ts")).toEqual({
    exitCode: 2,
    lines: ["--all says itself which tests run: name no others with it."],
  });
});

test.skipIf(process.platform !== "linux")(
  "a run that is broken off ends what it started, and leaves nothing behind",
  async () => {
    const folder = temporaryFolder("broken-off");
    const child = Bun.spawn(
      [
        process.execPath,
        "--no-env-file",
        "scripts/lib/test.ts",
        "tests/db/driver",
        "tests/gateway/restart.test.ts",
      ],
      { cwd: ROOT, env: { ...process.env, TMPDIR: folder }, stdout: "ignore", stderr: "ignore" },
    );
    await until(
      () => readdirSync(folder).some((name) => name.startsWith("waypost-tests-")) && testsOf(folder) > 0,
    );
    child.kill("SIGINT");
    expect(await child.exited).toBe(130);
    await until(() => testsOf(folder) === 0);
    expect(readdirSync(folder).filter((name) => name.startsWith("waypost-tests-"))).toEqual([]);
  },
);

/** How many processes have their temporary files there. */
function testsOf(folder: string): number {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, "utf8").includes(`TMPDIR=${folder}/`);
    } catch {
      return false;
    }
  }).length;
}
