/** `waypost logs tail` on terminals and in pipes, with everything that happens to requests and messages. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { fitParts } from "../../cli/commands/logs/fit.ts";
import { startParties } from "../access/parties.ts";
import type { Party } from "../access/things.ts";
import { caller, makeKey, type TestDaemon } from "../support/daemon.ts";
import { clean, openScreen } from "./flows/terminal.ts";
import { runCli, runCliInTerminal } from "./run-cli.ts";
import { linesOf } from "./screen.ts";

let waypost: TestDaemon;
let foreign: Party;
let sent: string;
let failed: string;
beforeAll(async () => {
  ({ daemon: waypost, foreign } = await startParties());
  await happen();
});
afterAll(() => waypost.stop());

const NUMBER = "4915112345678";
/** The sandbox reports these as failed. */
const UNDELIVERABLE = "15550000112";
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
const COLOUR = /\u001b\[\d+m/g;
const env = () => ({ WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key });
const tail = (...args: string[]) => runCli(["logs", "tail", ...args], { env: env() });
const known = (...args: string[]) => tail("--no-follow", ...args);

async function send(to: string): Promise<string> {
  const { body } = await waypost.call("POST", "/v1/messages", {
    ...{ channel_id: waypost.channelId, to, type: "text", content: { body: "the table is ready" } },
  });
  return body.id;
}

/** Requests that go well and ones that don't, a message that arrives, one that fails and one that comes in. */
async function happen(): Promise<void> {
  sent = await send(NUMBER);
  failed = await send(UNDELIVERABLE);
  await waypost.until(sent, "read");
  await waypost.until(failed, "failed");
  await runCli(["sandbox", "inbound", "--from", NUMBER, "--text", "a private word"], {
    env: { WAYPOST_SANDBOX_URL: waypost.sandbox.url },
  });
  while (!(await known("--messages")).stdout.includes("received")) await Bun.sleep(10);
  await waypost.call("GET", "/v1/messages/none?to=4915199999");
  await waypost.call("POST", "/v1/messages", "{");
  await caller(waypost.url, await makeKey(waypost, ["messages:read"]))("DELETE", "/v1/contacts/ct_1");
  await foreign.call("GET", "/v1/orders");
}

const cellsOf = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split("\t"));
/** What the lines are about: methods of requests, directions and statuses of messages. */
const kinds = (text: string) =>
  [...new Set(cellsOf(text).map(([, kind, what]) => `${kind} ${what}`))].toSorted();

describe.each([
  [80, 24],
  [200, 50],
])("in a terminal of %i by %i", (columns, rows) => {
  test("what happens is told in lines that fit, and Ctrl-C leaves them standing", async () => {
    const screen = runCliInTerminal(["logs", "tail"], { env: env(), columns, rows });
    await screen.until("Waiting for what happens.");
    const id = await send(NUMBER);
    await send(UNDELIVERABLE);
    await waypost.call("GET", `/v1/messages/${id}x/status`);
    await screen.until("recipient_unreachable");
    await screen.until("not_found");
    screen.type("\u0003");
    expect(await screen.exited).toBe(130);
    const lines = await linesOf(screen.screen(), { cols: columns, rows });
    const shown = lines.join("\n");
    expect(shown).toMatch(/^\d\d:\d\d:\d\d {2}POST {4}201 {6} +\d+ ms {2}\/v1\/messages {2}first key/m);
    expect(shown).toMatch(/^\d\d:\d\d:\d\d {2}out {5}queued {4} +\+\d+ ms {2}4915112345678 {2}text/m);
    expect(shown).toMatch(
      /^\d\d:\d\d:\d\d {2}out {5}failed {4} +\+\d.* {2}15550000112 {2}recipient_unreachable Messa/m,
    );
    expect(shown).toMatch(
      /^\d\d:\d\d:\d\d {2}GET {5}404 {6} +\d+ ms {2}not_found {2}\/v1\/messages\/[\w-]+/m,
    );
    // no line went over the edge
    expect(lines.filter((line) => line !== "" && !/^(\d\d:|Waiting|\^C)/.test(line))).toEqual([]);
    // nothing but colours: the lines are only ever added to
    expect(screen.screen().replaceAll(COLOUR, "")).not.toContain("\u001b");
  });
});

