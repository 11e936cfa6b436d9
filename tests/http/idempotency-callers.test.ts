/** Whose an `Idempotency-Key` is: the key's or user's that brought it, and nobody else's. */
import { expect, test } from "bun:test";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

/** A client with a key of its own. */
async function client(permissions: string[], channelIds: string[] | null = null) {
  return caller(waypost.url, await makeKey(waypost, permissions, channelIds));
}

const endpoint = () => ({ url: "https://hooks.example.com/one", channels: [waypost.channelId] });
const send = () => ({
  ...{ channel_id: waypost.channelId, to: "14155550100", type: "text", content: { body: "x" } },
});

test("a key that repeats an administrator's Idempotency-Key is refused, and gets no answer of theirs", async () => {
  const headers = { "idempotency-key": "make-the-key" };
  const body = { name: "all", permissions: ["*"] };
  expect((await waypost.call("POST", "/v1/api-keys", body, headers)).status).toBe(201);
  const lesser = await client(["keys:manage"]);
  const answer = await lesser("POST", "/v1/api-keys", body, headers);
  expect(answer.body).toMatchObject({ code: "missing_permission" });
});

test("another key with the same Idempotency-Key gets an endpoint and a secret of its own", async () => {
  const headers = { "idempotency-key": "make-the-endpoint" };
  const path = "/v1/settings/developer/webhooks/endpoints";
  const first = await waypost.call("POST", path, endpoint(), headers);
  const other = await client(["webhooks:manage"], [waypost.channelId]);
  const second = await other("POST", path, endpoint(), headers);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.headers.get("idempotent-replayed")).toBeNull();
  expect(second.body.secret).not.toBe(first.body.secret);
});

test("nobody takes another caller's next Idempotency-Key", async () => {
  const headers = { "idempotency-key": "order-4712" };
  const squatter = await client(["contacts:read"]);
  const { body: contact } = await waypost.call("POST", "/v1/contacts", { email: "ada@example.com" });
  const identifiers = [{ type: "contact_id", value: contact.id }];
  expect((await squatter("POST", "/v1/contacts/lookup", { identifiers }, headers)).status).toBe(200);
  const sent = await waypost.call("POST", "/v1/messages", send(), headers);
  expect(sent.status).toBe(201);
});

test("messages, one or many, are each caller's own, too", async () => {
  const other = await client(["messages:send"]);
  for (const [path, body] of [
    ["/v1/messages", send()],
    ["/v1/messages/batch", { messages: [send()] }],
  ] as const) {
    const headers = { "idempotency-key": `own ${path}` };
    const first = await waypost.call("POST", path, body, headers);
    const second = await other("POST", path, body, headers);
    expect([first.status, second.status, second.headers.get("idempotent-replayed")]).toEqual([
      first.status,
      first.status,
      null,
    ]);
    expect(second.body).not.toEqual(first.body);
    const again = await waypost.call("POST", path, body, headers);
    expect([again.headers.get("idempotent-replayed"), again.body]).toEqual(["true", first.body]);
  }
});

test("a key that was rotated is the same caller", async () => {
  const made = await waypost.call("POST", "/v1/api-keys", {
    name: "backend",
    permissions: ["messages:send"],
  });
  const headers = { "idempotency-key": "over the rotation" };
  const first = await caller(waypost.url, made.body.key)("POST", "/v1/messages", send(), headers);
  const rotated = await waypost.call("POST", `/v1/api-keys/${made.body.id}/rotate`);
  const again = await caller(waypost.url, rotated.body.key)("POST", "/v1/messages", send(), headers);
  expect([again.headers.get("idempotent-replayed"), again.body]).toEqual(["true", first.body]);
});
