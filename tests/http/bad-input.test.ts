import { afterEach, expect, test } from "bun:test";
import { type Answer, caller } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
afterEach(async () => {
  expect((await fetch(`${waypost.url}/v1/health`)).status).toBe(200);
});

/** Expects a problem that says what is wrong, and nothing of the implementation. */
function expectProblem(answer: Answer, status: number, code: string) {
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(answer.body).toMatchObject({ status, code });
  expect([typeof answer.body.title, typeof answer.body.detail]).toEqual(["string", "string"]);
  expect(answer.body.request_id).toBe(answer.headers.get("x-request-id"));
  expect(JSON.stringify(answer.body)).not.toMatch(/\bat .*:\d+|\.ts\b|node_modules|postgres:/);
}

const post = (body: unknown, headers = {}) => waypost.call("POST", "/v1/messages", body, headers);
const message = (more: object) => ({
  channel_id: waypost.channelId,
  to: "14155550100",
  type: "text",
  content: { body: "x" },
  ...more,
});

test("not JSON", async () => expectProblem(await post("{"), 400, "invalid_json"));
test("not UTF-8", async () => {
  const response = await fetch(`${waypost.url}/v1/messages`, {
    method: "POST",
    headers: { "x-api-key": waypost.key, "content-type": "application/json" },
    body: new Uint8Array([0x22, 0xff, 0xfe, 0x22]),
  });
  expectProblem(
    { status: response.status, headers: response.headers, body: await response.json() },
    400,
    "invalid_encoding",
  );
});
test("2 MiB", async () =>
  expectProblem(await post(JSON.stringify("x".repeat(2 * 1024 * 1024))), 413, "body_too_large"));
test("JSON nested 100,000 deep", async () =>
  expectProblem(await post("[".repeat(100_000)), 400, "json_too_deep"));
test("another media type", async () =>
  expectProblem(await post("a=b", { "content-type": "text/plain" }), 415, "unsupported_media_type"));
test("no body", async () => expectProblem(await post(undefined), 422, "invalid_request"));
test("unknown channel", async () =>
  expectProblem(await post(message({ channel_id: "ch_nobody" })), 422, "channel_not_found"));
test.each(["toString", "valueOf", "to\\u0053tring"])(
  "an object with the key %s where a text is expected",
  async (name) => {
    const hidden = `{"${name}":1}`;
    for (const [path, body] of [
      ["/v1/contacts", `{"email":${hidden}}`],
      ["/v1/contacts", `{"tags":[${hidden}]}`],
      ["/v1/crm/records", `{"kind":"company","name":${hidden}}`],
      ["/v1/messages", `{"channel_id":${hidden}}`],
      ["/v1/auth/login", `{"email":${hidden},"password":${hidden}}`],
    ] as const)
      expect((await waypost.call("POST", path, body)).status).toBe(422);
  },
);
test("a contact's own fields may have any of those names", async () => {
  const custom_fields = { toString: 1, valueOf: 2, inner: { valueOf: "x" } };
  const { body } = await waypost.call("POST", "/v1/contacts", { email: "ada@example.com", custom_fields });
  expect(body.custom_fields).toEqual(custom_fields);
});
test.each([[[]], ["xy"], [false]])("%j where an object with free names is expected", async (given) => {
  expectProblem(await post(message({ metadata: given })), 422, "invalid_request");
  const settings = { opt_out: { enabled: true, languages: given } };
  expect((await waypost.call("PATCH", "/v1/settings/contacts", settings)).status).toBe(422);
  const endpoint = { url: "https://example.com/hook", headers: given };
  const path = "/v1/settings/developer/webhooks/endpoints";
  expectProblem(await waypost.call("POST", path, endpoint), 422, "invalid_request");
});
test.each(["EAAGé", "EAAG 1", "EAAG\n", "токен"])("the access token %j", async (token) => {
  const channel = { platform: "whatsapp_official", name: "Shop", phone_number_id: "1", access_token: token };
  const answer = await waypost.call("POST", "/v1/channels", channel);
  expectProblem(answer, 422, "invalid_request");
  expect(answer.body.detail).toStartWith("/access_token: expected");
});
test("unknown type", async () =>
  expectProblem(await post(message({ type: "telegram" })), 422, "invalid_request"));
test("wrong content", async () => {
  const answer = await post(message({ content: { body: "x".repeat(4097), colour: "red" } }));
  expectProblem(answer, 422, "invalid_content");
  expect(answer.body.errors.map((error: { path: string }) => error.path).sort()).toEqual([
    "/content/body",
    "/content/colour",
  ]);
});
test("a number that is none", async () => {
  const answer = await post(message({ to: "12-ab" }));
  expectProblem(answer, 422, "invalid_request");
  expect(answer.body.errors[0].path).toBe("/to");
});
test("a time that is none", async () =>
  expectProblem(await post(message({ scheduled_at: "tomorrow" })), 422, "invalid_request"));
