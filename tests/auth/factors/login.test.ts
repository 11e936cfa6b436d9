/** Logging in with a password and a second factor, and what gets nobody in. */
import { expect, test } from "bun:test";
import { caller } from "../../support/daemon.ts";
import { sharedDaemon } from "../../support/shared-daemon.ts";
import { beginLogin, cookieOf, newBrowser, newUser, newUserWithApp, PASSWORD } from "./people.ts";

const daemon = sharedDaemon();

test("the password alone opens nothing, and a code finishes the login", async () => {
  const { email, app } = await newUserWithApp(daemon);
  const { browser, answer, code } = await beginLogin(daemon, email);
  expect([answer.status, answer.body.code]).toEqual([403, "factor_required"]);
  expect([...browser.jar.keys()]).toEqual(["waypost_factor"]);
  expect(await browser.isIn()).toBe(false);
  expect((await code(app.code())).body).toMatchObject({ email });
  expect([...browser.jar.keys()].sort()).toEqual(["waypost_device", "waypost_session"]);
  expect(await browser.isIn()).toBe(true);
});

test("who has no second factor logs in as before", async () => {
  const { email } = await newUser(daemon);
  const { answer, browser } = await beginLogin(daemon, email);
  expect(answer.status).toBe(200);
  expect(await browser.isIn()).toBe(true);
});

test("a code works once, also for two logins at once", async () => {
  const { email, app } = await newUserWithApp(daemon);
  const logins = await Promise.all([beginLogin(daemon, email), beginLogin(daemon, email)]);
  const code = app.code();
  const answers = await Promise.all(logins.map((login) => login.code(code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  const again = await (await beginLogin(daemon, email)).code(code);
  expect([again.status, again.body.code]).toEqual([403, "wrong_code"]);
});

test("a code from before one that was used is refused", async () => {
  const { email, app, id } = await newUserWithApp(daemon);
  await daemon.sql`update user_factors set last_step = null where user_id = ${id}`;
  expect((await (await beginLogin(daemon, email)).code(app.code(1))).status).toBe(200);
  expect((await (await beginLogin(daemon, email)).code(app.code(0))).status).toBe(403);
});

test.each(["000000", "", "12345", "١٢٣٤٥٦", "not a code", "7KQ2M-XW4RT"])("%p is no code", async (typed) => {
  const { email } = await newUserWithApp(daemon);
  const { code, browser } = await beginLogin(daemon, email);
  expect((await code(typed)).status).toBeGreaterThanOrEqual(400);
  expect(await browser.isIn()).toBe(false);
});

test("a recovery code works once, however it is typed", async () => {
  const { email, recovery } = await newUserWithApp(daemon);
  expect(recovery).toHaveLength(10);
  const typed = ` ${recovery[0]?.toLowerCase().replace("-", " ")} `;
  expect((await (await beginLogin(daemon, email)).code(typed)).status).toBe(200);
  expect((await (await beginLogin(daemon, email)).code(recovery[0] ?? "")).status).toBe(403);
  expect((await (await beginLogin(daemon, email)).code(recovery[1] ?? "")).status).toBe(200);
});

test("another user's codes are refused", async () => {
  const [ada, ben] = [await newUserWithApp(daemon), await newUserWithApp(daemon)];
  const { code } = await beginLogin(daemon, ada.email);
  expect((await code(ben.app.code())).status).toBe(403);
  expect((await code(ben.recovery[0] ?? "")).status).toBe(403);
});

test("the cookie of a login that waits is no login, in whatever place it is sent", async () => {
  const { email } = await newUserWithApp(daemon);
  const { answer } = await beginLogin(daemon, email);
  const stolen = cookieOf(answer, "waypost_factor");
  for (const headers of [
    { cookie: `waypost_session=${stolen}` },
    { authorization: `Bearer ${stolen}` },
    { "x-api-key": String(stolen) },
    { cookie: `waypost_factor=${stolen}` },
  ])
    expect((await caller(daemon.url, null)("GET", "/v1/auth/me", undefined, headers)).status).toBe(401);
});

test("the cookie of a login that was finished finishes no other", async () => {
  const { email, app, recovery } = await newUserWithApp(daemon);
  const { answer, code } = await beginLogin(daemon, email);
  const stolen = cookieOf(answer, "waypost_factor") ?? "";
  expect((await code(app.code())).status).toBe(200);
  const thief = newBrowser(daemon);
  thief.jar.set("waypost_factor", stolen);
  const tried = await thief.call("POST", "/v1/auth/login/factor", { code: recovery[0] });
  expect([tried.status, tried.body.code]).toEqual([401, "no_pending_login"]);
});

test("neither an invented cookie nor the one of a login waits for a code", async () => {
  const { browser } = await newUserWithApp(daemon);
  for (const value of ["wpn_nonsense", browser.jar.get("waypost_session") ?? "", ""]) {
    const other = newBrowser(daemon);
    other.jar.set("waypost_factor", value);
    expect((await other.call("POST", "/v1/auth/login/factor", { code: "123456" })).status).toBe(401);
  }
});

test.each([
  ["is removed", async (id: string) => await daemon.call("DELETE", `/v1/users/${id}`)],
  ["is disabled", async (id: string) => await daemon.call("PATCH", `/v1/users/${id}`, { disabled: true })],
])("nobody gets in with a code once the user %s", async (_, end) => {
  const { email, id, app } = await newUserWithApp(daemon);
  const { code, browser } = await beginLogin(daemon, email);
  await end(id);
  expect((await code(app.code())).status).toBe(401);
  expect(await browser.isIn()).toBe(false);
});

test("a changed password ends the logins that wait for a code", async () => {
  const { email, app, browser } = await newUserWithApp(daemon);
  const { code } = await beginLogin(daemon, email);
  const body = { current_password: PASSWORD, password: "a new and better one" };
  expect((await browser.call("POST", "/v1/auth/password", body)).status).toBe(204);
  expect((await code(app.code())).body.code).toBe("no_pending_login");
});

test("a login that waits too long has ended", async () => {
  const { email, app, id } = await newUserWithApp(daemon);
  const { code } = await beginLogin(daemon, email);
  await daemon.sql`update user_tokens set expires_at = now() where user_id = ${id} and kind = 'factor'`;
  expect((await code(app.code())).body.code).toBe("no_pending_login");
});

test("many wrong codes make one wait, and nobody is kept out for good", async () => {
  const { email, app, id, recovery } = await newUserWithApp(daemon);
  await daemon.sql`delete from login_networks where user_id = ${id}`;
  const { code, browser } = await beginLogin(daemon, email);
  const statuses: number[] = [];
  for (let tries = 0; tries < 8; tries++) statuses.push((await code("000000")).status);
  expect(statuses.slice(0, 5)).toEqual([403, 403, 403, 403, 403]);
  expect(statuses.at(-1)).toBe(429);
  // not even the right one, for a while
  expect((await code(app.code())).status).toBe(429);
  await daemon.sql`update login_failures set blocked_until = now() where subject like ${`factor ${id}%`}`;
  expect((await code(recovery[0] ?? "")).status).toBe(200);
  expect(await browser.isIn()).toBe(true);
});

test("of codes that are guessed at once no more are looked at than one after the other", async () => {
  const { email } = await newUserWithApp(daemon);
  const { code } = await beginLogin(daemon, email);
  const answers = await Promise.all(Array.from({ length: 30 }, () => code("000000")));
  const lookedAt = answers.filter(({ status }) => status === 403);
  expect(lookedAt.length).toBeLessThanOrEqual(6);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403, 429]));
});

