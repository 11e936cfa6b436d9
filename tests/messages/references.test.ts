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
