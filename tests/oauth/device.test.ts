/** Programs of agents without a browser, by device codes (RFC 8628), through two daemons in turns. */
import { beforeEach, expect, test } from "bun:test";
import { caller, makeKey } from "../support/daemon.ts";
import { daemonsInTurns } from "../support/two-daemons.ts";
import { until } from "../support/until.ts";
import { fetchToken, DEVICE_GRANT as GRANT, GUARD } from "./support.ts";

const { waypost, url } = daemonsInTurns();

// few may wait at a time
beforeEach(async () => {
  await waypost.sql`delete from device_logins`;
});

const anybody = caller(url, null);

async function register(client_name = "Agent without a browser"): Promise<string> {
  const about = { client_name, grant_types: [GRANT, "refresh_token"] };
  return (await anybody("POST", "/oauth/register", about)).body.client_id;
}

/** A program that shows its user a code. */
async function begin(given: Record<string, string> = {}) {
  const client_id = await register();
  const form = { client_id, scope: "channels:read messages:send", resource: `${url}/mcp`, ...given };
  const { status, body } = await anybody("POST", "/oauth/device_authorization", form);
  const { device_code = "", user_code = "" } = body;
  /** Far enough apart from the poll before, unless it is at once. */
  const poll = async (changes: Record<string, string> = {}, isAtOnce = false) => {
    if (!isAtOnce) await waypost.sql`update device_logins set polled_at = null`;
    return await fetchToken(url, { grant_type: GRANT, client_id, device_code, ...changes });
  };
  return { status, body, clientId: client_id, userCode: user_code as string, poll };
}

const find = (user_code: string) => waypost.call("POST", "/v1/auth/oauth/find", { user_code });
const GIVEN = { answer: "approve", permissions: ["channels:read", "messages:send"], agent: GUARD };
const answer = (user_code: string, given: object = {}, by = waypost.key) =>
  caller(url, by)("POST", "/v1/auth/oauth/answer", { user_code, ...GIVEN, ...given });
const refuse = (user_code: string) =>
  waypost.call("POST", "/v1/auth/oauth/answer", { user_code, answer: "refuse" });
const status = async (secret: string) => (await caller(url, secret)("GET", "/v1/auth/me")).status;
/** One daemon learns from the other. */
const ended = (secret: string) => until(async () => (await status(secret)) === 401);
const refusal = (error: string) => ({ status: 400, body: { error } });

test("a program finds where to ask, shows a code, and gets a key for an agent once it is allowed", async () => {
  const { body: metadata } = await anybody("GET", "/.well-known/oauth-authorization-server");
  expect(metadata.device_authorization_endpoint).toBe(`${url}/oauth/device_authorization`);
  expect(metadata.grant_types_supported).toContain(GRANT);
  const { body, userCode, poll } = await begin();
  expect(body).toMatchObject({
    verification_uri: `${url}/device`,
    verification_uri_complete: `${url}/device?user_code=${userCode}`,
    expires_in: 600,
    interval: 2,
  });
  expect(await poll()).toMatchObject(refusal("authorization_pending"));
  expect((await find(userCode)).body).toEqual({
    ...{ name: "Agent without a browser", host: null, redirect_host: null, is_local: false },
    ...{ user_code: userCode, address: "127.0.0.1", permissions: ["channels:read", "messages:send"] },
  });
  expect(await answer(userCode)).toMatchObject({ status: 200, body: { redirect_to: null } });
  const got = await poll();
  expect(got.headers.get("cache-control")).toBe("no-store");
  expect(got).toMatchObject({
    status: 200,
    body: { token_type: "Bearer", expires_in: 3600, scope: "channels:read messages:send" },
  });
  for (const one of waypost.urls) {
    const channels = await caller(one, got.body.access_token)("GET", "/v1/channels");
    expect(channels.body.data).toMatchObject([{ id: waypost.channelId }]);
  }
  const [key] = (await waypost.call("GET", "/v1/api-keys")).body.data;
  expect(key).toMatchObject({ name: "Agent without a browser (127.0.0.1)", agent: GUARD });
});

test("its refresh tokens give the next secret, each once", async () => {
  const { clientId: client_id, userCode, poll } = await begin();
  await answer(userCode);
  const { refresh_token } = (await poll()).body;
  const refresh = () => fetchToken(url, { grant_type: "refresh_token", client_id, refresh_token });
  const next = await refresh();
  expect([next.status, await status(next.body.access_token)]).toEqual([200, 200]);
  expect(await refresh()).toMatchObject(refusal("invalid_grant"));
  await ended(next.body.access_token);
});

