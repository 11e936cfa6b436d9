/** A misnamed field is refused where ignoring it would do something other than requested. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

const text = (more: object) => ({
  ...{ channel_id: waypost.channelId, to: "14155558001", type: "text", content: { body: "Hello" } },
  ...more,
});
const AT = "2030-01-01T09:00:00Z";
const sentTo = async () => (await waypost.call("GET", "/v1/messages?to=14155558001")).body.data.length;

test.each([
  [{ send_at: AT }, "write `scheduled_at`"],
  [{ scheduledAt: AT }, "write `scheduled_at`"],
  [{ expiresAt: AT }, "write `expires_at`"],
  [{ replyTo: { id: "wamid.1" } }, "write `reply_to`"],
  [{ idempotency_key: "order-1" }, "send it as the header `Idempotency-Key`"],
  [{ dryRun: true }, "write `dry_run`"],
])("%j is refused with the right name, and nothing is sent", async (more, advice) => {
  const [name] = Object.keys(more);
  const { status, body } = await waypost.call("POST", "/v1/messages", text(more));
  expect({ status, code: body.code }).toEqual({ status: 422, code: "invalid_request" });
  expect(body.errors).toEqual([{ path: `/${name}`, message: expect.stringContaining(advice) }]);
  const batch = await waypost.call("POST", "/v1/messages/batch", { messages: [text(more)] });
  expect(batch.body.data).toEqual([
    { status: 422, problem: expect.objectContaining({ detail: expect.stringContaining(advice) }) },
  ]);
  expect(await sentTo()).toBe(0);
});

test("a text as reply_to is refused, too", async () => {
  expect((await waypost.call("POST", "/v1/messages", text({ reply_to: "wamid.1" }))).status).toBe(422);
  expect(await sentTo()).toBe(0);
});

test("any other unknown field is ignored", async () => {
  const { status } = await waypost.call(
    "POST",
    "/v1/messages",
    text({ to: "14155558002", campaign: "spring" }),
  );
  expect(status).toBe(201);
});

test("tags in a change of a contact or conversation are refused with the way to set them", async () => {
  const contact = (await waypost.call("POST", "/v1/contacts", { phone_number: "+14155558003" })).body;
  await waypost.call("POST", "/v1/messages", text({ to: "14155558003" }));
  const [conversation] = (await waypost.call("GET", `/v1/conversations?contact_id=${contact.id}`)).body.data;
  for (const path of [`/v1/contacts/${contact.id}`, `/v1/conversations/${conversation.id}`])
    for (const change of [{ tags: ["vip"] }, { name: "Ada", status: "closed", tags: ["vip"] }]) {
      const { status, body } = await waypost.call("PATCH", path, change);
      expect(status).toBe(422);
      expect(JSON.stringify(body)).toMatch(/add tags with POST \/v1\/(contacts|conversations)\/\{id\}\/tags/);
    }
  expect((await waypost.call("GET", `/v1/contacts/${contact.id}`)).body.name).toBe(contact.name);
});

test("only a single message is tried, and refused as it would be", async () => {
  const batch = await waypost.call("POST", "/v1/messages/batch", { messages: [text({ dry_run: true })] });
  expect(batch.body.data[0].problem.detail).toContain("try one message at a time");
  const tried = await waypost.call("POST", "/v1/messages", text({ dry_run: true }));
  expect([tried.status, tried.body.dry_run, tried.body.id]).toEqual([200, true, undefined]);
  const wrong = await waypost.call("POST", "/v1/messages", text({ dry_run: true, conversation_id: "cv_1" }));
  expect([wrong.status, wrong.body.code]).toEqual([422, "conversation_not_found"]);
  expect(await sentTo()).toBe(0);
});
