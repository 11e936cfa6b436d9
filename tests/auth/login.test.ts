import { beforeAll, expect, test } from "bun:test";
import { caller, makeKey } from "../support/daemon.ts";
import { ownDaemon } from "../support/own-daemon.ts";

const daemon = ownDaemon();
let anonymous: ReturnType<typeof caller>;

beforeAll(async () => {
  anonymous = caller(daemon.url, null);
});

const PASSWORD = "correct horse battery staple";

/** Makes a user by invitation, logged in. */
async function newUser(role: string) {
  const email = `${crypto.randomUUID()}@example.com`;
  const invited = await daemon.call("POST", "/v1/users/invitations", { email, role });
  expect(invited.status).toBe(201);
  const accepted = await anonymous("POST", "/v1/auth/invitations/accept", {
    token: invited.body.token,
    name: "Ada",
    password: PASSWORD,
  });
  expect(accepted.status).toBe(200);
  return { email, id: accepted.body.id as string, ...credentials(accepted.headers) };
}

function credentials(headers: Headers) {
  const cookie = headers.get("set-cookie") ?? "";
  const token = /waypost_session=(\S+?);/.exec(cookie)?.[1] ?? "";
  return { cookie: `waypost_session=${token}`, bearer: { authorization: `Bearer ${token}` } };
}

