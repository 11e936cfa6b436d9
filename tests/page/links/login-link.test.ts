/** Links that log a browser on the daemon's machine in: once, briefly, and from nowhere else. */
import { expect, test } from "bun:test";
import { caller, makeKey } from "../../support/daemon.ts";
import { sharedDaemon } from "../../support/shared-daemon.ts";
import { until } from "../../support/until.ts";

const daemon = sharedDaemon();
const PASSWORD = "correct horse battery staple";

async function newLink(key = daemon.key): Promise<string> {
  const { status, body } = await caller(daemon.url, key)("POST", "/v1/auth/links");
  expect(status).toBe(201);
  return new URL(body.url).pathname;
}

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(daemon.url + path, { redirect: "manual", headers });

function cookieOf(response: Response): { cookie: string } {
  const token = /waypost_session=(\S+?);/.exec(response.headers.getSetCookie()[0] ?? "")?.[1] ?? "";
  return { cookie: `waypost_session=${token}` };
}

const me = async (headers: { cookie: string }) =>
  await caller(daemon.url, null)("GET", "/v1/auth/me", undefined, headers);

/** A user who accepted an invitation, with the cookie of their login. */
async function newUser(role: string) {
  const email = `${crypto.randomUUID()}@example.com`;
  const invited = await daemon.call("POST", "/v1/users/invitations", { email, role });
  const response = await fetch(`${daemon.url}/v1/auth/invitations/accept`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: invited.body.token, name: "Ada", password: PASSWORD }),
  });
  return { email, id: ((await response.json()) as { id: string }).id, ...cookieOf(response) };
}

test("a link logs the owner in, once, and leads to the page", async () => {
  const path = await newLink();
  const opened = await open(path);
  expect(opened.status).toBe(303);
  expect(new URL(opened.headers.get("location") ?? "", daemon.url + path).href).toBe(`${daemon.url}/`);
  expect((await me(cookieOf(opened))).body).toMatchObject({
    actor: { type: "user" },
    user: { role: "owner" },
  });
  const again = await open(path);
  expect(again.status).toBe(404);
  expect(again.headers.getSetCookie()).toEqual([]);
  expect(await again.text()).toContain("The link was used, has expired or never existed.");
});

test.each([
  ["pt-BR", 'lang="pt-BR" dir="ltr"', "O link foi usado"],
  ["ar", 'lang="ar" dir="rtl"', "استُخدم الرابط"],
])("in %s, a link that is good no more says so", async (wished, page, words) => {
  const answer = await open("/login/link/wpl_nothing", { "accept-language": wished });
  expect(answer.status).toBe(404);
  const text = await answer.text();
  for (const part of [page, words, "<code>waypost open</code>"]) expect(text).toContain(part);
});

test("a look at the head of a link does not use it up", async () => {
  const path = await newLink();
  const looked = await fetch(daemon.url + path, { method: "HEAD", redirect: "manual" });
  expect(looked.headers.getSetCookie()).toEqual([]);
  expect((await open(path)).status).toBe(303);
});

test.each([
  { "sec-purpose": "prefetch;prerender" },
  { purpose: "prefetch" },
  { "x-moz": "prefetch" },
  { "sec-fetch-dest": "empty" },
])("a browser that looks ahead with %j does not use it up", async (headers) => {
  const path = await newLink();
  const looked = await fetch(daemon.url + path, { headers, redirect: "manual" });
  expect([looked.status, looked.headers.getSetCookie()]).toEqual([200, []]);
  expect((await open(path)).status).toBe(303);
});

