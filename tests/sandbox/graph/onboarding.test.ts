import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { SANDBOX_DEFAULTS } from "../../../daemon/sandbox/graph/defaults.ts";
import { type OpenApi, readOpenApi } from "./openapi.ts";
import { codeOf, type Json, openSandbox, PHONE, type TestSandbox, text } from "./support.ts";

const found = await readOpenApi();
if (found === null) process.stderr.write("skipped: Meta's OpenAPI file is not beside the project\n");

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openSandbox({ reviewMs: 5 });
});
afterAll(() => sandbox.close());

const app = `${SANDBOX_DEFAULTS.appId}|${SANDBOX_DEFAULTS.appSecret}`;
const open = async (path: string, token?: string) => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`${sandbox.sandbox.graphUrl}/${path}`, { headers });
  return { status: response.status, body: (await response.json()) as Json };
};
const exchange = (code: unknown, secret: string = SANDBOX_DEFAULTS.appSecret) => {
  const query = { client_id: SANDBOX_DEFAULTS.appId, client_secret: secret, code: String(code) };
  return open(`oauth/access_token?${new URLSearchParams(query)}`);
};
const addNumber = (id: string, state: Json) =>
  sandbox.control("POST", "phone_numbers", {
    ...{ id, waba_id: "77", display_phone_number: "+1 555 099 7777", verified_name: "Another" },
    ...state,
  });

describe("a signup's code", () => {
  test("becomes a token, once, that says what it may do and is good for calls", async () => {
    const { body } = await sandbox.control("POST", "codes", { expires_in_seconds: 60 });
    const token = String((await exchange(body.code)).body.access_token);
    expect(codeOf(await exchange(body.code))).toBe(100);
    const { data } = (await open(`debug_token?input_token=${token}`, app)).body as { data: Json };
    expect(data).toMatchObject({ is_valid: true, app_id: SANDBOX_DEFAULTS.appId });
    expect(data.expires_at).toBeGreaterThan(Date.now() / 1_000);
    expect((await open(PHONE.id, token)).status).toBe(200);
  });

  test("is nothing without the app's secret, and its token nothing after its end", async () => {
    const { body } = await sandbox.control("POST", "codes", { expires_in_seconds: -1 });
    expect(codeOf(await exchange(body.code, "wrong"))).toBe(1);
    const token = String((await exchange(body.code)).body.access_token);
    expect(await open(PHONE.id, token)).toMatchObject({
      status: 401,
      body: { error: { error_subcode: 463 } },
    });
    expect(codeOf(await open(`debug_token?input_token=${token}`, token))).toBe(190);
  });
});

test("a number is verified with its code, registered, sends, and is deregistered", async () => {
  await addNumber("5001", { verified: false, registered: false });
  const pin = { messaging_product: "whatsapp", pin: "123456" };
  const hello = { messaging_product: "whatsapp", to: "14155550100", ...text() };
  expect(codeOf(await sandbox.graph("POST", "5001/register", pin))).toBe(133006);
  expect(codeOf(await sandbox.graph("POST", "5001/messages", hello))).toBe(133010);
  const request = { code_method: "SMS", language: "en_US" };
  expect((await sandbox.graph("POST", "5001/request_code", request)).body).toEqual({ success: true });
  expect(codeOf(await sandbox.graph("POST", "5001/verify_code", { code: "000000" }))).toBe(136025);
  expect((await sandbox.graph("POST", "5001/verify_code", { code: "123456" })).body).toEqual({
    success: true,
  });
  expect(codeOf(await sandbox.graph("POST", "5001/request_code", request))).toBe(136024);
  expect((await sandbox.graph("POST", "5001/register", pin)).body).toEqual({ success: true });
  expect((await sandbox.graph("POST", "5001/messages", hello)).status).toBe(200);
  expect(codeOf(await sandbox.graph("POST", "5001/register", { ...pin, pin: "000000" }))).toBe(133005);
  expect((await sandbox.graph("POST", "5001/deregister")).body).toEqual({ success: true });
  expect(codeOf(await sandbox.graph("POST", "5001/deregister"))).toBe(133010);
});

test("a number is blocked after ten registrations", async () => {
  await addNumber("5002", {});
  const codes: unknown[] = [];
  for (let count = 0; count < 11; count += 1) {
    const pin = { messaging_product: "whatsapp", pin: "123456" };
    codes.push(codeOf(await sandbox.graph("POST", "5002/register", pin)));
  }
  expect(codes).toEqual([...Array.from({ length: 10 }, () => undefined), 133016]);
});