test("guesses from elsewhere keep no browser out that the user has logged in with", async () => {
  const { email, app, id, browser } = await newUserWithApp(daemon);
  // the thief is in a network of which the user is not known
  await daemon.sql`delete from login_networks where user_id = ${id} and network not like 'device %'`;
  const thief = await beginLogin(daemon, email);
  for (let tries = 0; tries < 8; tries++) await thief.code("000000");
  expect((await thief.code("000000")).status).toBe(429);
  browser.jar.delete("waypost_session");
  const own = await beginLogin(daemon, email, browser);
  expect((await own.code(app.code())).status).toBe(200);
});

test("the audit log has which factor a login was opened by, and which code was refused", async () => {
  const { email, app, id } = await newUserWithApp(daemon);
  const { code } = await beginLogin(daemon, email);
  await code("000000");
  await code(app.code());
  const { body } = await daemon.call("GET", `/v1/audit?actor_id=${id}`);
  const entries = body.data.map(({ action, changes }: { action: string; changes: object }) => ({
    action,
    changes,
  }));
  expect(entries).toContainEqual({ action: "login.created", changes: { factor: "totp" } });
  expect(entries).toContainEqual({ action: "login.factor_refused", changes: {} });
});

test("a code that comes too soon after many was not looked at, and fills no audit log", async () => {
  const { email, id } = await newUserWithApp(daemon);
  const { code } = await beginLogin(daemon, email);
  const statuses: number[] = [];
  for (let tries = 0; tries < 9; tries++) statuses.push((await code("000000")).status);
  const { body } = await daemon.call("GET", `/v1/audit?actor_id=${id}&action=login.factor_refused`);
  expect(statuses).toContain(429);
  expect(body.data).toHaveLength(statuses.filter((status) => status === 403).length);
});
