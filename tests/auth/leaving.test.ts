/** Who leaves, leaves no door open: logins, keys and invitations end with the user. */
import { beforeAll, expect, test } from "bun:test";
import { type Answer, caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";

const daemon = sharedDaemon();
let anonymous: ReturnType<typeof caller>;
beforeAll(async () => {
  anonymous = caller(daemon.url, null);
});

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** An admin who is logged in. */
async function newAdmin() {
  const email = `${crypto.randomUUID()}@example.com`;
  const { body } = await daemon.call("POST", "/v1/users/invitations", { email, role: "admin" });
  const accept = { token: body.token, name: "Ada", password: "correct horse battery staple" };
  const { body: user, headers } = await anonymous("POST", "/v1/auth/invitations/accept", accept);
  const token = /waypost_session=(\S+?);/.exec(headers.get("set-cookie") ?? "")?.[1];
  const call: Call = (method, path, given) =>
    anonymous(method, path, given, { authorization: `Bearer ${token}` });
  return { id: user.id as string, call };
}

const makeOne = async (call: Call, permissions: string[]) =>
  (await call("POST", "/v1/api-keys", { name: "theirs", permissions })).body;
const statusOf = async (key: string) => (await caller(daemon.url, key)("GET", "/v1/channels")).status;

/** Makes an admin's leftovers: a key, one that was made with it, and an invitation. */
async function leaveBehind(call: Call) {
  const first = await makeOne(call, ["keys:manage", "channels:read"]);
  const second = await makeOne(caller(daemon.url, first.key), ["channels:read"]);
  const invitation = { email: `${crypto.randomUUID()}@example.com`, role: "viewer" };
  const { body } = await call("POST", "/v1/users/invitations", invitation);
  return { first, second, invitation: body };
}

const accept = (token: string) =>
  anonymous("POST", "/v1/auth/invitations/accept", { token, name: "Eve", password: "correct horse battery" });

test("a key says who made it", async () => {
  const admin = await newAdmin();
  const { first, second } = await leaveBehind(admin.call);
  expect([first.created_by, second.created_by]).toEqual([admin.id, first.id]);
  const { body } = await daemon.call("GET", "/v1/api-keys?limit=1");
  expect(body.data[0].created_by).toBe(first.id);
});

test.each([
  ["removed", (id: string) => daemon.call("DELETE", `/v1/users/${id}`)],
  ["disabled", (id: string) => daemon.call("PATCH", `/v1/users/${id}`, { disabled: true })],
])("when a user is %s, their login, keys, these keys' keys and invitations end", async (_, end) => {
  const admin = await newAdmin();
  const { first, second, invitation } = await leaveBehind(admin.call);
  expect([await statusOf(first.key), await statusOf(second.key)]).toEqual([200, 200]);
  expect((await end(admin.id)).status).toBeLessThan(300);
  await until(async () => (await statusOf(first.key)) === 401);
  await until(async () => (await statusOf(second.key)) === 401);
  expect((await accept(invitation.token)).status).toBe(404);
  expect((await admin.call("GET", "/v1/auth/me")).status).toBe(401);
  for (const [action, id] of [
    ["key.revoked", first.id],
    ["key.revoked", second.id],
    ["invitation.deleted", invitation.id],
  ]) {
    const { body } = await daemon.call("GET", `/v1/audit?action=${action}&target_id=${id}`);
    expect(body.data[0]).toMatchObject({ changes: { user_left: admin.id } });
  }
});

test("keys end with the role that made them, also those that the new role covers", async () => {
  const admin = await newAdmin();
  const { first, second } = await leaveBehind(admin.call);
  const { key } = await makeOne(admin.call, ["channels:read"]);
  expect((await daemon.call("PATCH", `/v1/users/${admin.id}`, { role: "agent" })).status).toBe(200);
  for (const ended of [first.key, second.key, key]) await until(async () => (await statusOf(ended)) === 401);
});

test("keys and invitations are kept on request", async () => {
  const [removed, disabled] = [await newAdmin(), await newAdmin()];
  const left = [await leaveBehind(removed.call), await leaveBehind(disabled.call)];
  expect((await daemon.call("DELETE", `/v1/users/${removed.id}?keep_keys=true`)).status).toBe(204);
  const body = { disabled: true, keep_keys: true };
  expect((await daemon.call("PATCH", `/v1/users/${disabled.id}`, body)).status).toBe(200);
  for (const { first, second, invitation } of left) {
    expect([await statusOf(first.key), await statusOf(second.key)]).toEqual([200, 200]);
    expect((await accept(invitation.token)).status).toBe(200);
  }
});

test("who may do less than one of the keys removes nobody", async () => {
  const [leaving, other] = [await newAdmin(), await newAdmin()];
  const key = await makeOne(daemon.call, ["*"]);
  await daemon.sql`update api_keys set created_by = ${leaving.id} where id = ${key.id}`;
  const refused = await other.call("DELETE", `/v1/users/${leaving.id}`);
  expect([refused.status, refused.body.code]).toEqual([403, "missing_permission"]);
  expect((await leaving.call("GET", "/v1/auth/me")).status).toBe(200);
  expect((await daemon.call("DELETE", `/v1/users/${leaving.id}`)).status).toBe(204);
});

test("a key revokes and rotates none that may do more, and those that may do as much", async () => {
  const lesser = caller(daemon.url, await makeKey(daemon, ["keys:manage", "channels:read"]));
  const [all, same] = [await makeOne(daemon.call, ["*"]), await makeOne(daemon.call, ["channels:read"])];
  const refused = [
    await lesser("DELETE", `/v1/api-keys/${all.id}`),
    await lesser("POST", `/v1/api-keys/${all.id}/rotate`),
  ];
  expect(refused.map(({ status, body }) => [status, body.permission])).toEqual([
    [403, "*"],
    [403, "*"],
  ]);
  expect(await statusOf(all.key)).toBe(200);
  expect((await lesser("DELETE", `/v1/api-keys/${same.id}`)).status).toBe(204);
});

test("an organisation has a thousand keys, and no more", async () => {
  await daemon.sql`
    insert into api_keys (organization_id, id, name, permissions, prefix, last4, hash)
    select ${daemon.organizationId}, 'key_many' || n, 'many', '{messages:read}', 'wp_xxxx', 'xxxx', sha256(n::text::bytea)
    from generate_series(1, 1000) as n`;
  const refused = await daemon.call("POST", "/v1/api-keys", { name: "more", permissions: ["messages:read"] });
  expect([refused.status, refused.body.code]).toEqual([409, "too_many_keys"]);
  await daemon.sql`delete from api_keys where id like 'key_many%'`;
});
