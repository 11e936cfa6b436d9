/** The daemon's pages in a browser, or their addresses. */
import { expect, test } from "bun:test";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { newHome, runCli, runCliInTerminal } from "./run-cli.ts";

const daemon = sharedDaemon();
const url = "https://waypost.example.com/base";

test("without a browser the address is printed", async () => {
  expect(await runCli(["open", "--url", url])).toEqual({
    ...{ code: 0, stdout: `${url}/\n`, stderr: expect.stringContaining("no browser") },
  });
  expect((await runCli(["open", "docs", "--print", "--url", url])).stdout).toBe(`${url}/docs\n`);
  expect((await runCli(["open", "openapi", "--print", "--url", url])).stdout).toBe(`${url}/openapi.json\n`);
  expect((await runCli(["open", "nothing", "--url", url])).code).toBe(2);
});

test("on a terminal the browser is started with the address, and not in CI", async () => {
  const home = newHome();
  const browser = join(home, "browser");
  await Bun.write(
    browser,
    `#!/bin/sh\necho "$@" > ${home}/opened.part && mv ${home}/opened.part ${home}/opened\n`,
  );
  chmodSync(browser, 0o755);
  const quiet = runCliInTerminal(["open", "--url", url], { home, env: { BROWSER: browser, CI: "1" } });
  await quiet.until("no browser");
  expect(await quiet.exited).toBe(0);
  expect(existsSync(join(home, "opened"))).toBe(false);
  const run = runCliInTerminal(["open", "--url", url], { home, env: { BROWSER: browser } });
  expect(await run.exited).toBe(0);
  await until(() => existsSync(join(home, "opened")));
  expect(readFileSync(join(home, "opened"), "utf8")).toBe(`${url}/\n`);
});

test("on the daemon's machine the address logs the browser in", async () => {
  const { stdout } = await runCli(["open", "--print", "--url", daemon.url, "--api-key", daemon.key]);
  const opened = await fetch(stdout.trim(), { redirect: "manual" });
  expect([opened.status, opened.headers.getSetCookie().length]).toEqual([303, 2]);
});

test("a key that gets no link opens the page, which asks for a password", async () => {
  const key = await makeKey(daemon, ["messages:read"]);
  const answer = await runCli(["open", "--print", "--url", daemon.url, "--api-key", key]);
  expect(answer).toEqual({ code: 0, stdout: `${daemon.url}/\n`, stderr: "" });
});
