/** The exit codes that scripts rely on: each command that can end with one is made to, against a real daemon. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ExitCode } from "../../cli/lib/failures/exit-codes.ts";
import { COMMANDS } from "../cli/commands.ts";
import { cliCommand, cliEnvironment, newHome, runCli } from "../cli/run-cli.ts";
import { until } from "../support/until.ts";
import { FAILING, startEndingsSite, WAITING } from "./ci-story-endings.ts";
import type { EndingsSite, Held } from "./endings.ts";

let site: EndingsSite;
let env: Record<string, string>;

beforeAll(async () => {
  site = await startEndingsSite();
  env = { WAYPOST_URL: site.daemon.url, WAYPOST_API_KEY: site.daemon.key };
});
afterAll(() => site.stop());

/** They need the databases of other programs: see tests/move-in. */
const ELSEWHERE = /^move-in /;
const promising = (code: ExitCode) =>
  COMMANDS.filter(({ exitCodes, path }) => exitCodes.includes(code) && !ELSEWHERE.test(path)).map(
    ({ path }) => path,
  );

test("every command whose help names 5 or 6 is below", () => {
  expect(Object.keys(FAILING).sort()).toEqual(promising(ExitCode.failed).sort());
  expect(Object.keys(WAITING).sort()).toEqual(promising(ExitCode.timeout).sort());
});

test.each(Object.entries(FAILING))("5: what %s waited for failed", async (_, prepare) => {
  const { words, stdin = null, undo } = await prepare(site);
  const run = await runCli([...words, "--json"], { env, stdin });
  await undo?.();
  expect(run).toMatchObject({ code: 5, stderr: expect.stringContaining('"exit_code":5') });
});

test.each(Object.entries(WAITING))("6: %s waited too long", async (_, prepare) => {
  const { words, undo } = await prepare(site);
  const run = await runCli([...words, "--timeout", "4s", "--json"], { env });
  await undo?.();
  expect(run).toMatchObject({ code: 6, stderr: expect.stringContaining('"exit_code":6') });
});

test.each(Object.entries(WAITING))("130: %s is interrupted and says nothing more", async (_, prepare) => {
  const held = await prepare(site);
  expect(await interrupted(held)).toEqual({ code: 130, isTold: false });
  await held.undo?.();
});

/** Interrupts a command once what it does has begun. */
async function interrupted({ words, hasBegun }: Held) {
  const child = Bun.spawn(cliCommand([...words, "--json"]), {
    ...{ env: cliEnvironment(newHome(), env), stdin: "ignore", stdout: "ignore", stderr: "pipe" },
  });
  await until(async () => child.exitCode !== null || (await hasBegun()));
  child.kill("SIGINT");
  const [code, stderr] = await Promise.all([child.exited, child.stderr.text()]);
  return { code, isTold: stderr.includes('"error"') };
}

describe("the way to the API", () => {
  const offline = ["audit verify", "webhooks verify", "templates lint"];
  const paths = Object.keys({ ...FAILING, ...WAITING }).filter((path) => !offline.includes(path));

  /** Runs every one of them with what it needs to get as far as asking the API. */
  async function ends(more: Record<string, string>, ...words: string[]) {
    const runs = paths.map(async (path) => {
      const given = (await (WAITING[path] ?? FAILING[path])?.(site)) ?? { words: [] };
      await given.undo?.();
      const run = await runCli([...given.words, ...words], { env: { ...env, ...more }, stdin: "{}" });
      return [path, run.code];
    });
    return Object.fromEntries(await Promise.all(runs));
  }
  const all = (code: number) => Object.fromEntries(paths.map((path) => [path, code]));

  test("2: an option that there is not", async () => {
    expect(await ends({}, "--nonsense")).toEqual(all(2));
  });

  test("3: a key that is not valid, of which the doctor makes a finding", async () => {
    expect(await ends({ WAYPOST_API_KEY: `wp_${"z".repeat(36)}` })).toEqual({ ...all(3), doctor: 5 });
  });

  test("4: nobody there", async () => {
    expect(await ends({ WAYPOST_URL: "http://127.0.0.1:1" })).toEqual(all(4));
  });
});