test("seventeen keys of metadata", async () => {
  const metadata = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`key${index}`, index]));
  expectProblem(await post(message({ metadata })), 422, "invalid_request");
});
test("no key, a mistyped key, an unknown key", async () => {
  const unknown = `${waypost.key.slice(0, -1)}${waypost.key.endsWith("a") ? "b" : "a"}`;
  for (const key of [null, "wp_short", unknown, "x".repeat(5000)]) {
    const answer = await caller(waypost.url, key)("GET", "/v1/channels");
    expectProblem(answer, 401, "unauthorized");
    expect(answer.body).toMatchObject({
      title: "Unauthorized",
      detail: "invalid or missing API key",
    });
  }
});
test("an unknown path", async () =>
  expectProblem(await waypost.call("GET", "/v2/nothing"), 404, "not_found"));
test("a method that a path does not take", async () => {
  const answer = await waypost.call("PUT", "/v1/messages");
  expectProblem(answer, 405, "method_not_allowed");
  expect(answer.headers.get("allow")).toBe("GET, HEAD, POST");
});
test("a message that does not exist, and an id that is none", async () => {
  for (const id of [crypto.randomUUID(), "nonsense", "%00"]) {
    const answer = await waypost.call("GET", `/v1/messages/${id}`);
    expectProblem(answer, 404, "not_found");
    expect(answer.body.detail).toBe("message not found");
  }
});
test("a content that holds NUL and lone surrogates is kept as it came", async () => {
  const body = "a\u0000b\ud800c\u{1F600}";
  const accepted = await post(message({ content: { body } }));
  expect(accepted.status).toBe(201);
  const { body: record } = await waypost.call("GET", `/v1/messages/${accepted.body.id}`);
  expect(record.content.body).toBe(body);
});
test.each(["\u0000", "\ud800", "\udc00"])(
  "a text that the database can't store in JSON is refused: %j",
  async (bad) => {
    const agent = { recipients: "anyone", templates: [bad] };
    const key = { name: "Robot", permissions: ["messages:send"], agent };
    expectProblem(await waypost.call("POST", "/v1/api-keys", key), 422, "invalid_request");
  },
);
test.each(["__proto__", "\\u005f_proto__"])("the key %s", async (key) => {
  expectProblem(await post(`{"type":"text","content":{"body":"x","${key}":{"a":1}}}`), 400, "forbidden_key");
});
test("a text that speaks of __proto__", async () => {
  expect((await post(message({ content: { body: "what is __proto__?" } }))).status).toBe(201);
});
test("the caller's request id comes back, a hostile one does not", async () => {
  const given = await waypost.call("GET", "/v1/channels", undefined, { "x-request-id": "deploy-42" });
  expect(given.headers.get("x-request-id")).toBe("deploy-42");
  const hostile = await waypost.call("GET", "/v1/channels", undefined, { "x-request-id": "a b<script>" });
  expect(hostile.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";
test.each([
  ["GET", "/v1/api-keys?limit=many", undefined, "/limit", "expected integer"],
  ["GET", "/v1/api-keys?limit=0", undefined, "/limit", "expected integer to be greater or equal to 1"],
  ["GET", "/v1/events?include_tests=perhaps", undefined, "/include_tests", "expected boolean"],
  ["GET", "/v1/messages?direction=up", undefined, "/direction", "expected one of inbound, outbound"],
  [
    "POST",
    ENDPOINTS,
    { url: "https://a.test", rate_per_second: 0 },
    "/rate_per_second",
    "greater or equal to 1",
  ],
  ["POST", ENDPOINTS, { url: "https://a.test", filterTypes: [1] }, "/filterTypes/0", "expected string"],
  [
    "POST",
    "/v1/api-keys",
    { name: "x", permissions: ["nope"] },
    "/permissions/0",
    "messages:send, messages:read,",
  ],
  ["PUT", "/v1/rate-card", { currency: "EURO" }, "/currency", "write it like EUR"],
  ["PUT", "/v1/rate-card", { prices: { DE: { utility: "1" } } }, "/prices/DE/utility", "number or array"],
])("%s %s with %j says what is expected", async (method, path, body, where, what) => {
  const answer = await waypost.call(method, path, body);
  expectProblem(answer, 422, "invalid_request");
  expect(answer.body.errors).toHaveLength(1);
  expect(answer.body.errors[0].path).toBe(where);
  expect(answer.body.errors[0].message).toContain(what);
});
