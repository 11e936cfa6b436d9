/** Codes and tokens: each is good once, for the program that it was given to, and as long as its key. */
import { expect, test } from "bun:test";
import { forgetOauthTokens } from "../../db/auth/oauth-tokens.ts";
import { caller } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { allowed, fetchToken, GUARD } from "./support.ts";

const daemon = sharedDaemon();

/** Whether a secret is let in. */
const status = async (secret: string) => (await caller(daemon.url, secret)("GET", "/v1/auth/me")).status;
const audited = async (action: string) =>
  (await daemon.call("GET", `/v1/audit?action=${action}&limit=1`)).body.data[0];
const NOT_GOOD = { status: 400, body: { error: "invalid_grant" } };

test("a code gives a key that does what was allowed, in the name of who allowed it, and is not stored", async () => {
  const { fetchKey } = await allowed(daemon.url, daemon.key);
  const { status, headers, body } = await fetchKey();
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(body).toEqual({
    access_token: expect.stringMatching(/^wp_/),
    token_type: "Bearer",
    expires_in: 3600,
    refresh_token: expect.stringMatching(/^wpf_/),
    scope: "channels:read messages:send",
  });
  const me = await caller(daemon.url, body.access_token)("GET", "/v1/auth/me");
  expect(me.body.permissions).toEqual(["channels:read", "messages:send"]);
  const made = await audited("key.created");
  expect(made).toMatchObject({
    actor: { type: "key" },
    target: { id: me.body.actor.id },
    changes: { name: "By hand (127.0.0.1)", agent: GUARD },
  });
  const [stored] = await daemon.sql<{ all: string }[]>`
    select (select json_agg(t)::text from oauth_tokens t) || (select json_agg(k)::text from api_keys k) as all`;
  expect(stored?.all).not.toContain(body.access_token);
  expect(stored?.all).not.toContain(body.refresh_token);
});

test.each([
  ["a wrong verifier", { code_verifier: "wrong" }],
  ["no verifier", { code_verifier: "" }],
  ["another redirect", { redirect_uri: "http://127.0.0.1:39999/other" }],
  ["another program", { client_id: "https://evil.example/client.json" }],
])("a code that comes with %s is refused, and good for nobody after that", async (_, wrong) => {
  const { fetchKey } = await allowed(daemon.url, daemon.key);
  expect(await fetchKey(wrong)).toMatchObject(NOT_GOOD);
  expect(await fetchKey()).toMatchObject(NOT_GOOD);
});

test("a code for another resource is refused, and a code that is late", async () => {
  const { fetchKey } = await allowed(daemon.url, daemon.key);
  expect(await fetchKey({ resource: "https://other.example/mcp" })).toMatchObject({
    status: 400,
    body: { error: "invalid_target" },
  });
  await daemon.sql`update oauth_tokens set expires_at = now() where used_at is null`;
  expect(await fetchKey()).toMatchObject(NOT_GOOD);
});

test("a code that comes twice ends the key that it gave", async () => {
  const { fetchKey } = await allowed(daemon.url, daemon.key);
  const { body } = await fetchKey();
  expect(await status(body.access_token)).toBe(200);
  expect(await fetchKey()).toMatchObject(NOT_GOOD);
  expect(await status(body.access_token)).toBe(401);
  expect((await audited("key.revoked")).changes).toMatchObject({ used_twice: "code" });
});

test("of two programs that bring one code at once, none keeps a key", async () => {
  const { fetchKey } = await allowed(daemon.url, daemon.key);
  const both = await Promise.all([fetchKey(), fetchKey()]);
  expect(both.map((one) => one.status).sort()).toEqual([200, 400]);
  expect(await status(both.find((one) => one.status === 200)?.body.access_token)).toBe(401);
});

test("a refresh token gives the next secret, and the one before ends soon", async () => {
  const { fetchKey, refresh } = await allowed(daemon.url, daemon.key);
  const first = (await fetchKey()).body;
  const second = (await refresh(first.refresh_token)).body;
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect([await status(first.access_token), await status(second.access_token)]).toEqual([200, 200]);
  await daemon.sql`update api_keys set previous_expires_at = now() where previous_hash is not null`;
  // daemons remember a key for a while
  await daemon.sql`select pg_notify('waypost_key_revoked', id) from api_keys`;
  await until(async () => (await status(first.access_token)) === 401);
  expect(await status(second.access_token)).toBe(200);
});

test("a refresh token that comes twice ends the key, also of who came first", async () => {
  const { fetchKey, refresh } = await allowed(daemon.url, daemon.key);
  const first = (await fetchKey()).body;
  const second = (await refresh(first.refresh_token)).body;
  expect(await refresh(first.refresh_token)).toMatchObject(NOT_GOOD);
  expect(await status(second.access_token)).toBe(401);
  expect(await refresh(second.refresh_token)).toMatchObject(NOT_GOOD);
  expect((await audited("key.revoked")).changes).toMatchObject({ used_twice: "refresh_token" });
});

test("a refresh token is good for its own program alone", async () => {
  const { fetchKey, refresh } = await allowed(daemon.url, daemon.key);
  const { refresh_token } = (await fetchKey()).body;
  expect(await refresh(refresh_token, { client_id: "https://evil.example/client.json" })).toMatchObject(
    NOT_GOOD,
  );
});

test.each(["access_token", "refresh_token"])("a program gives its access back by its %s", async (name) => {
  const { fetchKey } = await allowed(daemon.url, daemon.key);
  const { body } = await fetchKey();
  const revoke = (token: string) =>
    fetch(`${daemon.url}/oauth/revoke`, { method: "POST", body: new URLSearchParams({ token }) });
  expect((await revoke("wpf_unknown")).status).toBe(200);
  expect(await status(body.access_token)).toBe(200);
  expect((await revoke(body[name])).status).toBe(200);
  expect(await status(body.access_token)).toBe(401);
});

test("a key that is no program's is not ended by who holds it", async () => {
  const body = new URLSearchParams({ token: daemon.key });
  expect((await fetch(`${daemon.url}/oauth/revoke`, { method: "POST", body })).status).toBe(200);
  expect(await status(daemon.key)).toBe(200);
});

test("grants that are not offered are refused with a hint", async () => {
  expect(await fetchToken(daemon.url, { grant_type: "client_credentials" })).toMatchObject({
    status: 400,
    body: { error: "unsupported_grant_type" },
  });
});

test("keys of programs that do not come back are forgotten with their tokens", async () => {
  const { fetchKey } = await allowed(daemon.url, daemon.key);
  const [gone, stays] = [await fetchKey(), await (await allowed(daemon.url, daemon.key)).fetchKey()];
  const idOf = async ({ body }: typeof gone) =>
    (await caller(daemon.url, body.access_token)("GET", "/v1/auth/me")).body.actor.id as string;
  const ids = [await idOf(gone), await idOf(stays)];
  await daemon.sql`update api_keys set secret_expires_at = now() - interval '1 minute' where id = any(${ids})`;
  await daemon.sql`update oauth_tokens set expires_at = now() - interval '25 hours' where key_id = ${ids[0] ?? ""}`;
  await forgetOauthTokens(daemon.sql);
  expect(await daemon.sql`select id from api_keys where id = any(${ids})`).toEqual([{ id: ids[1] }] as never);
  expect(await daemon.sql`select from oauth_tokens where key_id = ${ids[0] ?? ""}`).toHaveLength(0);
});
