/** New secrets for keys: with an overlap, without one, and by whom. */
import { expect, test } from "bun:test";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";

const daemon = sharedDaemon();

const newKey = async (body: object = {}) =>
  (await daemon.call("POST", "/v1/api-keys", { name: "app", permissions: ["channels:read"], ...body })).body;
const rotate = (id: string, body?: object) => daemon.call("POST", `/v1/api-keys/${id}/rotate`, body);
const statusWith = async (key: string) => (await caller(daemon.url, key)("GET", "/v1/channels")).status;

test("both secrets are taken during the overlap, a day unless said otherwise", async () => {
  const { key, ...record } = await newKey();
  const rotated = await rotate(record.id);
  expect(rotated.status).toBe(200);
  const { key: next, previous_key_expires_at: until, prefix, last4, ...rest } = rotated.body;
  expect(record).toMatchObject(rest);
  expect({ prefix, last4 }).toEqual({ prefix: next.slice(0, 7), last4: next.slice(-4) });
  expect(Date.parse(until) - Date.now()).toBeGreaterThan(23 * 3600_000);
  expect([await statusWith(key), await statusWith(next)]).toEqual([200, 200]);
});

test("without an overlap the secret before ends at once, also where it was cached", async () => {
  const { id, key } = await newKey();
  expect(await statusWith(key)).toBe(200);
  const { body } = await rotate(id, { overlap_seconds: 0 });
  await until(async () => (await statusWith(key)) === 401);
  expect(await statusWith(body.key)).toBe(200);
});

test("the overlap ends by itself, while the daemon has the secret cached", async () => {
  const { id, key } = await newKey();
  await rotate(id, { overlap_seconds: 1 });
  expect(await statusWith(key)).toBe(200);
  await until(async () => (await statusWith(key)) === 401);
});

test("a second rotation ends the first secret", async () => {
  const { id, key } = await newKey();
  const second = (await rotate(id)).body.key;
  const third = (await rotate(id)).body.key;
  await until(async () => (await statusWith(key)) === 401);
  expect([await statusWith(second), await statusWith(third)]).toEqual([200, 200]);
});

test("a key's end stays what it was", async () => {
  const { id } = await newKey({ expires_at: new Date(Date.now() + 3600_000).toISOString() });
  const { key } = (await rotate(id)).body;
  await daemon.sql`update api_keys set expires_at = now() - interval '1 second' where id = ${id}`;
  expect(await statusWith(key)).toBe(401);
});

test.each([-1, 7 * 24 * 3600 + 1, "1d"])("an overlap of %p is refused", async (overlap_seconds) => {
  const { id } = await newKey();
  expect((await rotate(id, { overlap_seconds })).status).toBe(422);
});

test("nobody gets the secret of a key that may do more than theirs", async () => {
  const { id } = await newKey();
  const call = caller(daemon.url, await makeKey(daemon, ["keys:manage"]));
  const { status, body } = await call("POST", `/v1/api-keys/${id}/rotate`);
  expect({ status, permission: body.permission }).toEqual({ status: 403, permission: "channels:read" });
});

test("a key that is for some channels neither sees nor changes keys for others", async () => {
  const all = await newKey();
  const own = await newKey({ channel_ids: [daemon.channelId] });
  const call = caller(daemon.url, await makeKey(daemon, ["*"], [daemon.channelId]));
  const { body } = await call("GET", "/v1/api-keys?limit=100");
  const ids = body.data.map(({ id }: { id: string }) => id);
  expect([ids.includes(all.id), ids.includes(own.id)]).toEqual([false, true]);
  expect((await call("POST", `/v1/api-keys/${all.id}/rotate`)).status).toBe(404);
  expect((await call("DELETE", `/v1/api-keys/${all.id}`)).status).toBe(404);
  expect((await call("POST", `/v1/api-keys/${own.id}/rotate`)).status).toBe(200);
});

test.each([
  ["POST", "/v1/users/invitations", { email: "eve@example.com", role: "owner" }],
  ["GET", "/v1/audit", undefined],
  ["POST", "/v1/channels", { platform: "whatsapp_unofficial", name: "another" }],
  ["PATCH", "/v1/settings/contacts", { default_country: "DE" }],
])("a key that is for some channels can't %s %s", async (method, path, body) => {
  const call = caller(daemon.url, await makeKey(daemon, ["*"], [daemon.channelId]));
  const answer = await call(method, path, body);
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 403, code: "restricted_key" });
});

test("making, rotating and revoking is in the audit log, without secrets", async () => {
  const { id, key } = await newKey();
  const { body: rotated } = await rotate(id);
  await daemon.call("DELETE", `/v1/api-keys/${id}`);
  const { body } = await daemon.call("GET", `/v1/audit?target_id=${id}`);
  expect(body.data.map(({ action }: { action: string }) => action)).toEqual([
    "key.revoked",
    "key.rotated",
    "key.created",
  ]);
  expect(JSON.stringify(body)).not.toContain(key);
  expect(JSON.stringify(body)).not.toContain(rotated.key);
});