test("lines are as wide as the terminal has become", async () => {
  const screen = openScreen(["logs", "tail", "--requests"], { env: env() });
  await screen.shows("Waiting for what happens.");
  const { headers } = await waypost.call("GET", "/v1/messages/narrow");
  await screen.shows("/v1/messages/narrow");
  screen.resize({ columns: 200, rows: 50 });
  const wide = await waypost.call("GET", "/v1/messages/wide");
  const shown = await screen.shows(wide.headers.get("x-request-id") ?? "none");
  expect(shown).not.toContain(headers.get("x-request-id") ?? "none");
  screen.type("\u0003");
  expect(await screen.ended()).toEqual(clean(130));
});

test.each([
  [30, "not_found  /v1/messages  CI"],
  [24, "not_found  /v1/messages"],
  [20, "not_found  /v1/mess…"],
  [12, "not_found  …"],
  [9, "not_found"],
  [0, ""],
])("parts are cut or left out where the room is %i wide", (width, line) => {
  const parts = [
    { text: "not_found" },
    { text: "" },
    { text: "/v1/messages" },
    { text: "CI", whole: true },
  ] as const;
  expect(fitParts(parts, width)).toBe(line);
});

test("wide letters count double, and what would move the cursor is taken out", () => {
  expect(fitParts([{ text: "鍵鍵鍵" }], 5)).toBe("鍵鍵…");
  expect(fitParts([{ text: "a\u001b[2Jb" }], 20)).toBe("a [2Jb");
});

test.each([
  ["NO_COLOR", { NO_COLOR: "1" }],
  ["a dumb terminal", { TERM: "dumb" }],
])("with %s there is nothing but text", async (_, given) => {
  const screen = runCliInTerminal(["logs", "tail", "--no-follow", "-n", "3"], {
    env: { ...env(), ...given },
  });
  expect(await screen.exited).toBe(0);
  expect(screen.screen()).not.toContain("\u001b");
  expect(screen.screen().trimEnd().split("\n")).toHaveLength(3);
});

test("in a pipe a request is a tab-separated line with its whole time", async () => {
  const lines = cellsOf((await known("--path", "/v1/messages/none")).stdout);
  expect(lines).toEqual([
    [
      ...[expect.stringMatching(/^\d{4}-.*Z$/), "request", "GET", "404", expect.stringMatching(/^[\d.]+$/)],
      ...["/v1/messages/none", "not_found", "first key", expect.stringMatching(/^key_/), expect.any(String)],
    ],
  ]);
});

test("each step of a message is a line with how long it took from acceptance on", async () => {
  const lines = cellsOf((await known("--messages", "--message", sent)).stdout);
  const of = ["4915112345678", "", "", "text", sent, waypost.channelId];
  expect(lines.map((cells) => [...cells.slice(1, 4), ...cells.slice(5)])).toEqual(
    ["queued", "sent", "delivered", "read"].map((status) => ["message", "out", status, ...of]),
  );
  const ages = lines.map((cells) => Number(cells[4]));
  expect(ages).toEqual(ages.toSorted((one, other) => one - other));
});

test("a message that failed says why, one that came in says from whom", async () => {
  const [failure] = cellsOf((await known("--status", "failed")).stdout);
  expect(failure?.slice(5, 10)).toEqual([
    ...[UNDELIVERABLE, expect.stringMatching(/\w/), expect.stringMatching(/\w/), "text", failed],
  ]);
  const [received] = cellsOf((await known("--status", "received")).stdout);
  expect(received?.slice(1, 6)).toEqual(["message", "in", "received", "", NUMBER]);
});

test("with --json each line is an object that says its kind", async () => {
  const lines = (await known("--json")).stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.find(({ kind }) => kind === "request")).toMatchObject({
    ...{ method: "POST", path: "/v1/messages", status: 201, error_code: null },
    actor: { type: "key", name: "first key" },
  });
  expect(lines.find(({ status }) => status === "failed")).toMatchObject({
    ...{ kind: "message", direction: "out", number: UNDELIVERABLE, type: "text", message_id: failed },
    error: { code: "recipient_unreachable", title: "Message undeliverable", provider_code: "131026" },
  });
});

