/** The control routes of passkeys, and that nothing of it reaches a phone that wants none. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { callControl } from "./call.ts";
import { connect, newIdentity } from "./client.ts";

const NUMBER = "15550001301";

let sandbox: WhatsAppWebSandbox;
beforeAll(async () => {
  sandbox = await startWhatsAppWebSandbox();
});
afterAll(() => sandbox.stop());

const call = (method: string, path: string, body?: object) =>
  callControl(sandbox, method, `/sandbox/phones/${path}`, body);

test("a client that knows nothing of passkeys waits, and the phone says for what", async () => {
  await call("POST", `${NUMBER}/passkey`, { demand: "with_challenge" });
  const client = connect(sandbox, newIdentity());
  expect(await call("POST", `${NUMBER}/scan`, { qr: await client.qr() })).toMatchObject({
    status: 200,
    body: { waits_for: "passkey" },
  });
  expect((await call("GET", `${NUMBER}/passkey`)).body).toMatchObject({ pairing: "asked", code: null });
  expect((await call("POST", `${NUMBER}/passkey/answer`, { same: true })).status).toBe(409);
  await client.socket.end(undefined);
  expect(sandbox.control.phones().find(({ number }) => number === NUMBER)?.devices).toEqual([]);
});

test("the passkey stays the same; it signs for whatsapp.com only", async () => {
  const { body: first } = await call("GET", `${NUMBER}/passkey`);
  const options = { challenge: "AAAA", rpId: "whatsapp.com", allowCredentials: [] };
  const { body } = await call("POST", `${NUMBER}/passkey/sign`, { options });
  expect(body).toMatchObject({ rawId: first.credential_id, response: { userHandle: first.user_handle } });
  const other = await call("POST", `${NUMBER}/passkey/sign`, {
    options: { ...options, rpId: "example.com" },
  });
  expect(other.status).toBe(422);
  const allowed = { ...options, allowCredentials: [{ type: "public-key", id: "BBBB" }] };
  expect((await call("POST", `${NUMBER}/passkey/sign`, { options: allowed })).status).toBe(422);
});

test("a phone that wants no passkey links at once, and a stanza about one is refused and noted", async () => {
  await call("POST", `${NUMBER}/passkey`, { demand: null });
  const client = connect(sandbox, newIdentity());
  const qr = await client.qr();
  const unasked = client.socket.query({
    tag: "iq",
    attrs: { to: "@s.whatsapp.net", type: "get", xmlns: "md" },
    content: [{ tag: "passkey_request_options", attrs: {} }],
  });
  await expect(unasked).rejects.toThrow("bad-request");
  expect(sandbox.control.received().complaints).toEqual(["<passkey_request_options> came unasked"]);
  expect((await call("POST", `${NUMBER}/scan`, { qr })).body).toMatchObject({ device: 1 });
});
