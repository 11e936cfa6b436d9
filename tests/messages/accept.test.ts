import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

const text = (to: string, more: object = {}) => ({
  channel_id: waypost.channelId,
  to,
  type: "text",
  content: { body: "Hello" },
  ...more,
});
const post = (body: unknown, key?: string) =>
  waypost.call("POST", "/v1/messages", body, key === undefined ? {} : { "idempotency-key": key });

test("to may be written with a plus, spaces and dashes; the answer has digits only", async () => {
  const { status, body } = await post(text("+1 (415) 555-0123"));
  expect(status).toBe(201);
  expect(body.to).toBe("14155550123");
});

test("to_phone stands in for to", async () => {
  const { to, ...rest } = text("14155550124");
  expect((await post({ ...rest, to_phone: to })).body.to).toBe("14155550124");
});

test("messages to one number share a contact and a conversation", async () => {
  const ids = await Promise.all([1, 2, 3].map(async () => (await post(text("14155550125"))).body.id));
  const records = await Promise.all(ids.map((id) => waypost.until(id, "sent", "delivered", "read")));
  expect(new Set(records.map((record) => record.conversation_id)).size).toBe(1);
  expect(new Set(records.map((record) => record.contact_id)).size).toBe(1);
});

test("a conversation of another recipient is refused", async () => {
  const { conversation_id } = await waypost.until((await post(text("14155550126"))).body.id, "read");
  expect((await post(text("14155550126", { conversation_id }))).status).toBe(201);
  const refused = await post(text("14155550127", { conversation_id }));
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    code: "recipient_mismatch",
    errors: [{ path: "/conversation_id" }],
  });
});

test("two hundred posts with one idempotency key are one message", async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, () => post(text("14155550128"), "order-1")));
  expect(answers.map((answer) => answer.status)).toEqual(Array(200).fill(201));
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  expect(answers.filter((answer) => answer.headers.get("idempotent-replayed") === "true")).toHaveLength(199);
  const list = await waypost.call("GET", "/v1/messages?to=14155550128");
  expect(list.body.data).toHaveLength(1);
});

test("an idempotency key may be quoted, and is then the same key", async () => {
  const first = await post(text("14155550129"), "order-2");
  const second = await post(text("14155550129"), '"order-2"');
  expect(second.body.id).toBe(first.body.id);
});

test("an idempotency key with another body is refused", async () => {
  await post(text("14155550130"), "order-3");
  const refused = await post(text("14155550131"), "order-3");
  expect(refused.status).toBe(422);
  expect(refused.body.code).toBe("idempotency_key_reused");
});

test("an idempotency key is forgotten after a day", async () => {
  const first = await post(text("14155550132"), "order-4");
  await waypost.sql`update idempotency_keys set created_at = now() - interval '25 hours' where key like '% order-4'`;
  const second = await post(text("14155550132"), "order-4");
  expect(second.body.id).not.toBe(first.body.id);
});

test("a message for later waits, and goes when its time has come", async () => {
  const accepted = await post(
    text("14155550133", { scheduled_at: new Date(Date.now() + 2000).toISOString() }),
  );
  const later = await post(
    text("14155550134", { scheduled_at: new Date(Date.now() + 3600_000).toISOString() }),
  );
  const record = await waypost.until(accepted.body.id, "read");
  expect(record.status_history[0].status).toBe("scheduled");
  expect((await waypost.call("GET", `/v1/messages/${later.body.id}`)).body.status).toBe("scheduled");
});

test.each(["2099-01-01T09:00:00", "2099-01-01", "tomorrow"])(
  "a time without its zone is not guessed: %s is refused",
  async (scheduled_at) => {
    const refused = await post(text("14155550134", { scheduled_at }));
    expect(refused.status).toBe(422);
    expect(refused.body.errors[0]).toMatchObject({
      path: "/scheduled_at",
      message: expect.stringContaining("with its zone"),
    });
  },
);

test("metadata comes back as it was given", async () => {
  const metadata = { order: "A-1", nested: { list: [1, null, "ü"] } };
  const accepted = await post(text("14155550135", { metadata }));
  expect((await waypost.call("GET", `/v1/messages/${accepted.body.id}`)).body.metadata).toEqual(metadata);
});

test("a new recipient becomes a contact, with an event", async () => {
  const accepted = await post(text("14155550136"));
  const { body } = await waypost.call("GET", `/v1/messages/${accepted.body.id}`);
  const [contact] = await waypost.sql`select phone_number from contacts where id = ${body.contact_id}`;
  expect(contact?.phone_number).toBe("+14155550136");
  const [event] =
    await waypost.sql`select body from events where type = 'contact.updated' and body like ${`%${body.contact_id}%`}`;
  expect(JSON.parse(event?.body)).toEqual({
    contact_id: body.contact_id,
    name: null,
    organization_id: waypost.organizationId,
  });
});
