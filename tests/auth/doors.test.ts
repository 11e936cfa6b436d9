/** Nobody's doors outlive or exceed their rights: keys, invitations, approved terminals and endpoints. */
import { beforeAll, expect, test } from "bun:test";
import { addOrganization } from "../../daemon/organizations/create.ts";
import { type Answer, caller } from "../support/daemon.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { until } from "../support/until.ts";
import { resetToken } from "./reset-token.ts";

const PASSWORD = "correct horse battery staple";
const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";
const GRANT_TYPE = "urn:ietf:params:oauth:grant-type:device_code";

/** The permissions that one needs to invite a viewer. */
const VIEWER = ["messages", "channels", "contacts", "templates", "events", "crm"].map((of) => `${of}:read`);

const daemon = ownDaemon();
let anonymous: ReturnType<typeof caller>;
let other: ReturnType<typeof caller>;
beforeAll(async () => {
  anonymous = caller(daemon.url, null);
  const wishes = { name: "Other", email: "other@example.com" };
  other = caller(daemon.url, (await addOrganization(daemon.sql, daemon.secrets, wishes)).api_key);
});

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

async function newUser(role = "admin") {
  const email = `${crypto.randomUUID()}@example.com`;
  const { body } = await daemon.call("POST", "/v1/users/invitations", { email, role });
  const accept = { token: body.token, name: "Ada", password: PASSWORD };
  const { body: user, headers } = await anonymous("POST", "/v1/auth/invitations/accept", accept);
  const token = /waypost_session=(\S+?);/.exec(headers.get("set-cookie") ?? "")?.[1];
  const call: Call = (method, path, given) =>
    anonymous(method, path, given, { authorization: `Bearer ${token}` });
  return { id: user.id as string, email, call };
}

const makeKey = async (call: Call, permissions: string[], expires_at?: string) =>
  (await call("POST", "/v1/api-keys", { name: "theirs", permissions, expires_at })).body;

/** A terminal that somebody approved and that has not taken its key yet: its device code. */
async function approve(email: string, scope: string): Promise<string> {
  const device = await anonymous("POST", "/v1/auth/device/authorization", { host: "laptop", scope });
  const body = new URLSearchParams({
    ...{ user_code: device.body.user_code, answer: "approve", email, password: PASSWORD },
  });
  const headers = { "sec-fetch-site": "same-origin" };
  expect((await fetch(`${daemon.url}/device/answer`, { method: "POST", headers, body })).status).toBe(200);
  return device.body.device_code;
}

/** The doors that somebody opens: with many permissions and with few, each directly and by a key. */
async function openDoors({ call, email }: Awaited<ReturnType<typeof newUser>>) {
  const large = await makeKey(call, ["keys:manage", "users:manage", "webhooks:manage", ...VIEWER]);
  const byLarge = caller(daemon.url, large.key);
  const invite = (by: Call, role: string) =>
    by("POST", "/v1/users/invitations", { email: `${crypto.randomUUID()}@example.com`, role });
  const endpoint = (by: Call) => by("POST", ENDPOINTS, { url: "https://127.0.0.1/hook" });
  return {
    large,
    small: await makeKey(call, ["messages:read"]),
    ofLarge: await makeKey(byLarge, ["messages:read"]),
    invitation: (await invite(call, "viewer")).body,
    invitationOfLarge: (await invite(byLarge, "viewer")).body,
    terminal: await approve(email, "messages:read"),
    endpoint: (await endpoint(call)).body,
    endpointOfLarge: (await endpoint(byLarge)).body,
  };
}
type Doors = Awaited<ReturnType<typeof openDoors>>;

/** Which of these doors are still open. */
async function openOf(doors: Doors): Promise<string[]> {
  const names: string[] = [];
  for (const name of ["large", "small", "ofLarge"] as const)
    if ((await caller(daemon.url, doors[name].key)("GET", "/v1/auth/me")).status === 200) names.push(name);
  for (const name of ["invitation", "invitationOfLarge"] as const) {
    const accept = { token: doors[name].token, name: "Eve", password: PASSWORD };
    if ((await anonymous("POST", "/v1/auth/invitations/accept", accept)).status === 200) names.push(name);
  }
  const taken = { grant_type: GRANT_TYPE, device_code: doors.terminal };
  if ((await anonymous("POST", "/v1/auth/device/token", taken)).status === 200) names.push("terminal");
  for (const name of ["endpoint", "endpointOfLarge"] as const)
    if ((await daemon.call("GET", `${ENDPOINTS}/${doors[name].id}`)).body.enabled) names.push(name);
  return names;
}
const ALL = [
  ...["large", "small", "ofLarge", "invitation", "invitationOfLarge", "terminal"],
  ...["endpoint", "endpointOfLarge"],
];

/** A key that was cached when it ended is refused within a second. */
async function untilRefused({ key }: { key: string }): Promise<void> {
  await until(async () => (await caller(daemon.url, key)("GET", "/v1/auth/me")).status === 401);
}

test.each([
  ["agent", []],
  ["viewer", []],
  ["owner", ALL],
])("a role that becomes %s leaves open what it may open itself: %j", async (role, left) => {
  const user = await newUser();
  const doors = await openDoors(user);
  const bystander = await makeKey(other, ["messages:read"]);
  expect((await daemon.call("PATCH", `/v1/users/${user.id}`, { role })).status).toBe(200);
  if (role !== "owner") for (const key of [doors.large, doors.small, doors.ofLarge]) await untilRefused(key);
  expect(await openOf(doors)).toEqual(left);
  expect((await caller(daemon.url, bystander.key)("GET", "/v1/auth/me")).status).toBe(200);
});

