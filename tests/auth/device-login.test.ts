/** A key for a program without a browser, by RFC 8628: over HTTP, as any client of it would. */
import { expect, test } from "bun:test";
import { HOUR_MS, withClockAhead } from "../support/another-clock.ts";
import { makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const daemon = sharedDaemon();
const GRANT = "urn:ietf:params:oauth:grant-type:device_code";

type Answer = { status: number; body: Record<string, string> };

async function form(path: string, fields: Record<string, string>): Promise<Answer> {
  const response = await fetch(daemon.url + path, { method: "POST", body: new URLSearchParams(fields) });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

/** As a browser sends the page's forms. */
async function submit(path: string, fields: Record<string, string>, origin = daemon.url) {
  const init = { method: "POST", headers: { origin }, body: new URLSearchParams(fields) };
  const response = await fetch(daemon.url + path, init);
  return { status: response.status, page: await response.text() };
}

async function begin(fields: Record<string, string> = {}) {
  const { status, body } = await form("/v1/auth/device/authorization", { host: "ada-laptop", ...fields });
  expect(status).toBe(200);
  // far enough apart from the next request
  const token = async () => {
    await daemon.sql`update device_logins set polled_at = null`;
    return await poll(body.device_code ?? "");
  };
  return { code: body.user_code ?? "", deviceCode: body.device_code ?? "", body, token };
}
const poll = (device_code: string) =>
  form("/v1/auth/device/token", { grant_type: GRANT, device_code, client_id: "waypost-cli/1.0.0" });
const allow = (user_code: string, key = daemon.key) =>
  submit("/device/answer", { user_code, answer: "approve", key, email: "", password: "" });

test("the codes are as the RFC has them, and neither is stored", async () => {
  const { body, code, deviceCode } = await begin();
  expect(body).toMatchObject({
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: `${daemon.url}/device`,
    verification_uri_complete: `${daemon.url}/device?user_code=${code}`,
    expires_in: 600,
    interval: 2,
  });
  const [rows] = await daemon.sql<{ all: string }[]>`select json_agg(d)::text as all from device_logins d`;
  expect(rows?.all).not.toContain(code);
  expect(rows?.all).not.toContain(deviceCode);
});

test("a program waits, asks too early, and gets a key of its own, once", async () => {
  const { code, deviceCode, token } = await begin({ scope: "messages:send messages:read" });
  expect(await poll(deviceCode)).toMatchObject({ status: 400, body: { error: "authorization_pending" } });
  expect(await poll(deviceCode)).toMatchObject({ status: 400, body: { error: "slow_down" } });
  // typed without care
  const shown = await submit("/device", { user_code: ` ${code.toLowerCase().replace("-", " ")}` });
  expect(shown.status).toBe(200);
  for (const fact of ["ada-laptop", "127.0.0.1", "messages:send, messages:read", code])
    expect(shown.page).toContain(fact);
  expect((await allow(code)).page).toContain("Allowed");
  const { status, body } = await token();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    token_type: "x-api-key",
    scope: "messages:send messages:read",
    key_name: "waypost login on ada-laptop",
    organization_id: daemon.organizationId,
  });
  const headers = { "x-api-key": body.access_token ?? "" };
  const me = (await (await fetch(`${daemon.url}/v1/auth/me`, { headers })).json()) as object;
  expect(me).toMatchObject({ permissions: ["messages:send", "messages:read"] });
  expect(await token()).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  expect((await allow(code)).status).toBe(404);
  const { body: log } = await daemon.call("GET", `/v1/audit?target_id=${body.key_id}`);
  expect(log.data).toMatchObject([{ action: "key.created" }]);
});

test("a code lives on where the daemon's clock is behind the database's", async () => {
  const { code, token } = await withClockAhead(-HOUR_MS, () => begin());
  expect((await allow(code)).status).toBe(200);
  expect((await token()).status).toBe(200);
});

test("a refusal and the end of the time are distinguished", async () => {
  const refused = await begin();
  expect((await submit("/device/answer", { user_code: refused.code, answer: "refuse" })).status).toBe(200);
  expect(await refused.token()).toMatchObject({ status: 400, body: { error: "access_denied" } });
  const late = await begin();
  await daemon.sql`update device_logins set expires_at = now() where status = 'pending'`;
  expect((await allow(late.code)).status).toBe(404);
  expect(await late.token()).toMatchObject({ status: 400, body: { error: "expired_token" } });
});

test("nobody allows what they may not do themselves", async () => {
  const { code, token } = await begin({ scope: "crm:write" });
  const sender = await makeKey(daemon, ["messages:send"]);
  const keeper = await makeKey(daemon, ["keys:manage", "messages:send"]);
  for (const key of [sender, keeper]) expect((await allow(code, key)).status).toBe(403);
  expect((await allow(code, "wp_nonsense")).status).toBe(401);
  expect((await token()).body.error).toBe("authorization_pending");
});

test("a key that asks for nothing in particular may do what the one who allowed it may", async () => {
  const { code, token } = await begin();
  await allow(code, await makeKey(daemon, ["keys:manage", "contacts:read"]));
  expect((await token()).body.scope).toBe("keys:manage contacts:read");
});

test("a form from another site is refused, and what a program says of itself can't change the page", async () => {
  const { code } = await begin({ host: "<script>alert(1)</script>\u202eevil" });
  expect((await submit("/device", { user_code: code }, "https://evil.example")).status).toBe(403);
  const { page } = await submit("/device", { user_code: code });
  expect(page).toContain("&lt;script&gt;");
  expect(page).not.toContain("\u202e");
  expect(page).not.toContain("<script");
});

test("a scope that does not exist, another grant and an address that asks too often are refused", async () => {
  const wrong = await form("/v1/auth/device/authorization", { scope: "all:things" });
  expect(wrong).toMatchObject({ status: 400, body: { error: "invalid_scope" } });
  const other = await form("/v1/auth/device/token", { grant_type: "password", device_code: "x" });
  expect(other).toMatchObject({ status: 400, body: { error: "unsupported_grant_type" } });
  let status = 200;
  for (let count = 0; count < 11 && status === 200; count += 1)
    status = (await form("/v1/auth/device/authorization", { host: "bot" })).status;
  expect(status).toBe(429);
});

test("a client that guesses codes has to wait", async () => {
  let status = 404;
  for (let count = 0; count < 60 && status === 404; count += 1)
    status = (await submit("/device", { user_code: "BBBB-BBBB" })).status;
  expect(status).toBe(429);
});
