import { beforeAll, expect, test } from "bun:test";
import { EVENT_TYPES } from "../../daemon/events/catalogue.ts";
import { emit } from "../events/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { cliCommand, cliEnvironment, newHome, runCli, runCliInTerminal } from "./run-cli.ts";
import { linesOf } from "./screen.ts";

const waypost = sharedDaemon();
beforeAll(async () => {
  for (let n = 1; n <= 3; n++) await write(n);
  await write(4, "contact.updated");
});

const env = () => ({ WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key });
const run = (...args: string[]) => runCli(["events", ...args], { env: env() });
const write = (n: number, type = "message.sent") =>
  emit(waypost.sql, waypost.organizationId, { n, text: "x".repeat(100) }, { type });
const numbers = (lines: string) =>
  lines
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).body.n);

test("list prints a page, oldest first, and how to read on", async () => {
  const { stdout, stderr } = await run("list", "--limit", "2");
  const lines = stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^evt_\w+\tmessage\.sent\t\d{4}-\S+Z\t\{"n":1,/);
  const cursor = /--cursor (\S+),/.exec(stderr)?.[1] ?? "";
  expect(numbers((await run("list", "--cursor", cursor, "--ndjson")).stdout)).toEqual([3, 4]);
});

test("--ndjson is one event a line, also over pages; --json is the API's own list", async () => {
  expect(numbers((await run("list", "--all", "--limit", "1", "--ndjson")).stdout)).toEqual([1, 2, 3, 4]);
  const { data, meta } = JSON.parse((await run("list", "--json", "--events", "contact.updated")).stdout);
  expect(data).toMatchObject([{ type: "contact.updated", body: { n: 4 } }]);
  expect(meta.next_cursor).toBeNull();
});

test.each([
  ["--since 1h", 4],
  ["--since 2999-01-01", 0],
  ["--events message.sent,contact.updated", 4],
  ["--channel ch_none", 0],
])("list %s", async (filters, count) => {
  const { stdout } = await run("list", "--ndjson", ...filters.split(" "));
  expect(stdout.split("\n").filter(Boolean)).toHaveLength(count);
});

test("tail prints events as they happen, and on Ctrl-C how to continue", async () => {
  const child = Bun.spawn(cliCommand(["events", "tail", "--json"]), {
    env: cliEnvironment(newHome(), env()),
    stdout: "pipe",
    stderr: "pipe",
  });
  const remarks = child.stderr.getReader();
  let heard = "";
  const hear = async (text: string) => {
    while (!heard.includes(text)) heard += new TextDecoder().decode((await remarks.read()).value);
  };
  await hear("Waiting for events.");
  await write(5);
  await write(6);
  let printed = "";
  for await (const piece of child.stdout) {
    printed += new TextDecoder().decode(piece);
    if (printed.split("\n").length === 3) break;
  }
  child.kill("SIGINT");
  expect(await child.exited).toBe(130);
  expect(numbers(printed)).toEqual([5, 6]);
  await hear("To continue from here: --after evt_");
});

test("tail --after begins in the past", async () => {
  const { data } = JSON.parse((await run("list", "--json")).stdout);
  const tail = runCliInTerminal(["events", "tail", "--after", data[1].id], { env: env() });
  await tail.until('"n":4');
  tail.type("\u0003");
  expect(await tail.exited).toBe(130);
  const lines = (await linesOf(tail.screen())).filter((line) => line.includes('"n":'));
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d {2}message\.sent +\{"n":3,.*…$/);
});

test("types lists what can happen, with an example of each", async () => {
  expect((await run("types")).stdout).toContain("template.status_update\t");
  const { data } = JSON.parse((await run("types", "--json")).stdout);
  expect(data.map(({ type }: { type: string }) => type)).toEqual([...EVENT_TYPES]);
  expect(data[0]).toMatchObject({ schema: { type: "object" }, example: { message_id: expect.any(String) } });
});

test("a key without the permission is refused with what to do", async () => {
  const { status, body } = await waypost.call("POST", "/v1/api-keys", {
    name: "x",
    permissions: ["messages:read"],
  });
  expect(status).toBe(201);
  const refused = await runCli(["events", "tail", "--api-key", body.key], { env: env() });
  expect(refused).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("lacks the permission events:read"),
  });
});