test("of an owner who becomes an admin, only what may do everything ends", async () => {
  const user = await newUser("owner");
  const [all, some] = [await makeKey(user.call, ["*"]), await makeKey(user.call, ["keys:manage"])];
  expect((await daemon.call("PATCH", `/v1/users/${user.id}`, { role: "admin" })).status).toBe(200);
  await untilRefused(all);
  expect((await caller(daemon.url, some.key)("GET", "/v1/auth/me")).status).toBe(200);
});

test("doors are kept on request: at a lower role, a revoked key and a reset", async () => {
  const [lowered, reset] = [await newUser(), await newUser()];
  const doors = [await openDoors(lowered), await openDoors(reset)] as const;
  await daemon.call("PATCH", `/v1/users/${lowered.id}`, { role: "agent", keep_keys: true });
  const body = { token: await resetToken(daemon, reset.id), password: PASSWORD, keep_keys: true };
  expect((await anonymous("POST", "/v1/auth/reset", body)).status).toBe(204);
  // a terminal's key is made in the name of the person who approved it, with their present permissions
  expect(await openOf(doors[0])).toEqual(ALL.filter((name) => name !== "terminal"));
  expect(await openOf(doors[1])).toEqual(ALL);
  const path = `/v1/api-keys/${doors[0].large.id}?keep_keys=true`;
  expect((await daemon.call("DELETE", path)).status).toBe(204);
  expect((await caller(daemon.url, doors[0].ofLarge.key)("GET", "/v1/auth/me")).status).toBe(200);
});

test("what somebody planted with a user's login ends when the user resets the password", async () => {
  const user = await newUser();
  const doors = await openDoors(user);
  const body = { token: await resetToken(daemon, user.id), password: "a new and better one" };
  expect((await anonymous("POST", "/v1/auth/reset", body)).status).toBe(204);
  for (const key of [doors.large, doors.small, doors.ofLarge]) await untilRefused(key);
  expect(await openOf(doors)).toEqual([]);
});

test("a removed user's endpoints and terminals end, too", async () => {
  const user = await newUser();
  const doors = await openDoors(user);
  expect((await daemon.call("DELETE", `/v1/users/${user.id}`)).status).toBe(204);
  for (const key of [doors.large, doors.small, doors.ofLarge]) await untilRefused(key);
  expect(await openOf(doors)).toEqual([]);
  const { body } = await daemon.call("GET", `${ENDPOINTS}/${doors.endpoint.id}`);
  expect(body).toMatchObject({ created_by: user.id, disabled_reason: "who created it may no longer" });
  const audit = await daemon.call("GET", `/v1/audit?action=user.deleted&target_id=${user.id}`);
  expect(audit.body.data[0].changes).toEqual({
    keys_revoked: 3,
    invitations_withdrawn: 2,
    terminals_refused: 1,
    endpoints_disabled: 2,
    links_revoked: 0,
  });
});

test("with a key, what it made ends", async () => {
  const doors = await openDoors(await newUser());
  expect((await daemon.call("DELETE", `/v1/api-keys/${doors.large.id}`)).status).toBe(204);
  for (const key of [doors.large, doors.ofLarge]) await untilRefused(key);
  expect(await openOf(doors)).toEqual(["small", "invitation", "terminal", "endpoint"]);
});

test("a key's end is that of the keys that it makes, and none can be later", async () => {
  const user = await newUser();
  const soon = new Date(Date.now() + 3600_000).toISOString();
  const later = new Date(Date.now() + 7200_000).toISOString();
  const ending = caller(daemon.url, (await makeKey(user.call, ["keys:manage"], soon)).key);
  expect((await makeKey(ending, ["keys:manage"])).expires_at).toBe(soon);
  const wish = { name: "longer", permissions: ["keys:manage"], expires_at: later };
  const refused = await ending("POST", "/v1/api-keys", wish);
  expect([refused.status, refused.body.code]).toEqual([403, "outlives_key"]);
  const endless = await makeKey(daemon.call, ["keys:manage"]);
  const rotated = await ending("POST", `/v1/api-keys/${endless.id}/rotate`);
  expect([rotated.status, rotated.body.code]).toEqual([403, "outlives_key"]);
});

test("a user who rotates a key, or moves an endpoint, holds the door from then on", async () => {
  const user = await newUser();
  const made = await makeKey(daemon.call, ["messages:read"]);
  const { body: endpoint } = await daemon.call("POST", ENDPOINTS, { url: "https://127.0.0.1/hook" });
  const rotated = await user.call("POST", `/v1/api-keys/${made.id}/rotate`);
  const moved = await user.call("PATCH", `${ENDPOINTS}/${endpoint.id}`, { url: "https://127.0.0.1/mine" });
  expect([rotated.body.created_by, moved.body.created_by]).toEqual([user.id, user.id]);
  const itself = await caller(daemon.url, (await makeKey(user.call, ["keys:manage"])).key);
  const { body: listed } = await itself("GET", "/v1/auth/me");
  const again = await itself("POST", `/v1/api-keys/${listed.actor.id}/rotate`);
  expect(again.body.created_by).toBe(user.id);
  expect((await daemon.call("DELETE", `/v1/users/${user.id}`)).status).toBe(204);
  await untilRefused(rotated.body);
});
