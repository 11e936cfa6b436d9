/** How numbers of the official platform come in, against the Graph sandbox. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { lockNumber } from "../../db/channels/claims.ts";
import { caller, makeKey, type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { until } from "../support/until.ts";
import { control } from "../templates/support.ts";

const WABA = "700600500400300";
const PIN = "654321";
let waypost: OwnDaemon;

beforeAll(async () => {
  const { appId } = SANDBOX_DEFAULTS;
  waypost = await startTestDaemon({ config: { appId } });
  await addNumber("1000", { registered: false });
});
afterAll(() => waypost.stop());

const addNumber = (id: string, more: object = {}, waba_id = WABA) =>
  control(waypost, "phone_numbers", {
    ...{ id, waba_id, display_phone_number: `+1 555 099 ${id}`, verified_name: `Number ${id}` },
    ...more,
  });
const newCode = async (more: object = {}) =>
  (await control(waypost, "codes", { waba_ids: [WABA], ...more })).code;
const exchange = (body: object) => waypost.call("POST", "/v1/waba/exchange-code", body);
const register = (body: object) => waypost.call("POST", "/v1/waba/register-phone", body);

test("a signup's code brings in every number of the account, over all pages", async () => {
  for (let number = 1001; number < 1120; number += 1) await addNumber(String(number), {}, "700600500400301");
  const { status, body } = await exchange({ code: await newCode({ waba_ids: ["700600500400301"] }) });
  expect(status).toBe(200);
  expect(body.waba_id).toBe("700600500400301");
  expect(body.channels).toHaveLength(119);
  expect(body.channels[0]).toMatchObject({
    status: "connected",
    name: "Number 1001",
    phone_number: "+15550991001",
  });
});

test("a signup may end without a number: the account is connected, and has no channels", async () => {
  const { status, body } = await exchange({ code: await newCode({ waba_ids: ["700600500400399"] }) });
  expect([status, body]).toEqual([200, { waba_id: "700600500400399", channels: [] }]);
});

test("a code is good once, and the token is nowhere in the clear", async () => {
  const code = await newCode();
  const first = await exchange({ code });
  expect(first.status).toBe(200);
  expect((await exchange({ code })).body).toMatchObject({ status: 422, code: "invalid_code" });
  const [row] = await waypost.sql`select access_token from channels where phone_number_id = '1000'`;
  expect(JSON.stringify([first.body, row])).not.toContain("EAAG");
});

test("a second signup renews the channel and keeps its name", async () => {
  const [channel] = (await exchange({ code: await newCode() })).body.channels;
  await waypost.call("PATCH", `/v1/channels/${channel.id}`, { name: "Ours" });
  const [again] = (await exchange({ code: await newCode() })).body.channels;
  expect(again).toMatchObject({ id: channel.id, name: "Ours", token_expires_at: null });
});

test("a signup that renews a number waits for its check, and neither loses a deadlock", async () => {
  const { sql } = waypost;
  const code = await newCode();
  const isWaiting = async () =>
    (await sql`select from pg_locks where locktype = 'advisory' and not granted`).length > 0;
  const renewed = await sql.begin(async (checking) => {
    await lockNumber(checking, "1000");
    const asked = exchange({ code });
    await until(isWaiting);
    await checking`update channels set updated_at = now() where phone_number_id = '1000'`;
    return { asked };
  });
  expect((await renewed.asked).status).toBe(200);
});

test("the end of a token is shown before and after it comes", async () => {
  const near = (await exchange({ code: await newCode({ expires_in_seconds: 3600 }) })).body.channels[0];
  expect(Date.parse(near.token_expires_at)).toBeGreaterThan(Date.now());
  await waypost.sql`update channels set token_expires_at = now() - interval '1 minute', status_reason = null
    where id = ${near.id}`;
  const past = await waypost.call("GET", `/v1/channels/${near.id}`);
  expect(past.body.status).toBe("disconnected");
  expect(past.body.status_reason).toContain("the access token expired");
  await exchange({ code: await newCode() });
});

test.each([
  ["a token without the scopes", { scopes: ["email"] }, {}, "token_not_usable"],
  ["a token that has expired", { expires_in_seconds: -5 }, {}, "token_not_usable"],
  ["several accounts and none named", { waba_ids: [WABA, "12"] }, {}, "invalid_request"],
  ["an account the signup did not grant", {}, { waba_id: "12" }, "invalid_request"],
  ["a number the account does not have", {}, { phone_number_id: "12" }, "invalid_request"],
])("refuses %s", async (_, grant, more, code) => {
  const answer = await exchange({ code: await newCode(grant), ...more });
  expect(answer.body).toMatchObject({ status: 422, code });
});

test("a number is registered and then connected", async () => {
  const [before] = (await exchange({ code: await newCode() })).body.channels;
  expect(before).toMatchObject({ status: "disconnected" });
  const { status, body } = await register({ phone_number_id: "1000", pin: PIN });
  expect([status, body.id, body.status]).toEqual([200, before.id, "connected"]);
  expect((await register({ channel_id: before.id, pin: "000000" })).body).toMatchObject({
    status: 422,
    code: "wrong_pin",
  });
});

test("a number that was not verified is said to be", async () => {
  await addNumber("2000", { verified: false, registered: false }, "700600500400302");
  await exchange({ code: await newCode({ waba_ids: ["700600500400302"] }) });
  const answer = await register({ phone_number_id: "2000", pin: PIN });
  expect(answer.body).toMatchObject({ status: 422, code: "phone_not_verified", provider_code: "133006" });
});

test("the tenth registration in 72 hours is not tried", async () => {
  await addNumber("3000", {}, "700600500400303");
  await exchange({ code: await newCode({ waba_ids: ["700600500400303"] }) });
  for (let count = 0; count < 9; count += 1) {
    expect((await register({ phone_number_id: "3000", pin: PIN })).status).toBe(200);
  }
  const refused = await register({ phone_number_id: "3000", pin: PIN });
  expect([refused.status, refused.body.code]).toEqual([429, "registration_limit"]);
  const wait = Number(refused.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(71 * 3600);
  expect(wait).toBeLessThanOrEqual(72 * 3600);
  await waypost.sql`update phone_registrations set tried_at = tried_at - interval '73 hours'`;
  expect((await register({ phone_number_id: "3000", pin: PIN })).status).toBe(200);
});

test("a daemon without a Meta app says which settings it lacks", async () => {
  const bare = await startTestDaemon();
  const { body } = await bare.call("POST", "/v1/waba/exchange-code", { code: "x" });
  await bare.stop();
  expect(body).toMatchObject({ status: 422, code: "app_not_configured" });
  expect(body.detail).toContain("WAYPOST_APP_ID and WAYPOST_APP_SECRET");
});

test.each([
  ["an app that Meta does not know", { appId: "1" }, "101"],
  ["another secret than the app's", { appId: SANDBOX_DEFAULTS.appId, appSecret: "wrong" }, "1"],
])("a daemon with %s says which settings to check", async (_, config, provider_code) => {
  const wrong = await startTestDaemon({ config });
  const { body } = await wrong.call("POST", "/v1/waba/exchange-code", { code: "x" });
  await wrong.stop();
  expect(body).toMatchObject({ status: 422, code: "app_not_accepted", provider_code });
  expect(body.detail).toContain("WAYPOST_APP_ID and WAYPOST_APP_SECRET");
});

test("a key of some channels connects no numbers, and registers none of another channel", async () => {
  const restricted = await makeKey(waypost, ["channels:manage"], [waypost.channelId]);
  const call = caller(waypost.url, restricted);
  expect((await call("POST", "/v1/waba/exchange-code", { code: await newCode() })).status).toBe(403);
  await exchange({ code: await newCode() });
  expect((await call("POST", "/v1/waba/register-phone", { phone_number_id: "1000", pin: PIN })).status).toBe(
    404,
  );
});

test("channels that a signup brings in are in the audit log", async () => {
  await addNumber("1900", {}, "700600500400309");
  const { body } = await exchange({ code: await newCode({ waba_ids: ["700600500400309"] }) });
  const { id } = body.channels[0];
  const { data } = (await waypost.call("GET", `/v1/audit?target_id=${id}`)).body;
  expect(data).toMatchObject([{ action: "channel.created", changes: { phone_number_id: "1900" } }]);
});
