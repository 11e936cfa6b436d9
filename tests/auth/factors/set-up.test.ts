/** Setting up and removing second factors: one's own, and those of somebody who has lost them. */
import { expect, test } from "bun:test";
import { caller } from "../../support/daemon.ts";
import { sharedDaemon } from "../../support/shared-daemon.ts";
import { until } from "../../support/until.ts";
import { appWith, beginLogin, newUser, newUserWithApp, PASSWORD } from "./people.ts";

const daemon = sharedDaemon();

test("an app counts only once a code has confirmed it", async () => {
  const { email, browser } = await newUser(daemon);
  const { body } = await browser.call("POST", "/v1/auth/factors/totp", { name: "Phone" });
  expect(decodeURIComponent(body.url)).toStartWith("otpauth://totp/Waypost ");
  expect(body.url).toContain(`secret=${body.secret}`);
  expect((await beginLogin(daemon, email)).answer.status).toBe(200);
  const wrong = await browser.call("POST", `/v1/auth/factors/${body.id}/confirm`, { code: "000000" });
  expect([wrong.status, wrong.body.code]).toEqual([403, "wrong_code"]);
  expect((await browser.call("GET", "/v1/auth/factors")).body.data).toEqual([]);
  const code = appWith(body.secret).code();
  await browser.call("POST", `/v1/auth/factors/${body.id}/confirm`, { code });
  expect((await beginLogin(daemon, email)).answer.status).toBe(403);
  // the code that confirmed it logs nobody in
  expect((await (await beginLogin(daemon, email)).code(code)).status).toBe(403);
});

test("an app that is taken back while its code is on the way is not confirmed, and brings no recovery codes", async () => {
  const { browser, id } = await newUser(daemon);
  const { body } = await browser.call("POST", "/v1/auth/factors/totp", { name: "Phone" });
  const confirm = { code: appWith(body.secret).code() };
  let confirmed: ReturnType<typeof browser.call> | undefined;
  await daemon.sql.begin(async (held) => {
    await held`delete from user_factors where user_id = ${id}`;
    confirmed = browser.call("POST", `/v1/auth/factors/${body.id}/confirm`, confirm);
    await until(async () => (await waiting()).length > 0);
  });
  expect((await confirmed)?.status).toBe(404);
  const { body: left } = await browser.call("GET", "/v1/auth/factors");
  expect(left).toEqual({ data: [], recovery_codes_left: 0 });
});

const waiting = async () =>
  await daemon.sql`
    select from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database() and query like '%user_factors%'`;

test("one's factors are listed, with the recovery codes that are left, and no secret of them", async () => {
  const { browser, email, recovery, factorId } = await newUserWithApp(daemon);
  await (await beginLogin(daemon, email)).code(recovery[0] ?? "");
  const { body } = await browser.call("GET", "/v1/auth/factors");
  expect(body).toEqual({
    data: [
      {
        ...{ id: factorId, kind: "totp", name: "Phone" },
        ...{ created_at: expect.any(String), last_used_at: expect.any(String) },
      },
    ],
    recovery_codes_left: 9,
  });
});

test("neither the secret nor a recovery code is stored as it is", async () => {
  const { browser, recovery, id } = await newUserWithApp(daemon);
  const { body } = await browser.call("POST", "/v1/auth/factors/totp", { name: "Tablet" });
  const [row] = await daemon.sql<{ all: string }[]>`
    select (select json_agg(f)::text from user_factors f where user_id = ${id})
      || (select json_agg(c)::text from user_recovery_codes c where user_id = ${id}) as all`;
  expect(row?.all).not.toContain(body.secret);
  for (const code of recovery) expect(row?.all).not.toContain(code.replace("-", ""));
});

test("an app that is removed is not asked for, and its recovery codes are gone", async () => {
  const { browser, email, factorId } = await newUserWithApp(daemon);
  expect((await browser.call("DELETE", `/v1/auth/factors/${factorId}`)).status).toBe(204);
  expect((await beginLogin(daemon, email)).answer.status).toBe(200);
  expect((await browser.call("GET", "/v1/auth/factors")).body).toEqual({ data: [], recovery_codes_left: 0 });
});

test("nobody removes or confirms another user's factor", async () => {
  const [ada, ben] = [await newUserWithApp(daemon), await newUser(daemon)];
  expect((await ben.browser.call("DELETE", `/v1/auth/factors/${ada.factorId}`)).status).toBe(404);
  const { body } = await ada.browser.call("POST", "/v1/auth/factors/totp", { name: "Tablet" });
  const confirm = { code: appWith(body.secret).code() };
  expect((await ben.browser.call("POST", `/v1/auth/factors/${body.id}/confirm`, confirm)).status).toBe(404);
});

