import { expect, test } from "bun:test";
import { join } from "node:path";

/** Runs a program that begins again if its environment has no setting of its own. */
async function run(environment: Record<string, string>) {
  const child = Bun.spawn(
    [process.execPath, "--no-env-file", join(import.meta.dir, "restarting.ts"), "serve", "--role=api worker"],
    { env: { PATH: process.env.PATH, KEPT: "yes", ...environment }, stdout: "pipe", stderr: "pipe" },
  );
  const [printed, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect([await child.exited, errors]).toEqual([0, ""]);
  return { pid: child.pid, lines: printed.split("\n") };
}

test("the program begins again as the same process, with its words, its environment and another engine", async () => {
  const { pid, lines } = await run({});
  const said = [pid, ["--no-env-file"], ["serve", "--role=api worker"], "134217728", "yes"];
  expect(lines).toEqual([String(pid), String(pid), JSON.stringify(said)]);
});

test("who has set the engine's memory is not overruled", async () => {
  const { pid, lines } = await run({ BUN_JSC_forceRAMSize: "0" });
  const said = [pid, ["--no-env-file"], ["serve", "--role=api worker"], "0", "yes"];
  expect(lines).toEqual([String(pid), JSON.stringify(said)]);
});