test("a program that is refused learns of it, and its code is used", async () => {
  const { userCode, poll } = await begin();
  expect((await refuse(userCode)).body).toEqual({ redirect_to: null });
  expect(await poll()).toMatchObject(refusal("access_denied"));
  expect((await answer(userCode)).status).toBe(404);
});

test("a code that nobody answered in time has expired", async () => {
  const { userCode, poll } = await begin();
  await waypost.sql`update device_logins set expires_at = now()`;
  expect((await answer(userCode)).status).toBe(404);
  expect(await poll()).toMatchObject(refusal("expired_token"));
});

test("a program that polls too fast is to slow down, whichever daemon it asks", async () => {
  const { poll } = await begin();
  expect(await poll()).toMatchObject(refusal("authorization_pending"));
  expect(await poll({}, true)).toMatchObject(refusal("slow_down"));
  expect(await poll()).toMatchObject(refusal("authorization_pending"));
});

test("a device code is of no use to another program, nor as a terminal's", async () => {
  const { userCode, body, poll } = await begin();
  const other = { client_id: await register("Another") };
  expect(await poll(other)).toMatchObject(refusal("invalid_grant"));
  const asTerminal = { grant_type: GRANT, device_code: body.device_code };
  const taken = () => anybody("POST", "/v1/auth/device/token", asTerminal);
  expect(await taken()).toMatchObject(refusal("invalid_grant"));
  await answer(userCode);
  expect(await taken()).toMatchObject(refusal("invalid_grant"));
  expect(await poll(other)).toMatchObject(refusal("invalid_grant"));
  expect((await waypost.call("GET", "/v1/api-keys?limit=1")).body.data[0].name).not.toStartWith("Another");
});

test("a device code that comes twice ends the key that it gave", async () => {
  const { userCode, poll } = await begin();
  await answer(userCode);
  const { access_token } = (await poll()).body;
  expect(await status(access_token)).toBe(200);
  expect(await poll()).toMatchObject(refusal("invalid_grant"));
  await ended(access_token);
});

test("a question is answered once, and by who may give what is allowed", async () => {
  const { userCode, poll } = await begin();
  const key = await makeKey(waypost, ["keys:manage", "channels:read"]);
  expect((await answer(userCode, {}, key)).body.code).toBe("missing_permission");
  expect((await answer(userCode, { agent: undefined })).status).toBe(422);
  expect(await poll()).toMatchObject(refusal("authorization_pending"));
  expect((await answer(userCode)).status).toBe(200);
  expect((await refuse(userCode)).status).toBe(404);
  expect((await poll()).status).toBe(200);
});

test("of two who allow it at once, one does", async () => {
  const { userCode } = await begin();
  const both = await Promise.all([answer(userCode), answer(userCode)]);
  expect(both.map((one) => one.status).sort()).toEqual([200, 404]);
});

test("what is allowed ends with who allowed it, also before the program came", async () => {
  const { userCode, poll } = await begin();
  const key = await makeKey(waypost, ["keys:manage", "channels:read"]);
  await answer(userCode, { permissions: ["channels:read"] }, key);
  const { id } = (await caller(waypost.url, key)("GET", "/v1/auth/me")).body.actor;
  await waypost.call("DELETE", `/v1/api-keys/${id}`);
  expect(await poll()).toMatchObject(refusal("invalid_grant"));
});

test("an agent's program gets no key as a terminal does, without a guard", async () => {
  const { userCode: user_code, poll } = await begin();
  const found = await waypost.call("POST", "/v1/auth/device/find", { user_code });
  expect(found.body).toMatchObject({ program: "Agent without a browser", is_agent: true });
  const allowed = await waypost.call("POST", "/v1/auth/device/answer", { user_code, answer: "approve" });
  expect([allowed.status, allowed.body.detail]).toEqual([422, expect.stringContaining("an agent's program")]);
  // as a daemon of the version before would allow it
  await waypost.sql`update device_logins set status = 'approved', granted = '{*}'`;
  expect(await poll()).toMatchObject(refusal("access_denied"));
});

test("a terminal's code is not an agent's question", async () => {
  const { body } = await anybody("POST", "/v1/auth/device/authorization", { host: "ada-laptop" });
  expect((await find(body.user_code)).status).toBe(404);
  expect((await answer(body.user_code)).status).toBe(404);
});

test.each([
  ["client_id", { client_id: "wpc_e30.forged" }, "invalid_client"],
  ["resource", { resource: "https://other.example/mcp" }, "invalid_target"],
])("a request with a wrong %s gets no codes", async (_, wrong, error) => {
  expect(await begin(wrong)).toMatchObject(refusal(error));
});
