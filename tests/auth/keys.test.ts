import { expect, test } from "bun:test";
import { cellOf, isWellFormedKey, newKey, shownOf } from "../../daemon/auth/key.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";

const waypost = sharedDaemon();

test("a key carries a checksum that any single typing error breaks", () => {
  const key = newKey();
  expect(key).toMatch(/^wp_[0-9A-Za-z]{36}$/);
  expect(isWellFormedKey(key)).toBe(true);
  for (let place = 3; place < key.length; place++) {
    const wrong = key[place] === "a" ? "b" : "a";
    expect(isWellFormedKey(key.slice(0, place) + wrong + key.slice(place + 1))).toBe(false);
  }
});

test("a key carries its cell, which the checksum covers", () => {
  const key = newKey("eu1");
  expect(key).toMatch(/^wp_eu1_[0-9A-Za-z]{36}$/);
  expect([isWellFormedKey(key), cellOf(key), cellOf(newKey())]).toEqual([true, "eu1", null]);
  expect(isWellFormedKey(key.replace("eu1", "eu2"))).toBe(false);
  expect(shownOf(key)).toEqual({ prefix: key.slice(0, 11), last4: key.slice(-4) });
});

test("a key of another cell is refused with the name of that cell", async () => {
  const { status, body } = await caller(waypost.url, newKey("eu1"))("GET", "/v1/channels");
  expect(status).toBe(401);
  expect(body).toMatchObject({
    ...{ code: "wrong_cell", cell: "eu1" },
    hint: "This is a key of cell eu1. Send its requests to the address of that cell.",
  });
  const forged = await caller(waypost.url, `${newKey("eu1").slice(0, -1)}!`)("GET", "/v1/channels");
  expect(forged.body.code).toBe("unauthorized");
});

test("a mistyped key is refused without the database", async () => {
  const mistyped = `${newKey().slice(0, -1)}!`;
  await waypost.sql.begin(async (sql) => {
    await sql`lock table api_keys in access exclusive mode`;
    expect((await caller(waypost.url, mistyped)("GET", "/v1/channels")).status).toBe(401);
  });
});

test("a key is shown once, at its creation", async () => {
  const created = await waypost.call("POST", "/v1/api-keys", { name: "CI", permissions: ["messages:send"] });
  expect(created.status).toBe(201);
  const { key, ...record } = created.body;
  expect(record).toMatchObject({
    name: "CI",
    permissions: ["messages:send"],
    channel_ids: null,
    agent: null,
    prefix: key.slice(0, 7),
    last4: key.slice(-4),
  });
  const { body } = await waypost.call("GET", "/v1/api-keys");
  expect(body.data[0]).toEqual(record);
  expect(JSON.stringify(body)).not.toContain(key);
});

test("the database holds no key", async () => {
  const key = await makeKey(waypost, ["messages:send"]);
  const [dump] = await waypost.sql`select json_agg(api_keys)::text as text from api_keys`;
  expect(dump?.text).not.toContain(key.slice(7, -4));
});

test("a permission that is missing is named", async () => {
  const call = caller(waypost.url, await makeKey(waypost, ["messages:read"]));
  const { status, body } = await call("POST", "/v1/messages", {});
  expect(status).toBe(403);
  expect(body).toMatchObject({ code: "missing_permission", permission: "messages:send" });
});

test("a key can't grant what it doesn't have", async () => {
  const call = caller(waypost.url, await makeKey(waypost, ["keys:manage", "messages:read"]));
  expect((await call("POST", "/v1/api-keys", { name: "more", permissions: ["messages:send"] })).status).toBe(
    403,
  );
  expect((await call("POST", "/v1/api-keys", { name: "all", permissions: ["*"] })).status).toBe(403);
  expect((await call("POST", "/v1/api-keys", { name: "own", permissions: ["messages:read"] })).status).toBe(
    201,
  );
});

test("a key of one channel sees no other", async () => {
  const call = caller(waypost.url, await makeKey(waypost, ["*"], ["ch_elsewhere"]));
  expect((await call("GET", "/v1/channels")).body.data).toEqual([]);
  expect((await call("GET", `/v1/channels/${waypost.channelId}`)).status).toBe(404);
  const send = { channel_id: waypost.channelId, to: "14155550100", type: "text", content: { body: "x" } };
  expect((await call("POST", "/v1/messages", send)).body.code).toBe("channel_not_found");
});

test("an expired key is refused", async () => {
  const key = await makeKey(waypost, ["*"]);
  await waypost.sql`update api_keys set expires_at = now() - interval '1 second' where last4 = ${key.slice(-4)}`;
  expect((await caller(waypost.url, key)("GET", "/v1/channels")).status).toBe(401);
});

test("a revoked key is refused by the daemon that had it cached", async () => {
  const created = await waypost.call("POST", "/v1/api-keys", { name: "short", permissions: ["*"] });
  const call = caller(waypost.url, created.body.key);
  expect((await call("GET", "/v1/channels")).status).toBe(200);
  expect((await waypost.call("DELETE", `/v1/api-keys/${created.body.id}`)).status).toBe(204);
  await until(async () => (await call("GET", "/v1/channels")).status === 401);
  expect((await waypost.call("DELETE", `/v1/api-keys/${created.body.id}`)).status).toBe(404);
});

test("use is noted", async () => {
  const key = await makeKey(waypost, ["channels:read"]);
  await caller(waypost.url, key)("GET", "/v1/channels");
  const [row] =
    await waypost.sql`select last_used_at from api_keys where last4 = ${key.slice(-4)} and prefix = ${key.slice(0, 7)}`;
  expect(row?.last_used_at).toBeInstanceOf(Date);
});

test.each([
  ["/v1/api-keys", () => ({ name: "Page", permissions: ["channels:read"] })],
  ["/v1/users/invitations", () => ({ email: `${crypto.randomUUID()}@example.com`, role: "agent" })],
])("%s is listed page by page, each once", async (path, body) => {
  for (let nth = 0; nth < 3; nth++) await waypost.call("POST", path, body());
  const page = async (query: string) => (await waypost.call("GET", `${path}?${query}`)).body;
  const all = (await page("limit=100")).data.map(({ id }: { id: string }) => id);
  const first = await page("limit=2");
  const rest = await page(`limit=100&cursor=${first.meta.next_cursor}`);
  expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(all);
});
