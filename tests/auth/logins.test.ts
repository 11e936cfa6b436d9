/** Where users are logged in: seen and ended by themselves, and by those who manage users. */
import { expect, test } from "bun:test";
import { ROLES } from "../../daemon/auth/roles.ts";
import { runCli } from "../cli/run-cli.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const daemon = sharedDaemon();
const PASSWORD = "correct horse battery staple";

type Login = { authorization: string };
const as = (login: Login) => (method: string, path: string) =>
  caller(daemon.url, null)(method, path, undefined, login);

function loginOf(headers: Headers): Login {
  const token = /waypost_session=(\S+?);/.exec(headers.getSetCookie()[0] ?? "")?.[1] ?? "";
  return { authorization: `Bearer ${token}` };
}

/** A user, and their first login. */
async function newUser(role = "agent") {
  const email = `${crypto.randomUUID()}@example.com`;
  const invited = await daemon.call("POST", "/v1/users/invitations", { email, role });
  const accept = { token: invited.body.token, name: "Ada", password: PASSWORD };
  const { body, headers } = await caller(daemon.url, null)("POST", "/v1/auth/invitations/accept", accept);
  return { email, id: body.id as string, first: loginOf(headers) };
}

async function logIn(email: string, userAgent: string): Promise<Login> {
  const answer = await caller(daemon.url, null)(
    ...(["POST", "/v1/auth/login", { email, password: PASSWORD }] as const),
    { "user-agent": userAgent },
  );
  return loginOf(answer.headers);
}

const works = async (login: Login) => (await as(login)("GET", "/v1/auth/me")).status === 200;

test("a user sees each login with where it was opened, and which one asks", async () => {
  const { email, first } = await newUser();
  const second = await logIn(email, "Firefox/140");
  const { status, body } = await as(second)("GET", "/v1/auth/logins");
  expect(status).toBe(200);
  expect(body.data).toHaveLength(2);
  expect(body.data[0]).toMatchObject({ current: true, user_agent: "Firefox/140", address: "127.0.0.1" });
  expect(body.data[1].current).toBe(false);
  expect(
    (await as(first)("GET", "/v1/auth/logins")).body.data.map(({ current }: { current: boolean }) => current),
  ).toEqual([false, true]);
  expect(JSON.stringify(body)).not.toContain(second.authorization.slice("Bearer wps_".length));
});

test("a cursor of another list is refused", async () => {
  const { first } = await newUser();
  const { meta } = (await daemon.call("GET", "/v1/users?limit=1")).body;
  const { status, body } = await as(first)("GET", `/v1/auth/logins?cursor=${meta.next_cursor}`);
  expect([status, body.code]).toEqual([422, "invalid_cursor"]);
});

test("one login is ended, and no other user's", async () => {
  const { email, first } = await newUser();
  const second = await logIn(email, "phone");
  const [newest] = (await as(first)("GET", "/v1/auth/logins")).body.data;
  const other = await newUser();
  expect((await as(other.first)("DELETE", `/v1/auth/logins/${newest.id}`)).status).toBe(404);
  expect(await works(second)).toBe(true);
  expect((await as(first)("DELETE", `/v1/auth/logins/${newest.id}`)).status).toBe(204);
  expect([await works(first), await works(second)]).toEqual([true, false]);
  expect((await as(first)("DELETE", `/v1/auth/logins/${newest.id}`)).status).toBe(404);
});

test("all others are ended, and all of them", async () => {
  const { email, id, first } = await newUser();
  const second = await logIn(email, "phone");
  expect((await as(first)("DELETE", "/v1/auth/logins?keep_current=true")).status).toBe(204);
  expect([await works(first), await works(second)]).toEqual([true, false]);
  expect((await as(first)("DELETE", "/v1/auth/logins")).status).toBe(204);
  expect(await works(first)).toBe(false);
  const { body } = await daemon.call("GET", `/v1/audit?target_id=${id}&action=logins.ended`);
  expect(body.data.map(({ changes }: { changes: object }) => changes)).toEqual([
    { kept_current: false },
    { kept_current: true },
  ]);
});

test("who manages users sees and ends the logins of others, but of nobody with more rights", async () => {
  const agent = await newUser();
  const owner = await newUser("owner");
  const manager = caller(daemon.url, await makeKey(daemon, ["users:manage", ...ROLES.agent]));
  const { body } = await manager("GET", `/v1/users/${agent.id}/logins`);
  expect(body.data).toMatchObject([{ current: false }]);
  expect((await manager("DELETE", `/v1/users/${owner.id}/logins`)).status).toBe(403);
  expect((await manager("DELETE", `/v1/users/${agent.id}/logins`)).status).toBe(204);
  expect([await works(agent.first), await works(owner.first)]).toEqual([false, true]);
  expect((await as(owner.first)("GET", `/v1/users/${Bun.randomUUIDv7()}/logins`)).status).toBe(404);
});

test("a key has no logins", async () => {
  for (const [method, path] of [
    ["GET", "/v1/auth/logins"],
    ["DELETE", "/v1/auth/logins"],
  ] as const)
    expect((await daemon.call(method, path)).body).toMatchObject({ status: 403, code: "no_user" });
});

test("the commands list and end them", async () => {
  const agent = await newUser();
  const env = { WAYPOST_URL: daemon.url, WAYPOST_API_KEY: daemon.key };
  const listed = await runCli(["logins", "list", "--user", agent.id], { env });
  expect(listed.stdout).toContain("\t127.0.0.1\t");
  expect((await runCli(["logins", "end", "--user", agent.id, "--yes"], { env })).code).toBe(0);
  expect(await works(agent.first)).toBe(false);
  expect((await runCli(["logins", "end", "--yes"], { env })).code).toBe(2);
});

test("of many who ask at once, each is answered as themselves, and an ended login as nobody", async () => {
  const users = await Promise.all(Array.from({ length: 4 }, () => newUser()));
  const [ended] = users;
  if (ended !== undefined) await as(ended.first)("POST", "/v1/auth/logout");
  const asking = [...users, ...users].map(async ({ id, first }) => {
    const { status, body } = await as(first)("GET", "/v1/auth/me");
    return status === 200 ? { id, answered: body.user.id } : { id, answered: null };
  });
  const answers = await Promise.all(asking);
  expect(answers).toEqual(answers.map(({ id }) => ({ id, answered: id === ended?.id ? null : id })));
});

test("a login that is used lasts another fourteen days, noted once a minute", async () => {
  const { id, first } = await newUser();
  const left = async () => {
    const [row] = await daemon.sql<{ days: number }[]>`
      select extract(epoch from expires_at - now())::float / 86400 as days from login_sessions where user_id = ${id}`;
    return Math.round(row?.days ?? 0);
  };
  await daemon.sql`update login_sessions set expires_at = now() + interval '3 days' where user_id = ${id}`;
  expect([await works(first), await left()]).toEqual([true, 3]);
  await daemon.sql`update login_sessions set last_used_at = now() - interval '2 minutes' where user_id = ${id}`;
  expect([await works(first), await left()]).toEqual([true, 14]);
});
