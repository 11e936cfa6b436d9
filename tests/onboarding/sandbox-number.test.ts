/** Numbers of the sandbox, added by one request. */
import { expect, test } from "bun:test";
import { caller, makeKey } from "../support/daemon.ts";
import { ownDaemon } from "../support/own-daemon.ts";

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

test("who may not manage channels adds none", async () => {
  const key = await makeKey(sandbox, ["channels:read"]);
  expect((await caller(sandbox.url, key)("POST", PATH)).status).toBe(403);
  const restricted = await makeKey(sandbox, ["*"], [sandbox.channelId]);
  expect((await caller(sandbox.url, restricted)("POST", PATH)).status).toBe(403);
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
