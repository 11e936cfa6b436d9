/** The word of a newer version, at a server on this machine that stands in for where releases are. */
import { afterAll, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { until } from "../support/until.ts";
import { newHome, runCli, runCliInTerminal } from "./run-cli.ts";

let asked = 0;
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch() {
    asked += 1;
    return Response.json({ version: "99.0.0" });
  },
});
afterAll(() => server.stop(true));

const releases = { WAYPOST_RELEASES_URL: `http://127.0.0.1:${server.port}/latest.json` };
const fileIn = (home: string) => join(home, ".config/waypost/updates.json");
const kept = (home: string) => JSON.parse(readFileSync(fileIn(home), "utf8"));

async function screenOf(home: string, env: Record<string, string>): Promise<string> {
  const run = runCliInTerminal(["profiles", "list"], { home, env });
  expect(await run.exited).toBe(0);
  return run.screen();
}

test("one command has it looked up, the next says it, and nothing more that day", async () => {
  const home = newHome();
  expect(await screenOf(home, releases)).not.toContain("99.0.0");
  await until(() => existsSync(fileIn(home)) && kept(home).newest === "99.0.0");
  expect(await screenOf(home, releases)).toContain(
    `Waypost 99.0.0 is out; this is ${manifest.version}. To upgrade: `,
  );
  expect(await screenOf(home, releases)).not.toContain("99.0.0");
  expect(asked).toBe(1);
  // a day later
  writeFileSync(fileIn(home), JSON.stringify({ looked_at: 0, told_at: 0, newest: "99.0.0" }));
  expect(await screenOf(home, releases)).toContain("99.0.0");
  await until(() => asked === 2);
});

test("a clock that was ahead and has been set back holds nothing up", async () => {
  const home = newHome();
  const ahead = Date.now() + 30 * 24 * 3_600_000;
  await Bun.write(fileIn(home), JSON.stringify({ looked_at: ahead, told_at: ahead, newest: "99.0.0" }));
  expect(await screenOf(home, releases)).toContain("99.0.0");
  expect(kept(home).looked_at).toBeLessThan(ahead);
  expect(await screenOf(home, releases)).not.toContain("99.0.0");
});

test.each([{ CI: "1" }, { WAYPOST_NO_UPDATE_NOTICE: "1" }, { NO_UPDATE_NOTIFIER: "1" }])(
  "%j: nothing is said",
  async (env) => {
    const home = newHome();
    await runCli(["profiles", "list"], { home });
    await Bun.write(fileIn(home), JSON.stringify({ looked_at: 0, told_at: 0, newest: "99.0.0" }));
    expect(await screenOf(home, { ...releases, ...env })).not.toContain("99.0.0");
    expect(kept(home).looked_at).toBe(0);
  },
);

test("nothing is said in a pipe, and nothing is looked up without an address", async () => {
  const home = newHome();
  await Bun.write(fileIn(home), JSON.stringify({ looked_at: 0, told_at: 0, newest: "99.0.0" }));
  const piped = await runCli(["profiles", "list"], { home, env: releases });
  expect(piped.stdout + piped.stderr).not.toContain("99.0.0");
  await screenOf(home, {});
  expect(kept(home).looked_at).toBe(0);
});
