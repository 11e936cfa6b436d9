/** Where commands write files: whole or not at all, and never in the place of what is no file. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { cliCommand, cliEnvironment, newHome, runCli } from "./run-cli.ts";

const TEXT = "phone_number,name\r\n".repeat(4000);
let server: ReturnType<typeof Bun.serve>;
beforeAll(() => {
  server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(TEXT) });
});
afterAll(() => server.stop(true));

const env = () => ({
  WAYPOST_URL: `http://127.0.0.1:${server.port}`,
  WAYPOST_API_KEY: `wp_${"a".repeat(36)}`,
});
const exportTo = (...file: string[]) => runCli(["contacts", "export", ...file], { env: env() });

/** Runs it in a shell, after other commands. */
async function inShell(before: string, ...args: string[]) {
  const words = cliCommand(["contacts", "export", ...args]).map((word) => `'${word}'`);
  const child = Bun.spawn(["bash", "-c", `${before} ${words.join(" ")}`], {
    env: cliEnvironment(newHome(), env()),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, stdout, stderr };
}

test("a file that can't be written whole leaves nothing: 1", async () => {
  const folder = newHome();
  // in kilobytes; its signal would end the program
  const run = await inShell("trap '' XFSZ; ulimit -f 8;", join(folder, "all.csv"));
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain("all.csv can't be written (EFBIG)");
  expect(run.stderr).not.toContain("Wrote");
  expect(readdirSync(folder)).toEqual([]);
});

test("what there was of that name stays as it was", async () => {
  const file = join(newHome(), "all.csv");
  writeFileSync(file, "before");
  expect((await inShell("trap '' XFSZ; ulimit -f 8;", file)).code).toBe(1);
  expect(readFileSync(file, "utf8")).toBe("before");
});

test("a full device is no success, by its name and as standard output", async () => {
  // by a link: nothing here may replace the machine's own
  const full = join(newHome(), "full");
  symlinkSync("/dev/full", full);
  const named = await exportTo(full);
  expect(named).toMatchObject({ code: 1, stdout: "" });
  expect(named.stderr).toContain("full can't be written (ENOSPC)");
  expect(statSync(full).isCharacterDevice()).toBe(true);
  const piped = await inShell("exec >/dev/full;");
  expect(piped.code).toBe(1);
  expect(piped.stderr).toContain("ENOSPC");
});

test("a pipe is written to", async () => {
  const pipe = join(newHome(), "pipe");
  Bun.spawnSync(["mkfifo", pipe]);
  const reader = Bun.spawn(["cat", pipe], { stdout: "pipe" });
  expect((await exportTo(pipe)).code).toBe(0);
  expect(await reader.stdout.text()).toBe(TEXT);
  expect(lstatSync(pipe).isFIFO()).toBe(true);
});

test("the file that a link leads to is replaced, there already or not, and the link stays", async () => {
  const folder = newHome();
  const [file, first, second] = ["all.csv", "first", "second"].map((name) => join(folder, name));
  symlinkSync("second", first ?? "");
  symlinkSync(file ?? "", second ?? "");
  for (const _time of ["there is none", "there is one"]) {
    expect((await exportTo(first ?? "")).code).toBe(0);
    expect(lstatSync(first ?? "").isSymbolicLink() && lstatSync(second ?? "").isSymbolicLink()).toBe(true);
    expect(readFileSync(file ?? "", "utf8")).toBe(TEXT);
    writeFileSync(file ?? "", "before");
  }
});

test("a file keeps who may read it", async () => {
  const file = join(newHome(), "all.csv");
  writeFileSync(file, "before");
  chmodSync(file, 0o600);
  expect((await exportTo(file)).code).toBe(0);
  expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual([TEXT, 0o600]);
});

test("- is standard output", async () => {
  expect(await exportTo("-")).toMatchObject({ code: 0, stdout: TEXT });
});

test.each([
  ["no/such/folder/all.csv", "ENOENT"],
  [".", "EISDIR"],
])("a name that no file can have is a wrong command line: %s", async (name, code) => {
  const run = await exportTo(join(newHome(), name));
  expect(run.code).toBe(2);
  expect(run.stderr).toContain(`can't be written (${code})`);
});