test("login answers with the user and a cookie that scripts can't read", async () => {
  const { email, id } = await newUser("agent");
  const answer = await anonymous("POST", "/v1/auth/login", { email, password: PASSWORD });
  expect(answer.status).toBe(200);
  expect(Object.keys(answer.body).sort()).toEqual([
    "created_at",
    "email",
    "email_verified",
    "id",
    "name",
    "timezone",
    "week_start",
  ]);
  expect(answer.body).toMatchObject({ id, email });
  const [session, device] = answer.headers.getSetCookie();
  expect(session).toMatch(/^waypost_session=wps_[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
  expect(device).toMatch(/^waypost_device=wpb_[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
});

test("a wrong password and an unknown address are answered alike", async () => {
  const { email } = await newUser("agent");
  const wrong = await anonymous("POST", "/v1/auth/login", { email, password: "nonsense" });
  const unknown = await anonymous("POST", "/v1/auth/login", {
    email: "no@example.com",
    password: "nonsense",
  });
  for (const { status, body } of [wrong, unknown]) {
    expect(status).toBe(401);
    expect(body).toMatchObject({ title: "Unauthorized", status: 401, detail: "invalid email or password" });
  }
});

test("the cookie's token is a bearer token, and both know who is calling", async () => {
  const { id, cookie, bearer } = await newUser("agent");
  for (const headers of [{ cookie }, bearer]) {
    const { body } = await anonymous("GET", "/v1/auth/me", undefined, headers);
    expect(body).toMatchObject({ actor: { type: "user", id }, user: { id, role: "agent" } });
  }
});

test("a login may do what its role may, and no more", async () => {
  const { bearer } = await newUser("viewer");
  expect((await anonymous("GET", "/v1/messages", undefined, bearer)).status).toBe(200);
  const refused = await anonymous("POST", "/v1/messages", {}, bearer);
  expect(refused.status).toBe(403);
  expect(refused.body).toMatchObject({ code: "missing_permission", permission: "messages:send" });
});

test.each([
  ["no origin at all", {}, 403],
  ["a page of another host", { origin: "https://evil.example" }, 403],
  ["a sandboxed page", { origin: "null" }, 403],
  ["a browser that says same-origin", { "sec-fetch-site": "same-origin" }, 204],
])("a cookie that changes something with %s", async (_, headers, status) => {
  const { cookie } = await newUser("agent");
  expect((await anonymous("POST", "/v1/auth/logout", undefined, { cookie, ...headers })).status).toBe(status);
});

test("a cookie that changes something from a page of this host is taken", async () => {
  const { cookie } = await newUser("agent");
  const headers = { cookie, origin: new URL(daemon.url).origin };
  expect((await anonymous("POST", "/v1/auth/logout", undefined, headers)).status).toBe(204);
});

test("after logging out the token is good for nothing", async () => {
  const { bearer } = await newUser("agent");
  await anonymous("POST", "/v1/auth/logout", undefined, bearer);
  expect((await anonymous("GET", "/v1/auth/me", undefined, bearer)).status).toBe(401);
});

test("a changed password ends every other login", async () => {
  const { email, bearer } = await newUser("agent");
  const other = credentials(
    (await anonymous("POST", "/v1/auth/login", { email, password: PASSWORD })).headers,
  );
  const body = { current_password: PASSWORD, password: "a new and better one" };
  expect((await anonymous("POST", "/v1/auth/password", body, bearer)).status).toBe(204);
  expect((await anonymous("GET", "/v1/auth/me", undefined, bearer)).status).toBe(200);
  expect((await anonymous("GET", "/v1/auth/me", undefined, other.bearer)).status).toBe(401);
  expect((await anonymous("POST", "/v1/auth/login", { email, password: body.password })).status).toBe(200);
});

test("a password is changed only with the present one", async () => {
  const { bearer } = await newUser("agent");
  const body = { current_password: "nonsense", password: "a new and better one" };
  expect((await anonymous("POST", "/v1/auth/password", body, bearer)).body.code).toBe("wrong_password");
});

test("an invitation is good once", async () => {
  const email = "once@example.com";
  const { body } = await daemon.call("POST", "/v1/users/invitations", { email, role: "viewer" });
  const accept = () =>
    anonymous("POST", "/v1/auth/invitations/accept", { token: body.token, name: "Ada", password: PASSWORD });
  const answers = await Promise.all([accept(), accept(), accept()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
});

test("a disabled user is logged out and can't log in", async () => {
  const { id, email, bearer } = await newUser("agent");
  expect((await daemon.call("PATCH", `/v1/users/${id}`, { disabled: true })).body.disabled).toBe(true);
  expect((await anonymous("GET", "/v1/auth/me", undefined, bearer)).status).toBe(401);
  expect((await anonymous("POST", "/v1/auth/login", { email, password: PASSWORD })).status).toBe(401);
});

test("an admin can neither make an owner nor change one", async () => {
  const admin = await newUser("admin");
  const owner = await newUser("owner");
  const invited = await anonymous(
    "POST",
    "/v1/users/invitations",
    { email: "x@example.com", role: "owner" },
    admin.bearer,
  );
  expect(invited.status).toBe(403);
  const changed = await anonymous("PATCH", `/v1/users/${owner.id}`, { role: "viewer" }, admin.bearer);
  expect(changed.status).toBe(403);
});

test("the last owner stays one", async () => {
  const { body } = await daemon.call("GET", "/v1/users?limit=100");
  const owners = body.data.filter((user: { role: string }) => user.role === "owner");
  const answers = [];
  for (const { id } of owners) answers.push(await daemon.call("DELETE", `/v1/users/${id}`));
  expect(
    answers
      .map(({ status }) => status)
      .toSorted()
      .at(-1),
  ).toBe(409);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe("last_owner");
});

test("guessing at one account is slowed down, and leaves others alone", async () => {
  const { email } = await newUser("agent");
  const guess = () => anonymous("POST", "/v1/auth/login", { email, password: "nonsense" });
  let answer = await guess();
  while (answer.status === 401) answer = await guess();
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  const other = await newUser("agent");
  expect((await anonymous("POST", "/v1/auth/login", { email: other.email, password: PASSWORD })).status).toBe(
    200,
  );
});

test("changes of users are in the audit log, with who made them", async () => {
  const { id } = await newUser("agent");
  await daemon.call("PATCH", `/v1/users/${id}`, { role: "viewer" });
  const { body } = await daemon.call("GET", `/v1/audit?target_id=${id}&action=user.updated`);
  expect(body.data).toHaveLength(1);
  expect(body.data[0]).toMatchObject({
    action: "user.updated",
    actor: { type: "key" },
    changes: { role: "viewer" },
    address: "127.0.0.1",
  });
});

test("a key without the permission sees neither users nor the audit log", async () => {
  const call = caller(daemon.url, await makeKey(daemon, ["messages:read"]));
  expect((await call("GET", "/v1/users")).body).toMatchObject({ permission: "users:manage" });
  expect((await call("GET", "/v1/audit")).body).toMatchObject({ permission: "audit:read" });
});
