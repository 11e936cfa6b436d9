/** `./scripts/test` with the names of tests. */
import { expect, test } from "bun:test";
import { ROOT } from "../../scripts/lib/run.ts";

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

test("names beside --all, which runs every test, are refused", () => {
  expect(runTests("--all", "tests/messages/retry.test.ts")).toEqual({
    exitCode: 2,
    lines: ["--all runs every test: name no others with it."],
  });
});