test("of many who open a link at once, one is logged in", async () => {
  const path = await newLink();
  const opened = await Promise.all(Array.from({ length: 12 }, () => open(path)));
  expect(opened.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(opened.filter(({ headers }) => headers.getSetCookie().length > 0)).toHaveLength(1);
});

test("of two links for one user, the newer works", async () => {
  const [first, second] = [await newLink(), await newLink()];
  expect((await open(first)).status).toBe(404);
  expect((await open(second)).status).toBe(303);
});

test("a link works for a minute", async () => {
  const { body } = await daemon.call("POST", "/v1/auth/links");
  const [row] = await daemon.sql<{ seconds: number }[]>`
    select extract(epoch from expires_at - created_at)::int as seconds from user_tokens where kind = 'login'`;
  expect(row?.seconds).toBe(60);
  await daemon.sql`update user_tokens set expires_at = now() where kind = 'login'`;
  expect((await open(new URL(body.url).pathname)).status).toBe(404);
});

test.each([
  ["x-forwarded-for", "203.0.113.7"],
  ["forwarded", "for=203.0.113.7"],
  ["via", "1.1 proxy"],
  ["x-forwarded-host", "waypost.example.com"],
  ["x-forwarded-proto", "https"],
  ["host", "waypost.example.com"],
  ["sec-fetch-site", "cross-site"],
])(
  "a request with %s is another machine's, or another site's: no link is made, and none is used up",
  async (name, value) => {
    const refused = await daemon.call("POST", "/v1/auth/links", undefined, { [name]: value });
    expect(refused.status).toBe(403);
    expect(refused.body.code).toBe("other_machine");
    const path = await newLink();
    const elsewhere = await open(path, { [name]: value });
    expect([elsewhere.status, elsewhere.headers.getSetCookie()]).toEqual([403, []]);
    expect((await open(path)).status).toBe(303);
  },
);

test("a key that may not do everything gets none, nor one for some channels", async () => {
  const most = await makeKey(daemon, ["users:manage", "keys:manage"]);
  const refused = await caller(daemon.url, most)("POST", "/v1/auth/links");
  expect(refused.body).toMatchObject({ status: 403, code: "missing_permission", permission: "*" });
  const some = await makeKey(daemon, ["*"], [daemon.channelId]);
  expect((await caller(daemon.url, some)("POST", "/v1/auth/links")).body.code).toBe("restricted_key");
});

test("a key of a user gets that user's login, and so does the user", async () => {
  const owner = await newUser("owner");
  const key = await caller(daemon.url, null)(
    "POST",
    "/v1/api-keys",
    { name: "laptop", permissions: ["*"] },
    { ...owner, origin: daemon.url },
  );
  const byKey = await open(await newLink(key.body.key));
  expect((await me(cookieOf(byKey))).body.user.id).toBe(owner.id);
  const agent = await newUser("agent");
  const own = await caller(daemon.url, null)("POST", "/v1/auth/links", undefined, {
    ...agent,
    origin: daemon.url,
  });
  const byLogin = await open(new URL(own.body.url).pathname);
  expect((await me(cookieOf(byLogin))).body.user).toMatchObject({ id: agent.id, role: "agent" });
});

test("a login by a key's link ends with the key, and so does a link that was not opened", async () => {
  const made = await daemon.call("POST", "/v1/api-keys", { name: "laptop", permissions: ["*"] });
  const login = cookieOf(await open(await newLink(made.body.key)));
  expect((await me(login)).status).toBe(200);
  const unopened = await newLink(made.body.key);
  await daemon.call("DELETE", `/v1/api-keys/${made.body.id}`);
  expect((await me(login)).status).toBe(401);
  expect((await open(unopened)).status).toBe(404);
});

test("a disabled user's link logs nobody in", async () => {
  const agent = await newUser("agent");
  const { body } = await caller(daemon.url, null)("POST", "/v1/auth/links", undefined, {
    ...agent,
    origin: daemon.url,
  });
  await daemon.call("PATCH", `/v1/users/${agent.id}`, { disabled: true });
  expect((await open(new URL(body.url).pathname)).status).toBe(404);
});

test("a browser that is logged in as the same user keeps its login", async () => {
  const first = cookieOf(await open(await newLink()));
  const second = cookieOf(await open(await newLink(), first));
  expect(second).toEqual(first);
});

test("the audit log has the link and the login, and nothing has the token", async () => {
  const path = await newLink();
  const token = path.split("/").at(-1) ?? "";
  const agent = await newUser("agent");
  await open(path, { ...agent, "x-forwarded-for": "203.0.113.7" });
  await open(`${path}x`, agent);
  await open(path);
  // one more that fails with a token in its path: what came before it is in the log, too
  await daemon.call("GET", `/v1/messages/${token}`);
  const logged = async () => (await daemon.call("GET", "/v1/logs/requests?limit=100")).body.data;
  await until(async () => (await logged()).some((line: { path: string }) => line.path === "/v1/messages/…"));
  expect(JSON.stringify(await logged())).not.toContain(token.slice(4));
  expect(await auditOf("login_link.created")).toMatchObject({
    actor: { type: "key" },
    target: { type: "user" },
  });
  expect((await auditOf("login.created")).changes.link).toMatch(/^lnk_/);
  const [stored] = await daemon.sql<{ text: string }[]>`
    select concat((select json_agg(audit_log) from audit_log), (select json_agg(user_tokens) from user_tokens),
      (select json_agg(login_sessions) from login_sessions)) as text`;
  expect(stored?.text).not.toContain(token.slice(4));
});

const auditOf = async (action: string) =>
  (await daemon.call("GET", `/v1/audit?action=${action}&limit=1`)).body.data[0];

test("an address that tries many links has to wait", async () => {
  const statuses: number[] = [];
  for (let tries = 0; tries < 40 && statuses.at(-1) !== 429; tries++)
    statuses.push((await open(`/login/link/wpl_${tries}`)).status);
  expect(statuses.at(-1)).toBe(429);
});
