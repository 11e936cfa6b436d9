/** Numbers of the sandbox, added by one request. */
import { expect, test } from "bun:test";
import { caller, makeKey } from "../support/daemon.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { lookUntil } from "../support/until.ts";

const sandbox = ownDaemon({ config: { sandbox: true } });
const other = ownDaemon();
const PATH = "/v1/channels/sandbox";

test("a number of the sandbox is connected at once, has a name, and is another one each time", async () => {
  const first = await sandbox.call("POST", PATH, { name: "Front desk" });
  expect([first.status, first.body.status, first.body.name, first.body.sandbox]).toEqual([
    ...[201, "connected", "Front desk", true],
  ]);
  const { body: log } = await sandbox.call("GET", "/v1/audit?action=channel.created");
  expect(log.data[0]).toMatchObject({ target: { type: "channel", id: first.body.id } });
  const { body: second } = await sandbox.call("POST", PATH);
  expect(second.name).toMatch(/^\+1 555 9\d\d \d{4}$/);
  expect(second.phone_number).toBe(`+${second.name.replace(/\D/g, "")}`);
  expect(second.phone_number).not.toBe(first.body.phone_number);
});

test("the same request made again makes no second number", async () => {
  const headers = { "idempotency-key": "one-number" };
  const first = await sandbox.call("POST", PATH, {}, headers);
  const again = await sandbox.call("POST", PATH, {}, headers);
  expect(again.body.id).toBe(first.body.id);
});

test("a daemon that uses WhatsApp itself has no such numbers, and says how to get them", async () => {
  const { status, body } = await other.call("POST", PATH);
  expect([status, body.code]).toEqual([422, "not_sandbox"]);
  expect(body.detail).toContain("--sandbox");
});

test("a customer writes to a number of the sandbox, or sends something of a kind", async () => {
  const from = { from: "14155570321", name: "Ada Byron" };
  const path = `/v1/channels/${(await sandbox.call("POST", PATH)).body.id}/customer`;
  for (const what of [{ text: "Is it ready?" }, { kind: "order" }])
    expect((await sandbox.call("POST", path, { ...from, ...what })).status).toBe(202);
  const messages = () => sandbox.call("GET", "/v1/messages?direction=inbound&q=14155570321");
  const { body } = await lookUntil(messages, ({ body: { data } }) => data.length === 2);
  expect(body.data.map(({ type }: { type: string }) => type).sort()).toEqual(["order", "text"]);
});

test.each([
  ["nothing", {}, 422, "invalid_request"],
  ["two things", { text: "Hello", kind: "order" }, 422, "invalid_request"],
])("a customer who says %s is refused", async (_what, said, status, code) => {
  const body = { from: "14155570321", name: "Ada Byron", ...said };
  const { id } = (await sandbox.call("POST", PATH)).body;
  const answer = await sandbox.call("POST", `/v1/channels/${id}/customer`, body);
  expect([answer.status, answer.body.code]).toEqual([status, code]);
});

test("nobody is made up where WhatsApp is real", async () => {
  const body = { from: "14155570321", name: "Ada Byron", text: "Hello" };
  const answer = await other.call("POST", `/v1/channels/${other.channelId}/customer`, body);
  expect([answer.status, answer.body.code]).toEqual([422, "not_sandbox"]);
});

test("who may not manage channels adds none", async () => {
  const key = await makeKey(sandbox, ["channels:read"]);
  expect((await caller(sandbox.url, key)("POST", PATH)).status).toBe(403);
  const restricted = await makeKey(sandbox, ["*"], [sandbox.channelId]);
  expect((await caller(sandbox.url, restricted)("POST", PATH)).status).toBe(403);
});

test("what the sandbox refuses is said in its words", async () => {
  const { id } = (await sandbox.call("POST", PATH)).body;
  await fetch(`${sandbox.sandbox.url}/sandbox/reset`, { method: "POST" });
  const body = { from: "14155570321", name: "Ada Byron", text: "Hello" };
  const answer = await sandbox.call("POST", `/v1/channels/${id}/customer`, body);
  expect([answer.status, answer.body.code]).toEqual([503, "sandbox_unavailable"]);
  expect(answer.body.detail).toMatch(/no phone number|callback|not subscribed/);
});

test("a sandbox that is gone is said to be", async () => {
  await sandbox.sandbox.stop();
  const { status, body } = await sandbox.call("POST", PATH);
  expect([status, body.code]).toEqual([503, "sandbox_unavailable"]);
});

test("a number without its business account is registered all the same", async () => {
  const { call } = other;
  const response = await fetch(`${other.sandbox.url}/sandbox/phone_numbers`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      display_phone_number: "+1 555 777 0009",
      verified_name: "Blue Door",
      registered: false,
    }),
  });
  const made = (await response.json()) as { id: string; access_token: string };
  const account = { phone_number_id: made.id, access_token: made.access_token };
  const { body } = await call("POST", "/v1/channels", {
    platform: "whatsapp_official",
    name: "New",
    ...account,
  });
  expect([body.status, body.waba_id]).toEqual(["disconnected", null]);
  const registered = await call("POST", "/v1/waba/register-phone", { channel_id: body.id, pin: "314159" });
  expect([registered.status, registered.body.status]).toEqual([200, "connected"]);
});
