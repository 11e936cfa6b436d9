/** Pairing a number whose account WhatsApp wants the passkey of, through the API. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { caller } from "../support/daemon.ts";
import { eventually } from "../support/until.ts";
import { type PairingSite, startPairingSite } from "./support.ts";

let site: PairingSite;
let numbers = 15_557_013_000;

beforeAll(async () => {
  site = await startPairingSite();
});
afterAll(() => site.stop());

type Method = "qr" | "pairing_code";

/** A channel whose phone waits for the passkey, with what the API says of it. */
async function asked(
  method: Method = "qr",
  demand: "with_challenge" | "without_challenge" = "with_challenge",
) {
  const number = String(++numbers);
  const { control } = site.web;
  const { call, url } = site.daemon;
  const nobody = caller(url, null);
  control.passkeys.setDemand(number, demand);
  const id = await site.newChannel();
  const body = method === "qr" ? {} : { method, phone_number: number };
  const begun = await call("POST", `/v1/channels/${id}/connect`, body);
  const linked =
    method === "qr"
      ? control.scan(number, (await call("GET", `/v1/channels/${id}/qr?wait=20`)).body.qr)
      : control.typeCode(number, begun.body.pairing_code);
  linked.catch(() => {});
  const shown = await stateOf(id, "passkey_wanted");
  const sign = (options = shown.passkey.options, origin?: string) =>
    control.passkeys.sign(number, options, origin);
  const send = (assertion: object, token = shown.passkey.token) =>
    nobody("POST", `/v1/channels/${id}/passkey`, { token, assertion });
  const confirm = (code: string, token = shown.passkey.token) =>
    nobody("POST", `/v1/channels/${id}/passkey/confirm`, { token, code });
  return { id, number, linked, shown, sign, send, confirm };
}

const stateOf = (id: string, state: string) =>
  eventually(`${state} of ${id}`, async () => {
    const { body } = await site.daemon.call("GET", `/v1/channels/${id}/qr`);
    return body.state === state ? body : null;
  });

/** The code, once both sides show it. */
async function bothCodes(id: string, number: string): Promise<string> {
  const { confirm_code } = await stateOf(id, "confirm");
  expect(site.web.control.passkeys.state(number)).toMatchObject({ pairing: "code", code: confirm_code });
  return confirm_code;
}

for (const [method, demand] of [
  ["qr", "with_challenge"],
  ["pairing_code", "without_challenge"],
] as const)
  test(`${method}: it says what is wanted, takes the signature, and waits for both to confirm`, async () => {
    const { id, number, linked, shown, sign, send, confirm } = await asked(method, demand);
    expect(shown).toMatchObject({ status: "pairing", qr: null, pairing_code: null, confirm_code: null });
    expect(shown.status_reason).toStartWith("passkey_wanted: ");
    expect(shown.passkey.url).toEndWith(`/passkey/${shown.passkey.token}`);
    expect(shown.passkey.options).toMatchObject({ rpId: "whatsapp.com", userVerification: "required" });
    expect(await send(sign())).toMatchObject({ status: 202, body: { state: "signed" } });
    const code = await bothCodes(id, number);
    site.web.control.passkeys.answer(number, true);
    expect((await stateOf(id, "confirm")).confirm_code).toBe(code);
    expect((await confirm(code.toLowerCase().replace("-", ""))).status).toBe(202);
    await linked;
    const channel = await site.until(id, "connected");
    expect(channel).toMatchObject({ phone_number: `+${number}`, status_reason: null });
    expect(site.web.control.received().complaints).toEqual([]);
    expect((await send(sign())).status).toBe(404);
  });

test("it is an event at once, and every step is in the audit log, without what was signed", async () => {
  const { id, number, shown, sign, send, confirm } = await asked();
  await send(sign());
  await confirm(await bothCodes(id, number));
  site.web.control.passkeys.answer(number, true);
  await site.until(id, "connected");
  const { body: events } = await site.daemon.call("GET", "/v1/events?type=channel.status_changed&limit=100");
  const reasons = events.data
    .map(({ body }: { body: { channel_id: string; reason: string | null } }) => body)
    .filter(({ channel_id }: { channel_id: string }) => channel_id === id)
    .map(({ reason }: { reason: string | null }) => reason?.split(":")[0] ?? null);
  expect(reasons).toContain("passkey_wanted");
  expect(reasons).toContain("passkey_code");
  const { body: log } = await site.daemon.call("GET", "/v1/audit?limit=100");
  const entries = log.data.filter(({ target }: { target: { id: string } }) => target.id === id);
  const actions = entries.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(expect.arrayContaining(["channel.passkey_used", "channel.passkey_confirmed"]));
  expect(JSON.stringify(entries)).not.toContain(shown.passkey.token);
});

