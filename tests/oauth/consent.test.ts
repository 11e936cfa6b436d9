/** What a program may ask for, and what its user may allow it. */
import { expect, test } from "bun:test";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { allowed, answer, ask, CALLBACK, fetchToken, GUARD } from "./support.ts";

const daemon = sharedDaemon();

async function find(changes: Record<string, string> = {}, key = daemon.key) {
  const { asked } = await ask(daemon.url);
  const params = { ...Object.fromEntries(asked.searchParams), ...changes };
  return await caller(daemon.url, key)("POST", "/v1/auth/oauth/find", params);
}
const register = (redirect_uris: string[], client_name = "Program") =>
  caller(daemon.url, null)("POST", "/oauth/register", { client_name, redirect_uris });
async function findFrom(registered: string, given: string) {
  const { client_id } = (await register([registered])).body;
  return await find({ client_id, redirect_uri: given });
}

test("what it asks for is shown by name and host, without what no agent may have", async () => {
  const shown = await find({ scope: "messages:send keys:manage contacts:write * nonsense costs:read" });
  expect(shown.body).toEqual({
    name: "By hand",
    host: null,
    redirect_host: "127.0.0.1:39999",
    is_local: true,
    user_code: null,
    address: null,
    permissions: ["messages:send", "costs:read"],
  });
  expect((await find()).body.permissions).toContain("messages:read");
});

test.each([
  ["another path", "https://app.example/callback", "https://app.example/other", 400],
  ["another host", "https://app.example/callback", "https://evil.example/callback", 400],
  ["a longer path", "https://app.example/callback", "https://app.example/callback/../evil", 400],
  ["a query", "https://app.example/callback", "https://app.example/callback?to=evil", 400],
  ["another port over https", "https://app.example/callback", "https://app.example:444/callback", 400],
  ["the same", "https://app.example/callback", "https://app.example/callback", 200],
  ["another port of the same machine", "http://127.0.0.1/callback", "http://127.0.0.1:5123/callback", 200],
  ["another name of the same machine", "http://127.0.0.1/callback", "http://localhost:5123/callback", 400],
  ["a name that begins alike", "http://127.0.0.1/callback", "http://127.0.0.1.evil.example/callback", 400],
])("a redirect to %s", async (_, registered, given, status) => {
  expect((await findFrom(registered, given)).status).toBe(status);
});

test.each([
  "javascript:alert(1)//",
  "http://app.example/callback",
  "data:text/html,x",
  "cursor://callback",
  "https://user:password@app.example/",
  "https://app.example/#fragment",
  "https://app.example/ path",
  `https://app.example/${"x".repeat(512)}`,
])("nobody registers a redirect like %s", async (uri) => {
  expect((await register([uri])).body.error).toBe("invalid_redirect_uri");
});

test.each([
  ["resource", { resource: "https://other.example/mcp" }, "invalid_target"],
  ["resource that is none", { resource: "" }, "invalid_target"],
  ["response_type", { response_type: "token" }, "unsupported_response_type"],
  ["plain challenge", { code_challenge_method: "plain" }, "invalid_request"],
  ["short challenge", { code_challenge: "short" }, "invalid_request"],
  ["client_id", { client_id: "wpc_e30.forged" }, "invalid_client"],
  ["client_id in clear", { client_id: "http://app.example/client.json" }, "invalid_client"],
  ["client_id without a path", { client_id: "https://app.example" }, "invalid_client"],
])("a request with a wrong %s is refused, and nobody is sent anywhere", async (_, changes, error) => {
  const { status, body } = await find(changes);
  expect([status, body.error]).toEqual([400, error]);
  expect(JSON.stringify(body)).not.toContain(CALLBACK);
});

test("an id with another redirect in it is not taken", async () => {
  const { client_id } = (await register([CALLBACK])).body;
  const forged = Buffer.from(JSON.stringify(["Program", "https://evil.example/"])).toString("base64url");
  const tag = client_id.split(".")[1];
  expect((await find({ client_id: `wpc_${forged}.${tag}` })).body.error).toBe("invalid_client");
});

test("a program's name is shown as one short line", async () => {
  const { client_id } = (await register([CALLBACK], `Evil\u202e\n<b>${"x".repeat(300)}`)).body;
  const { name } = (await find({ client_id })).body;
  expect(name).toBe(`Evil <b>${"x".repeat(92)}`);
});

