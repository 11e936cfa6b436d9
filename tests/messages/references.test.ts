/** Messages that name another message of the channel by our id. */
import { expect, test } from "bun:test";
import { recordOf, take } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

const FROM = "14155563001";
const send = async (type: string, content: object) =>
  (await waypost.call("POST", "/v1/messages", { channel_id: waypost.channelId, to: FROM, type, content }))
    .body.id;

test("mark_as_read names a message by our id, and WhatsApp hears its own", async () => {
  const id = "wamid.references.1";
  const timestamp = String(Math.floor(Date.now() / 1000));
  await take(waypost, { messages: [{ from: FROM, id, timestamp, type: "text", text: { body: "Hi" } }] });
  const { id: ours } = await recordOf(waypost, id);
  const marked = await waypost.until(await send("mark_as_read", { message_id: ours }), "sent");
  expect(marked.content).toEqual({ message_id: ours });
  const { data } = (await (await fetch(`${waypost.sandbox.url}/sandbox/messages`)).json()) as {
    data: { wamid: string; type: string }[];
  };
  expect(data).toMatchObject([{ wamid: id, type: "read" }]);
});

test("our id of a message that the channel does not have fails at once", async () => {
  const unknown = "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11";
  const failed = await waypost.until(
    await send("reaction", { message_id: unknown, reaction: "👍" }),
    "failed",
  );
  expect(failed.error).toMatchObject({ code: "message_not_found", retryable: false });
});

const sendAt = (at: Date | null, content: object, more: object = {}) =>
  waypost.call("POST", "/v1/messages", {
    ...{ channel_id: waypost.channelId, to: FROM, type: "text", content },
    ...(at === null ? {} : { scheduled_at: at.toISOString() }),
    ...more,
  });
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

test("what would go out before the message that it refers to is refused, with when that goes", async () => {
  const then = inMinutes(10);
  const { id } = (await sendAt(then, { body: "Later" })).body;
  const early = await sendAt(null, { body: "About that", reply_to: { id } });
  expect([early.status, early.body.code]).toEqual([422, "message_not_sent"]);
  expect(early.body.detail).toContain(then.toISOString());
  expect((await sendAt(inMinutes(5), { body: "Too early", reply_to: { id } })).status).toBe(422);
  const react = { type: "reaction", content: { message_id: id, reaction: "👍" } };
  expect((await sendAt(null, {}, react)).body.code).toBe("message_not_sent");
  const tried = await sendAt(null, { body: "Tried", reply_to: { id } }, { dry_run: true });
  expect(tried.body.code).toBe("message_not_sent");
  expect((await sendAt(then, { body: "With it", reply_to: { id } })).status).toBe(201);
  expect((await sendAt(inMinutes(11), { body: "After it", reply_to: { id } })).status).toBe(201);
  await waypost.call("POST", `/v1/messages/${id}/cancel`);
  expect((await sendAt(null, { body: "It is cancelled", reply_to: { id } })).status).toBe(201);
});

test("a reply to a message that is on its way goes behind it", async () => {
  const { id } = (await sendAt(null, { body: "First" })).body;
  const reply = (await sendAt(null, { body: "Second", reply_to: { id } })).body;
  expect((await waypost.until(reply.id, "read", "failed")).status).toBe("read");
});