test("a signature of another site, of another challenge or of nobody is refused before WhatsApp sees it", async () => {
  const { shown, sign, send } = await asked();
  const { options } = shown.passkey;
  const other = sign({ ...options, challenge: Buffer.alloc(32, 7).toString("base64url") });
  const unverified = sign();
  const data = Buffer.from(unverified.response.authenticatorData, "base64url");
  data[32] = 0x01;
  unverified.response.authenticatorData = data.toString("base64url");
  const refused = async (assertion: object) => (await send(assertion)).body;
  expect(await refused(sign(options, "https://evil.example"))).toMatchObject({ code: "passkey_invalid" });
  expect((await refused(other)).detail).toContain("another pairing");
  expect((await refused(unverified)).detail).toContain("did not verify");
  expect(await refused({ ...sign(), id: "other" })).toMatchObject({ status: 422, code: "passkey_invalid" });
  expect(site.web.control.received().complaints).toEqual([]);
  // and then the right one
  expect((await send(sign())).status).toBe(202);
});

test("hostile bodies: too large, of other types, with padding, with a body in the body", async () => {
  const { id, shown, sign, send } = await asked();
  const { response, ...rest } = sign();
  for (const [member, value] of [
    ["signature", "A".repeat(1025)],
    ["clientDataJSON", "A".repeat(4097)],
    ["authenticatorData", "AAAA=="],
    ["signature", 7],
    ["userHandle", { $ne: "" }],
    ["clientDataJSON", ""],
  ] as const) {
    const answer = await send({ ...rest, response: { ...response, [member]: value } });
    expect(answer.body).toMatchObject({ status: 422, code: "invalid_request" });
  }
  const huge = { ...rest, response: { ...response, padding: "A".repeat(3_000_000) } };
  expect((await send(huge)).status).toBeGreaterThanOrEqual(400);
  const { token } = shown.passkey;
  const guesses = [
    ...["", "wpk_", token.slice(0, -1), `${token}x`, token.replace("wpk_", "wpp_"), token.toUpperCase()],
    ...[token.replace(/^wpk_./, "wpk_-"), token.split(".")[0], "wpk_".padEnd(47, "A") + token.slice(47)],
  ];
  for (const guess of guesses) {
    const { status } = await send(sign(), guess);
    expect([404, 422, 429]).toContain(status);
  }
  expect((await stateOf(id, "passkey_wanted")).passkey.token).toBe(token);
});

test("the token of one channel is of no use for another, and no key is of use instead", async () => {
  const [one, other] = [await asked(), await asked()];
  const path = `/v1/channels/${one.id}/passkey`;
  const body = { token: other.shown.passkey.token, assertion: other.sign() };
  expect((await site.daemon.call("POST", path, body)).status).toBe(404);
  expect((await one.send(other.sign())).body).toMatchObject({ code: "passkey_invalid" });
});

test("used twice, also at once, WhatsApp gets one signature", async () => {
  const { id, number, sign, send } = await asked();
  const answers = await Promise.all([send(sign()), send(sign()), send(sign())]);
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe("passkey_used");
  await bothCodes(id, number);
  expect(site.web.control.received().complaints).toEqual([]);
});

test("a signature that WhatsApp refuses ends the pairing in words, and the next one begins anew", async () => {
  const { id, linked, sign, send } = await asked();
  const assertion = sign();
  const signature = Buffer.from(assertion.response.signature, "base64url");
  signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
  assertion.response.signature = signature.toString("base64url");
  const answer = await send(assertion);
  expect(answer.body).toMatchObject({ status: 409, code: "passkey_failed" });
  await expect(linked).rejects.toMatchObject({ status: 422 });
  const channel = await site.until(id, "disconnected");
  expect(channel.status_reason).toStartWith("passkey_failed: WhatsApp did not take the passkey's signature");
  await site.daemon.call("POST", `/v1/channels/${id}/connect`, {});
  expect((await stateOf(id, "code")).qr).not.toBeNull();
});

test("a wrong code is not taken; after three, the pairing ends", async () => {
  const { id, number, sign, send, confirm } = await asked();
  expect((await confirm("1111-1111")).body).toMatchObject({ code: "nothing_to_confirm" });
  await send(sign());
  await bothCodes(id, number);
  const wrong = [await confirm("1111-1111"), await confirm("2222-2222"), await confirm("3333-3333")];
  expect(wrong.map(({ body }) => body.code)).toEqual(["wrong_code", "wrong_code", "wrong_code"]);
  const { status_reason } = await site.until(id, "disconnected");
  expect(status_reason).toStartWith("passkey_failed: a wrong code was confirmed three times");
  expect(site.web.control.phones().find((phone) => phone.number === number)?.devices ?? []).toEqual([]);
});

test("a connection that is lost meanwhile is no second QR code, but an end in words", async () => {
  const { id, linked } = await asked();
  const { call } = site.daemon;
  await site.web.control.restart({ keep: true });
  await expect(linked).rejects.toMatchObject({ status: 504 });
  const { status_reason } = await site.until(id, "disconnected");
  expect(status_reason).toStartWith("passkey_failed: the connection ended before the passkey was used");
  expect((await call("GET", `/v1/channels/${id}/qr`)).body).toMatchObject({ state: null, passkey: null });
});

test("a phone that wants no passkey sees no stanza about one", async () => {
  const id = await site.newChannel();
  await site.pair(id, String(++numbers));
  expect(site.web.control.received().complaints.filter((one) => one.includes("unasked"))).toEqual([]);
});
