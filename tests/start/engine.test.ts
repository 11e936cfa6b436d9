import { expect, test } from "bun:test";
import { join } from "node:path";

const WORDS = ["serve", "--role=api worker"];

/** Runs a program that begins again if its environment lacks a setting; its output shows which process it is. */
async function run(environment: Record<string, string>) {
  const child = Bun.spawn(
    [process.execPath, "--no-env-file", join(import.meta.dir, "restarting.ts"), ...WORDS],
    { env: { PATH: process.env.PATH, KEPT: "yes", ...environment }, stdout: "pipe", stderr: "pipe" },
  );
  const [printed, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect([await child.exited, errors]).toEqual([0, ""]);
  return { pid: child.pid, lines: printed.split("\n") };
}

const saidBy = (pid: number, engine: string[]) =>
  JSON.stringify([pid, ["--no-env-file"], WORDS, engine, "yes"]);

test("the program begins again as the same process, with its words, its environment and another engine", async () => {
  const { pid, lines } = await run({});
  expect(lines).toEqual([String(pid), String(pid), saidBy(pid, ["268435456", "1", "5000"])]);
});

test("a setting that is given is not overruled", async () => {
  const { pid, lines } = await run({ BUN_JSC_forceRAMSize: "0" });
  expect(lines).toEqual([String(pid), String(pid), saidBy(pid, ["0", "1", "5000"])]);
});

test("with all settings given, it continues as it is", async () => {
  const { pid, lines } = await run({
    BUN_JSC_forceRAMSize: "0",
    BUN_GC_TIMER_DISABLE: "0",
    MIMALLOC_PURGE_HOLES_MIN_INTERVAL: "0",
  });
  expect(lines).toEqual([String(pid), saidBy(pid, ["0", "0", "0"])]);
});
