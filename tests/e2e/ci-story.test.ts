/** The README's steps for scripts and pipelines, with a real daemon and the real commands. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { freePort } from "../../scripts/lib/free-port.ts";
import { newHome, type RunOptions, runCli } from "../cli/run-cli.ts";
import { type DaemonProcess, prepareSite, type Site } from "../support/daemon-process.ts";
import { definition } from "../templates/support.ts";

let site: Site;
let daemon: DaemonProcess;
let key: string;

beforeAll(async () => {
  const port = freePort();
  site = await prepareSite(port, {});
  daemon = await site.start(port);
  const made = await waypost(site.key, [
    ...["keys", "create", "--name", "CI", "--json"],
    ...["messages:send", "messages:read", "channels:read"].flatMap((one) => ["--permission", one]),
  ]);
  key = JSON.parse(made.stdout).key;
});
afterAll(() => site.stop());

function waypost(withKey: string, args: string[], options: RunOptions = {}) {
  return runCli(args, { env: { WAYPOST_URL: daemon.url, WAYPOST_API_KEY: withKey }, ...options });
}

test("a template is sent and waited for until it is delivered", async () => {
  const run = await waypost(key, [
    ...["send", "--to", "14155550123", "--template", "order_update", "--lang", "en_US"],
    ...["--param", "A-1042", "--param", "tomorrow", "--wait", "delivered", "--timeout", "60s", "--json"],
  ]);
  expect([run.code, run.stderr]).toEqual([0, expect.any(String)]);
  expect(["delivered", "read"]).toContain(JSON.parse(run.stdout).status);
});

test("the key can do this and nothing else", async () => {
  const run = await waypost(key, ["templates", "list"]);
  expect([run.code, run.stderr]).toEqual([3, expect.stringContaining("templates:read")]);
});

test("templates are created, submitted, synced, listed and deleted", async () => {
  const file = `${newHome()}/template.json`;
  await Bun.write(file, JSON.stringify(definition("from_the_terminal")));
  const created = await waypost(site.key, ["templates", "create", "--file", file, "--json"]);
  expect([created.code, created.stderr]).toEqual([0, ""]);
  const { id } = JSON.parse(created.stdout);
  const submitted = await waypost(site.key, ["templates", "submit", id, "--json"]);
  expect(JSON.parse(submitted.stdout).status).toBe("pending");
  const synced = await waypost(site.key, ["templates", "sync", "--json"]);
  expect(JSON.parse(synced.stdout)).toMatchObject({ status: "succeeded", error: null });
  const listed = await waypost(site.key, ["templates", "list", "--name", "order_update"]);
  expect(listed.stdout).toContain("order_update\ten_US\tUTILITY\tapproved");
  expect((await waypost(site.key, ["templates", "get", id])).stdout).toContain("name\tfrom_the_terminal");
  expect((await waypost(site.key, ["templates", "delete", id, "--yes"])).code).toBe(0);
  expect((await waypost(site.key, ["templates", "get", id])).code).toBe(3);
});

test("a definition that Meta would refuse is refused with its path", async () => {
  const wrong = JSON.stringify(definition("wrong", { components: [{ type: "BODY", text: "Hi {{1}}" }] }));
  const run = await waypost(site.key, ["templates", "create", "--file", "-"], { stdin: wrong });
  expect([run.code, run.stderr]).toEqual([3, expect.stringContaining("/components/0/text")]);
});

test("a number is registered from the terminal", async () => {
  const run = await waypost(site.key, ["channels", "register", site.channelId, "--pin", "314159"]);
  expect([run.code, run.stdout]).toEqual([0, expect.stringContaining("status\tconnected")]);
});

test("a signup is connected from the terminal, and a used code refused", async () => {
  const answer = await fetch(`${site.sandbox.url}/sandbox/codes`, { method: "POST" });
  const { code } = (await answer.json()) as { code: string };
  const run = await waypost(site.key, ["waba", "connect", "--code", code]);
  expect([run.code, run.stdout]).toEqual([0, expect.stringContaining(site.channelId)]);
  const again = await waypost(site.key, ["waba", "connect", "--code", "-"], { stdin: code });
  expect([again.code, again.stderr]).toEqual([3, expect.stringContaining("30 seconds")]);
});
