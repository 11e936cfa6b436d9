import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Daemon } from "../../daemon/start/daemon.ts";
import { startParties } from "../access/parties.ts";
import type { Party } from "../access/things.ts";
import { caller, makeKey, type OwnDaemon } from "../support/daemon.ts";
import { eventually, until } from "../support/until.ts";
import { openLines, startAnother } from "./support.ts";

let waypost: OwnDaemon;
let foreign: Party;
let other: Daemon;
beforeAll(async () => {
  ({ daemon: waypost, foreign } = await startParties());
  other = await startAnother(waypost);
});
afterAll(async () => {
  await other.stop();
  await waypost.stop();
});

const ask = (path: string, headers?: Record<string, string>) => waypost.call("GET", path, undefined, headers);
const list = async (query: string) => (await waypost.call("GET", `/v1/logs/requests?${query}`)).body;
const askOther = (path: string) => caller(other.url, waypost.key)("GET", path);
/** The log's lines after a place, once it has so many: a request is noted after it is answered. */
const lines = (since: string, count: number, call = waypost.call) =>
  eventually(`log of ${count} lines`, async () => {
    const { body } = await call("GET", `/v1/logs/requests?${since}`);
    return body.data.length >= count && body.data;
  });

/** Where the log is now, as a query. */
async function here(): Promise<string> {
  for (let query = "limit=100"; ; ) {
    const { meta } = await list(query);
    query = `limit=100&after=${meta.last_cursor}`;
    if (meta.next_cursor === null) return query;
  }
}

test("a request is logged with method, path, status, duration, id and whose key it was", async () => {
  const since = await here();
  const { headers } = await ask("/v1/channels?limit=3");
  expect(await lines(since, 1)).toEqual([
    {
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      method: "GET",
      path: "/v1/channels",
      status: 200,
      duration_ms: expect.any(Number),
      request_id: headers.get("x-request-id"),
      actor: { type: "key", id: expect.stringMatching(/^key_/), name: "first key" },
      error_code: null,
    },
  ]);
});

test.each([
  ["GET", "/v1/messages/none", undefined, 404, "not_found"],
  ["GET", "/v1/no-such-path", undefined, 404, "not_found"],
  ["PUT", "/v1/messages", {}, 405, "method_not_allowed"],
  ["POST", "/v1/messages", "{", 400, "invalid_json"],
  ["POST", "/v1/messages", {}, 422, "invalid_request"],
])("a refused %s %s has its error's code", async (method, path, body, status, code) => {
  const since = await here();
  await waypost.call(method, path, body);
  expect(await lines(since, 1)).toMatchObject([{ method, path, status, error_code: code }]);
});

test("a request by a key without the permission is logged, one without a key is in nobody's log", async () => {
  const since = await here();
  await caller(waypost.url, null)("GET", "/v1/events");
  await caller(waypost.url, `wp_${"0".repeat(36)}`)("GET", "/v1/events");
  await caller(waypost.url, await makeKey(waypost, ["messages:read"]))("GET", "/v1/events");
  const data = await lines(since, 1);
  expect(data).toMatchObject([{ status: 403, error_code: "missing_permission", actor: { name: "test" } }]);
  expect(data).toHaveLength(1);
});

test("no line holds a secret, a query or a control character, however they came into the request", async () => {
  const since = await here();
  const hidden = waypost.key.slice(3);
  const encoded = [...waypost.key].map((letter) => `%25${letter.charCodeAt(0).toString(16)}`).join("");
  await ask(`/v1/messages/${waypost.key}`);
  await ask(`/v1/messages/${encoded}`);
  await ask(`/v1/${waypost.key}/x?key=${waypost.key}`, { "x-request-id": waypost.key });
  await ask(`/v1/messages/x%00%1b[31m`);
  await ask(`/v1/messages/EAAG${"x".repeat(180)}`);
  await ask(`/v1/messages/${"y".repeat(3000)}`);
  const data = await lines(since, 6);
  expect(data.map(({ path }: { path: string }) => path)).toEqual([
    "/v1/messages/…",
    "/v1/messages/…",
    "/v1/…/x",
    "/v1/messages/x  [31m",
    "/v1/messages/…",
    "/v1/messages/…",
  ]);
  expect(JSON.stringify(data)).not.toContain(hidden);
});

test("the stream reports requests that are answered from now on, except those that read the log", async () => {
  const since = await here();
  await ask("/v1/templates");
  await lines(since, 1);
  // the log counts in milliseconds
  await Bun.sleep(2);
  const stream = await openLines(waypost.url, waypost.key);
  await list("");
  await ask("/v1/channels");
  await stream.until(() => stream.messages.length === 1);
  expect(stream.messages).toMatchObject([{ event: "request", data: { path: "/v1/channels", status: 200 } }]);
  stream.close();
});

