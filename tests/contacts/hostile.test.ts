/** Bodies that are no contact: refused clearly, and nothing of them is kept. */
import { afterEach, beforeAll, expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
let id: string;
beforeAll(async () => {
  id = (await waypost.call("POST", "/v1/contacts", { email: "victim@example.com", name: "V" })).body.id;
});
afterEach(async () => {
  expect((await waypost.call("GET", "/v1/contacts")).body.data).toMatchObject([
    { id, name: "V", version: 1 },
  ]);
});

const LONG = "x".repeat(100_000);
const email = "new@example.com";

test.each([
  ["no identifier", { name: "Nobody" }, "/phone_number"],
  ["NUL in a name", { email, name: "a\u0000b" }, "/name"],
  ["half a surrogate pair", { email, name: "a\ud800" }, "/name"],
  ["NUL in an external id", { external_source: "s", external_id: "\u0000" }, "/external_id"],
  ["NUL in a custom field", { email, custom_fields: { a: ["\u0000"] } }, "/custom_fields"],
  ["NUL in the name of a custom field", { email, custom_fields: { "\u0000": 1 } }, "/custom_fields"],
  ["half a pair in a custom field", { email, custom_fields: { a: "\udfff" } }, "/custom_fields"],
  ["NUL in a tag", { email, tags: ["ok", "\u0000"] }, "/tags/1"],
  ["a long name", { email, name: LONG }, "/name"],
  ["a long e-mail address", { email: `${LONG}@example.com` }, "/email"],
  ["a long number", { phone_number: "1".repeat(1000) }, "/phone_number"],
  ["no number", { phone_number: "12-ab" }, "/phone_number"],
  ["an empty number", { phone_number: "" }, "/phone_number"],
  ["no e-mail address", { email: "ada.example.com" }, "/email"],
  ["two e-mail addresses", { email: "a@example.com,b@example.com" }, "/email"],
  ["an external id of nothing", { external_id: "1" }, "/external_source"],
  ["a source of nothing", { email, external_source: "s" }, "/external_id"],
  ["custom fields that are none", { email, custom_fields: [1] }, "/custom_fields"],
  ["large custom fields", { email, custom_fields: { a: LONG } }, "/custom_fields"],
  ["a name that is a number", { email, name: 7 }, "/name"],
])("%s", async (_what, body, path) => {
  const answer = await waypost.call("POST", "/v1/contacts", body);
  expect([answer.status, answer.body.code]).toEqual([422, "invalid_request"]);
  expect(answer.body.errors[0].path).toBe(path);
  expect(answer.body.error).toStartWith(path);
});

test("a hundred and one custom fields", async () => {
  const custom_fields = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`key${index}`, 1]));
  expect((await waypost.call("POST", "/v1/contacts", { email, custom_fields })).status).toBe(422);
});

test("a body that is not UTF-8, not JSON, too deep, too large, or of another type", async () => {
  const post = async (body: string | Uint8Array<ArrayBuffer>, type = "application/json") => {
    const headers = { "x-api-key": waypost.key, "content-type": type };
    const answer = await fetch(`${waypost.url}/v1/contacts`, { method: "POST", headers, body });
    return [answer.status, ((await answer.json()) as { code: string }).code];
  };
  expect(await post(new Uint8Array([0x22, 0xff, 0x22]))).toEqual([400, "invalid_encoding"]);
  expect(await post("{")).toEqual([400, "invalid_json"]);
  expect(await post('{"__proto__":{"a":1}}')).toEqual([400, "forbidden_key"]);
  expect(await post("[".repeat(100_000))).toEqual([400, "json_too_deep"]);
  expect(await post(JSON.stringify(LONG.repeat(11)))).toEqual([413, "body_too_large"]);
  expect(await post("a=b", "text/plain")).toEqual([415, "unsupported_media_type"]);
});

test("a path or a query of any bytes finds nothing", async () => {
  for (const path of ["%00", "ct_%00", "%ED%A0%80", "phone/%00", "phone/%2B%2B", `phone/${"9".repeat(60)}`])
    expect((await waypost.call("GET", `/v1/contacts/${path}`)).status).toBe(404);
  expect((await waypost.call("GET", "/v1/contacts?q=%00")).status).toBe(422);
  expect((await waypost.call("GET", "/v1/contacts?tag=%00")).status).toBe(422);
  expect((await waypost.call("GET", "/v1/contacts?email=%25%27%3B--")).body.data).toEqual([]);
  expect((await waypost.call("GET", "/v1/contacts?q=%27%22%5C%25_(%7C)")).body.data).toEqual([]);
  expect((await waypost.call("DELETE", `/v1/contacts/${id}/tags/%00`)).status).toBe(404);
});

test("a note, a reason and a word with NUL", async () => {
  const path = `/v1/contacts/${id}`;
  expect((await waypost.call("POST", `${path}/notes`, { body: "\u0000" })).status).toBe(422);
  expect((await waypost.call("POST", `${path}/notes`, { body: LONG })).status).toBe(422);
  expect(
    (await waypost.call("POST", `${path}/suppressions`, { channel: "sms", reason: "\u0000" })).status,
  ).toBe(422);
  expect(
    (await waypost.call("PUT", `${path}/consent/sms`, { state: "denied", proof: "\u0000" })).status,
  ).toBe(422);
  const languages = { en: { stop: ["\u0000x"], start: [], stopped: null, started: null } };
  const settings = { opt_out: { enabled: true, languages } };
  expect((await waypost.call("PATCH", "/v1/settings/contacts", settings)).status).toBe(422);
});

test.each([
  ["bsuid", "US 1"],
  ["bsuid", "us.12345"],
  ["bsuid", "US.ENT.1"],
  ["parent_bsuid", "US.1"],
  ["lid", "x@lid"],
  ["username", "a b"],
])("a %s can't be '%s'", async (name, value) => {
  const { status, body } = await waypost.call("POST", "/v1/contacts", {
    email: "forms@example.com",
    [name]: value,
  });
  expect([status, body.errors[0].path]).toEqual([422, `/${name}`]);
});

test("a user name alone names nobody", async () => {
  expect((await waypost.call("POST", "/v1/contacts", { username: "grace.h" })).status).toBe(422);
});
