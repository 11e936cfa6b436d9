/** `waypost audit export` and `waypost audit verify`: from a daemon into a file, and what that file proves. */
import { beforeAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { newHome, runCli } from "./run-cli.ts";

const daemon = sharedDaemon();
const folder = newHome();
const file = join(folder, "audit.ndjson");
const head = join(folder, "head.json");
const run = (...words: string[]) =>
  runCli(["audit", ...words], { env: { WAYPOST_URL: daemon.url, WAYPOST_API_KEY: daemon.key } });

beforeAll(async () => {
  await daemon.call("POST", "/v1/api-keys", { name: "Desk", permissions: ["events:read"] });
  await until(async () => (await daemon.call("GET", "/v1/audit/head")).body.position > 0);
  writeFileSync(head, (await run("head", "--json")).stdout);
  await run("export", "--out", file);
});

test("an export is whole against a head that was noted", async () => {
  const { code, stdout } = await run("verify", file, "--head", head);
  expect([code, stdout]).toEqual([0, expect.stringContaining(daemon.organizationId)]);
});

test("one with a changed entry is named, and the command fails", async () => {
  const changed = join(folder, "changed.ndjson");
  writeFileSync(changed, readFileSync(file, "utf8").replace("Desk", "Till"));
  const { code, stderr } = await run("verify", changed);
  expect([code, stderr]).toEqual([5, expect.stringContaining("is not whole at link")]);
});

test("what is no export says so", async () => {
  const { code, stderr } = await run("verify", head);
  expect([code, stderr]).toEqual([1, expect.stringContaining("no export of the audit log")]);
});