test("new recovery codes end those of before", async () => {
  const { browser, email, recovery } = await newUserWithApp(daemon);
  const { body } = await browser.call("POST", "/v1/auth/factors/recovery_codes");
  expect((await (await beginLogin(daemon, email)).code(recovery[0] ?? "")).status).toBe(403);
  expect((await (await beginLogin(daemon, email)).code(body.recovery_codes[0])).status).toBe(200);
});

test("recovery codes are for who has a factor that can be lost", async () => {
  const { browser } = await newUser(daemon);
  expect((await browser.call("POST", "/v1/auth/factors/recovery_codes")).status).toBe(409);
});

test("a login from a while ago changes no factor before its user has proved who they are", async () => {
  const { browser, id, app, factorId } = await newUserWithApp(daemon);
  await daemon.sql`update login_sessions set proved_at = now() - interval '11 minutes' where user_id = ${id}`;
  const remove = () => browser.call("DELETE", `/v1/auth/factors/${factorId}`);
  for (const asked of [
    remove(),
    browser.call("POST", "/v1/auth/factors/totp", { name: "Mine" }),
    browser.call("POST", "/v1/auth/factors/recovery_codes"),
  ])
    expect((await asked).body.code).toBe("step_up_required");
  // with a factor, the password is no proof
  expect((await browser.call("POST", "/v1/auth/step_up", { password: PASSWORD })).status).toBe(422);
  expect((await browser.call("POST", "/v1/auth/step_up", { code: "000000" })).status).toBe(403);
  expect((await remove()).status).toBe(403);
  expect((await browser.call("POST", "/v1/auth/step_up", { code: app.code() })).status).toBe(204);
  expect((await remove()).status).toBe(204);
});

test("without a factor, the password proves who somebody is", async () => {
  const { browser, id } = await newUser(daemon);
  await daemon.sql`update login_sessions set proved_at = now() - interval '11 minutes' where user_id = ${id}`;
  const begin = () => browser.call("POST", "/v1/auth/factors/totp", { name: "Phone" });
  expect((await begin()).body.code).toBe("step_up_required");
  const wrong = await browser.call("POST", "/v1/auth/step_up", { password: "nonsense" });
  expect([wrong.status, wrong.body.code]).toEqual([403, "wrong_password"]);
  expect((await browser.call("POST", "/v1/auth/step_up", { password: PASSWORD })).status).toBe(204);
  expect((await begin()).status).toBe(201);
});

test("who has lost all factors gets in by the password once somebody who manages users has reset them", async () => {
  const { email, id, browser } = await newUserWithApp(daemon);
  expect((await daemon.call("DELETE", `/v1/users/${id}/factors`)).status).toBe(204);
  expect(await browser.isIn()).toBe(false);
  expect((await beginLogin(daemon, email)).answer.status).toBe(200);
  const { body } = await daemon.call("GET", `/v1/audit?target_id=${id}&action=factors.reset`);
  expect(body.data[0]).toMatchObject({ actor: { type: "key" }, changes: { removed: 1 } });
});

test("an admin resets no owner's factors, and an agent nobody's", async () => {
  const [owner, admin, agent] = [
    await newUserWithApp(daemon, "owner"),
    await newUser(daemon, "admin"),
    await newUserWithApp(daemon, "agent"),
  ];
  expect((await admin.browser.call("DELETE", `/v1/users/${owner.id}/factors`)).status).toBe(403);
  expect((await agent.browser.call("DELETE", `/v1/users/${admin.id}/factors`)).status).toBe(403);
  expect((await admin.browser.call("DELETE", `/v1/users/${agent.id}/factors`)).status).toBe(204);
});

test("a key has no second factors", async () => {
  for (const [method, path, body] of [
    ["GET", "/v1/auth/factors", undefined],
    ["POST", "/v1/auth/factors/totp", { name: "Phone" }],
    ["POST", "/v1/auth/step_up", { password: PASSWORD }],
  ] as const)
    expect((await caller(daemon.url, daemon.key)(method, path, body)).body.code).toBe("no_user");
});

test("nothing of a removed user's factors is left", async () => {
  const { id } = await newUserWithApp(daemon);
  await daemon.call("DELETE", `/v1/users/${id}`);
  expect(await daemon.sql`select from user_factors where user_id = ${id}`).toHaveLength(0);
  expect(await daemon.sql`select from user_recovery_codes where user_id = ${id}`).toHaveLength(0);
});