test("no line holds what was written, asked for or is secret", async () => {
  const { stdout } = await known("--json");
  for (const hidden of ["the table is ready", "a private word", "4915199999", waypost.key.slice(3)])
    expect(stdout).not.toContain(hidden);
});

test("nor anything of another organisation", async () => {
  expect((await known("--requests")).stdout).not.toContain("/v1/orders");
});

test.each([
  ["--requests --method POST", ["request POST"]],
  ["--messages", ["message in", "message out"]],
  ["--method get,delete", ["request DELETE", "request GET"]],
  ["--status 4xx", ["request DELETE", "request GET", "request POST"]],
  ["--status 400", ["request POST"]],
  ["--status received", ["message in"]],
  ["--status 403,failed", ["message out", "request DELETE"]],
  ["--errors", ["message out", "request DELETE", "request GET", "request POST"]],
  ["--errors --messages", ["message out"]],
  ["--path /v1/contacts", ["request DELETE"]],
  [`--to +49-1511-2345678`, ["message out"]],
  [`--number ${NUMBER}`, ["message in", "message out"]],
  ["--channel ch_none", []],
  ["--since 2999-01-01", []],
])("%s shows nothing else", async (filters, expected) => {
  const { code, stdout } = await known(...filters.split(" "));
  expect([code, kinds(stdout)]).toEqual([0, expected]);
});

test("--message shows its steps and the requests about it", async () => {
  const { stdout } = await known("--message", sent);
  expect(kinds(stdout)).toEqual(["message out", "request GET"]);
});

test("-n begins with the last lines that are known, --fields leaves some of each", async () => {
  const all = cellsOf((await known("--messages")).stdout);
  const last = cellsOf((await known("--messages", "-n", "2", "--fields", "at,path,status")).stdout);
  expect(last).toEqual(all.slice(-2).map(([at = "", , , status = ""]) => [at, "", status]));
});

test.each([
  [["--status", "bogus"], "there is no status 'bogus'"],
  [["--requests", "--to", NUMBER], "these filters are about messages"],
  [["--messages", "--method", "GET"], "these filters are about requests"],
  [["-n", "few"], "'few' is not a number of lines"],
])("%p is a usage error", async (args, message) => {
  const { code, stderr } = await tail(...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test.each([
  ["that expired", `wp_${"0".repeat(36)}`, "is not valid at"],
  ["that lacks the permission", null, "lacks the permission logs:read"],
])("a key %s is refused with what to do", async (_, given, message) => {
  const key = given ?? (await makeKey(waypost, ["events:read"]));
  const { code, stderr } = await tail("--api-key", key);
  expect([code, stderr]).toEqual([3, expect.stringContaining(message)]);
});

test.each([
  [["events:read"], false, "Or only messages: waypost logs tail --messages"],
  [["logs:read"], false, "Or only requests: waypost logs tail --requests"],
  [["*"], true, "Or only messages: waypost logs tail --messages"],
])("with %p, for some channels: %p, it says what can be seen", async (permissions, restricted, advice) => {
  const key = await makeKey(waypost, permissions, restricted ? [waypost.channelId] : null);
  for (const args of [[], ["--since", "1m"]]) {
    const { code, stderr } = await tail("--api-key", key, ...args);
    expect([code, stderr]).toEqual([3, expect.stringContaining(advice)]);
  }
});

test("a key with events:read alone follows messages, one for some channels those of its channels", async () => {
  const reader = await makeKey(waypost, ["events:read"]);
  expect(kinds((await known("--messages", "--api-key", reader)).stdout)).toEqual([
    "message in",
    "message out",
  ]);
  const elsewhere = await makeKey(waypost, ["events:read"], ["ch_other"]);
  expect((await known("--messages", "--api-key", elsewhere)).stdout).toBe("");
});