const path = `${PHONE.wabaId}/message_templates`;
const template = (name: string, more: Json = {}): Json => ({
  ...{ name, language: "en_US", category: "UTILITY" },
  components: [{ type: "body", text: "Hello." }],
  ...more,
});
const changeOf = (field: string, name: string) =>
  sandbox.receiver.values().find((value) => {
    return value.message_template_name === name && (field === "" || field in value);
  });

describe("a submitted template", () => {
  test.each([
    ["welcome", "APPROVED", "NONE"],
    ["reject_me", "REJECTED", "INVALID_FORMAT"],
  ])("%s is decided about: %s", async (name, event, reason) => {
    const created = await sandbox.graph("POST", path, template(name));
    expect(created.body).toMatchObject({ status: "PENDING", category: "UTILITY" });
    await sandbox.receiver.until(() => changeOf("event", name) !== undefined);
    expect(changeOf("event", name)).toMatchObject({
      ...{ event, reason, message_template_id: Number(created.body.id), message_template_language: "en-US" },
    });
    expect((await sandbox.graph("GET", String(created.body.id))).body).toMatchObject({ name, status: event });
  });

  test("can't be edited in review, and is deleted by its id", async () => {
    const { body } = await sandbox.graph("POST", path, template("hold_on"));
    const edit = await sandbox.graph("POST", String(body.id), { components: [] });
    expect(edit.body).toMatchObject({ error: { error_subcode: 2388039 } });
    expect((await sandbox.graph("DELETE", `${path}?name=hold_on&hsm_id=${body.id}`)).body).toEqual({
      success: true,
    });
    expect(codeOf(await sandbox.graph("DELETE", `${path}?name=hold_on`))).toBe(100);
  });

  test.each([
    ["without a body", 2388043, { components: [{ type: "FOOTER", text: "x" }] }],
    ["of too many characters", 2388040, { components: [{ type: "BODY", text: "x".repeat(1025) }] }],
    ["with a variable at its end", 2388299, { components: [{ type: "BODY", text: "Hi {{1}}" }] }],
    ["without an example", 2388043, { components: [{ type: "BODY", text: "Hi {{1}}!" }] }],
    ["of a name that is taken", 2388024, { name: "hello_world" }],
  ])("%s is refused", async (_, subcode, more) => {
    const answer = await sandbox.graph("POST", path, template("wrong", more));
    expect([answer.status, answer.body.error]).toMatchObject([400, { code: 100, error_subcode: subcode }]);
  });
});

test("says how many calls there were, and refuses beyond a limit", async () => {
  await sandbox.control("POST", "limits", { calls: 1, minutes: 3 });
  const call = () =>
    fetch(`${sandbox.sandbox.graphUrl}/${path}`, { headers: { authorization: sandbox.authorization } });
  const usage = async () => (await call()).headers.get("x-business-use-case-usage");
  expect(await usage()).toContain('"estimated_time_to_regain_access":0');
  expect(await usage()).toContain('"estimated_time_to_regain_access":3');
  expect((await call()).status).toBe(429);
  await sandbox.control("POST", "limits", { calls: null });
});

describe.skipIf(found === null)("Meta's OpenAPI file", () => {
  const openApi = found as OpenApi;

  test("describes the answers about codes and refusals", async () => {
    await addNumber("5003", { verified: false, registered: false });
    const request = { code_method: "VOICE", language: "en_US" };
    expect(openApi.complaints("RequestCodeRequest", request)).toBeNull();
    const requested = await sandbox.graph("POST", "5003/request_code", request);
    expect(openApi.complaints("RequestCodeResponse", requested.body)).toBeNull();
    const verified = await sandbox.graph("POST", "5003/verify_code", { code: "123456" });
    expect(openApi.complaints("VerifyCodeResponse", verified.body)).toBeNull();
    const registration = { messaging_product: "whatsapp", pin: "123456" };
    expect(openApi.complaints("RegisterRequest", registration)).toBeNull();
    const refused = await sandbox.graph(
      "POST",
      path,
      template("wrong", { components: [{ type: "FOOTER" }] }),
    );
    expect(openApi.complaints("GraphAPIError", refused.body)).toBeNull();
    const numbers = await sandbox.graph(
      "GET",
      "77/phone_numbers?fields=id,display_phone_number,status&limit=1",
    );
    expect(openApi.complaints("WhatsAppBusinessAccountPhoneNumbersConnection", numbers.body)).toBeNull();
  });
});