test("nobody allows more than they may, nor what gets an agent around its guard", async () => {
  const { asked } = await ask(daemon.url);
  const key = await makeKey(daemon, ["keys:manage", "messages:read"]);
  const codeOf = async (permissions: string[], by = key) =>
    (await answer(daemon.url, by, asked, { permissions })).body.code ?? "allowed";
  expect(await codeOf(["messages:read"])).toBe("allowed");
  expect(await codeOf(["messages:send"])).toBe("missing_permission");
  expect(await codeOf(["keys:manage"])).toBe("invalid_request");
  expect(await codeOf(["*"], daemon.key)).toBe("invalid_request");
  expect(await codeOf(["messages:read"], await makeKey(daemon, ["messages:read"]))).toBe(
    "missing_permission",
  );
  const unguarded = await answer(daemon.url, daemon.key, asked, { agent: undefined });
  expect(unguarded.status).toBe(422);
  const mistyped = await answer(daemon.url, daemon.key, asked, { agent: { ...GUARD, message_per_day: 1 } });
  expect(mistyped.body.errors?.[0].path).toBe("/agent/message_per_day");
});

test("an agent's program is limited to the channels of who allows it", async () => {
  const key = await makeKey(daemon, ["keys:manage", "channels:read"], [daemon.channelId]);
  const given = { permissions: ["channels:read"] };
  const elsewhere = { ...given, channel_ids: ["ch_other"] };
  const { asked } = await ask(daemon.url);
  expect((await answer(daemon.url, key, asked, elsewhere)).body.code).toBe("channel_not_found");
  const { access_token } = (await (await allowed(daemon.url, key, given)).fetchKey()).body;
  const made = await caller(daemon.url, access_token)("GET", "/v1/auth/me");
  const kept = (await daemon.call("GET", `/v1/api-keys`)).body.data;
  expect(kept.find((one: { id: string }) => one.id === made.body.actor.id).channel_ids).toEqual([
    daemon.channelId,
  ]);
});

test("who lost their rights before the program came gives it nothing", async () => {
  const key = await makeKey(daemon, ["keys:manage", "channels:read"]);
  const { id } = (await caller(daemon.url, key)("GET", "/v1/auth/me")).body.actor;
  const { fetchKey } = await allowed(daemon.url, key, { permissions: ["channels:read"] });
  await daemon.call("DELETE", `/v1/api-keys/${id}`);
  expect(await fetchKey()).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  expect(await daemon.sql`select from oauth_tokens where allowed_by = ${id}`).toHaveLength(0);
});

test("what somebody allowed ends with them", async () => {
  const key = await makeKey(daemon, ["keys:manage", "channels:read"]);
  const { id } = (await caller(daemon.url, key)("GET", "/v1/auth/me")).body.actor;
  const { fetchKey, refresh } = await allowed(daemon.url, key, { permissions: ["channels:read"] });
  const { access_token, refresh_token } = (await fetchKey()).body;
  await daemon.call("DELETE", `/v1/api-keys/${id}`);
  expect((await caller(daemon.url, access_token)("GET", "/v1/channels")).status).toBe(401);
  expect((await refresh(refresh_token)).body.error).toBe("invalid_grant");
});

test("a program's key is guarded as any agent's is", async () => {
  const { access_token } = (await (await allowed(daemon.url, daemon.key)).fetchKey()).body;
  const sent = await caller(daemon.url, access_token)("POST", "/v1/messages", {
    ...{ channel_id: daemon.channelId, to: "+4915112345678", type: "text", content: { text: "Hello" } },
  });
  expect([sent.status, sent.body.code]).toEqual([403, "agent_recipient"]);
  expect(GUARD.recipients).toBe("answered");
});

test("a request without a key is led to what describes how to log in", async () => {
  const refused = await caller(daemon.url, null)("POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "ping" });
  const about = `${daemon.url}/.well-known/oauth-protected-resource/mcp`;
  expect(refused.headers.get("www-authenticate")).toStartWith(`Bearer resource_metadata="${about}", scope="`);
  const resource = await caller(daemon.url, null)("GET", new URL(about).pathname);
  expect(resource.body).toMatchObject({ resource: `${daemon.url}/mcp`, authorization_servers: [daemon.url] });
  expect((await caller(daemon.url, null)("GET", "/v1/channels")).headers.has("www-authenticate")).toBe(false);
  expect((await fetchToken(daemon.url, { grant_type: "" })).status).toBe(400);
});