test("one stream reports the requests of every daemon, and the list knows what each has kept", async () => {
  const since = await here();
  await askOther("/v1/orders");
  const stream = await openLines(waypost.url, waypost.key, since.replace("limit=100&", ""));
  await stream.until(() => stream.paths().includes("/v1/orders"));
  await ask("/v1/channels");
  await askOther("/v1/templates");
  await stream.until(() => stream.messages.length === 3);
  expect(stream.paths().toSorted()).toEqual(["/v1/channels", "/v1/orders", "/v1/templates"]);
  stream.close();
  expect(await lines(since, 3)).toHaveLength(3);
});

test("a stream that continues elsewhere from its last id misses and repeats nothing", async () => {
  const since = await here();
  const stream = await openLines(waypost.url, waypost.key);
  for (let n = 0; n < 3; n++) await ask(`/v1/messages/a${n}`);
  await stream.until(() => stream.messages.length === 3);
  stream.close();
  for (let n = 3; n < 6; n++) await (n % 2 === 0 ? ask : askOther)(`/v1/messages/a${n}`);
  const next = await openLines(other.url, waypost.key, `after=${stream.lastId()}`);
  await next.until(() => next.messages.length === 3);
  expect(next.paths().toSorted()).toEqual(["/v1/messages/a3", "/v1/messages/a4", "/v1/messages/a5"]);
  next.close();
  expect(await lines(since, 6)).toHaveLength(6);
});

test("a page leads to the next, until there is no more", async () => {
  const since = await here();
  expect((await list(since)).data).toEqual([]);
  for (let n = 0; n < 5; n++) await ask(`/v1/messages/b${n}`);
  await lines(since, 5);
  const first = await list(since.replace("limit=100", "limit=2"));
  const second = await list(`after=${first.meta.next_cursor}&limit=100`);
  const paths = [...first.data, ...second.data].map(({ path }) => path);
  expect(paths).toEqual([0, 1, 2, 3, 4].map((n) => `/v1/messages/b${n}`));
  expect(second.meta).toMatchObject({ next_cursor: null, left_out: 0, forgotten: false });
});

test.each([
  ["status=4xx", 2],
  ["status=2xx,405", 2],
  ["status=404", 1],
  ["method=get", 2],
  ["method=put,post", 1],
  ["path=/v1/chan", 1],
])("%s leaves out what is not wanted", async (filter, count) => {
  const since = await here();
  await ask("/v1/channels");
  await ask("/v1/messages/none");
  await waypost.call("PUT", "/v1/messages", {});
  await lines(since, 3);
  expect((await list(`${since}&${filter}`)).data).toHaveLength(count);
});

test.each(["after=nonsense!", "after=0-short_1", "status=9xx", "path=messages", "since=yesterday"])(
  "%s is refused",
  async (query) => {
    const since = await here();
    expect((await waypost.call("GET", `/v1/logs/requests?${query}`)).status).toBe(422);
    await lines(since, 1);
  },
);

test("another organisation sees nothing of it, whichever cursor it has", async () => {
  const stream = await openLines(waypost.url, waypost.key);
  const since = await here();
  await ask("/v1/channels");
  await foreign.call("GET", "/v1/orders");
  await stream.until(() => stream.messages.length > 0);
  const theirs = await lines("", 1, foreign.call);
  expect(theirs.map(({ path }: { path: string }) => path)).toEqual(["/v1/orders"]);
  expect(await lines(since, 1, foreign.call)).toEqual(theirs);
  expect(stream.paths()).not.toContain("/v1/orders");
  stream.close();
});

test("a key for some channels is refused: requests are the organisation's", async () => {
  const key = await makeKey(waypost, ["*"], [waypost.channelId]);
  const { status, body } = await caller(waypost.url, key)("GET", "/v1/logs/requests");
  expect([status, body.code]).toEqual([403, "restricted_key"]);
});

test("a revoked key's stream ends", async () => {
  const { body } = await waypost.call("POST", "/v1/api-keys", { name: "reader", permissions: ["logs:read"] });
  const stream = await openLines(waypost.url, body.key);
  await waypost.call("DELETE", `/v1/api-keys/${body.id}`);
  await until(async () => (await caller(waypost.url, body.key)("GET", "/v1/logs/requests")).status === 401);
  await ask("/v1/channels");
  await stream.ended;
});
