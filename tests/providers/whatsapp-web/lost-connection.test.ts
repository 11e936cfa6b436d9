/** A message whose connection ends does not hold up its conversation for long, whatever its earlier attempts did. */
import { expect, test } from "bun:test";
import type { SendOutcome } from "../../../daemon/providers/provider.ts";
import { openLibrary } from "../../../daemon/providers/whatsapp-web/library/library.ts";
import { createAcks } from "../../../daemon/providers/whatsapp-web/send/acks.ts";
import { sendMessage } from "../../../daemon/providers/whatsapp-web/send/send.ts";
import type { Sending } from "../../../daemon/providers/whatsapp-web/send/sending.ts";

/**
 * The outcome of an attempt that Baileys never hands over, because its query is never answered, once the connection
 * ends.
 */
async function lostAt(attempt: number): Promise<SendOutcome> {
  const library = await openLibrary();
  const acks = createAcks();
  const begun = Promise.withResolvers<void>();
  const jid = "14155550100@s.whatsapp.net";
  const original = { remoteJid: jid, fromMe: true, message: library.proto.Message.encode({}).finish() };
  const sending = {
    ...{ library, acks, session: { channelId: "ch_test" }, signal: new AbortController().signal },
    message: { id: crypto.randomUUID(), to: "14155550100", userId: null, attempt },
    records: { recipient: async () => jid, find: async () => original, remember: async () => {} },
    socket: {
      relayMessage() {
        begun.resolve();
        return new Promise(() => {});
      },
    },
  } as unknown as Sending;
  const outcome = sendMessage(sending, { do: "send", content: { show: "text", text: "Hello" } });
  await begun.promise;
  acks.lose("ch_test");
  return await outcome;
}

test.each([
  [2, 15_000],
  [30, 60_000],
])("attempt %i is made again %i ms later", async (attempt, afterMs) => {
  expect(await lostAt(attempt)).toMatchObject({
    ...{ kind: "retry", scope: "platform", afterMs },
    error: { code: "outcome_unknown", retryable: true },
  });
});
