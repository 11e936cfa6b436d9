/** `waypost logs tail` in pipes, with everything that happens to requests and messages. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { startParties } from "../access/parties.ts";
import type { Party } from "../access/things.ts";
import { caller, makeKey, type OwnDaemon } from "../support/daemon.ts";
import { until } from "../support/until.ts";
import { runCli } from "./run-cli.ts";

let waypost: OwnDaemon;
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
  await until(async () => (await known("--messages")).stdout.includes("received"));
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

test("no line has a text, a query or a secret", async () => {
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
  [["--requests", "--to", NUMBER], "these filters apply to messages"],
  [["--messages", "--method", "GET"], "these filters apply to requests"],
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
