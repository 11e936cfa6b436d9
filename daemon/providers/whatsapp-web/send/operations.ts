import { sleep } from "../../../lib/sleep.ts";
import type { SendOutcome } from "../../provider.ts";
import type { Draft } from "../encode/draft.ts";
import { showOnline } from "../requests/online.ts";
import { addressOf, notOnWhatsApp } from "./address.ts";
import { failedWith } from "./errors.ts";
import type { Sending } from "./sending.ts";

type OperationDraft = Extract<Draft, { do: "read" | "presence" | "status" | "download" }>;

const DONE = { kind: "sent", providerMessageId: null } as const satisfies SendOutcome;

/** Does what sends nobody a message. Rejects with what it failed with. */
export async function operate(sending: Sending, draft: OperationDraft): Promise<SendOutcome> {
  switch (draft.do) {
    case "read":
      return await markAsRead(sending, draft);
    case "presence":
      return await showPresence(sending, draft);
    case "status": {
      const result = await sending.records.status(sending.session, draft.messageId);
      return result === null ? notFound(draft.messageId) : { ...DONE, result };
    }
    case "download": {
      const known = await sending.records.find(sending.session, draft.messageId);
      if (known === null) return notFound(draft.messageId);
      const result = await sending.files.keep(sending.session, draft.messageId, sending.signal);
      return { ...DONE, result };
    }
  }
}

async function markAsRead(
  sending: Sending,
  { messageId, typing }: Extract<OperationDraft, { do: "read" }>,
): Promise<SendOutcome> {
  const { socket, session, records, message } = sending;
  const original = await records.find(session, messageId);
  const remoteJid = original?.remoteJid ?? (await addressOf(sending));
  if (remoteJid === null) return notOnWhatsApp(message.to);
  await socket.readMessages([{ remoteJid, id: messageId, fromMe: false }]);
  if (typing) await socket.sendPresenceUpdate("composing", remoteJid);
  return DONE;
}

/** `composing` and `recording` end by themselves after their time. */
async function showPresence(
  sending: Sending,
  { presence, durationMs }: Extract<OperationDraft, { do: "presence" }>,
): Promise<SendOutcome> {
  const { socket, message, signal } = sending;
  const jid = await addressOf(sending);
  if (jid === null) return notOnWhatsApp(message.to);
  if (presence === "available" || presence === "unavailable")
    await showOnline(socket, presence === "available");
  else await socket.sendPresenceUpdate(presence, jid);
  if (durationMs > 0) {
    await sleep(durationMs, signal);
    await socket.sendPresenceUpdate("paused", jid);
  }
  return DONE;
}

function notFound(messageId: string): SendOutcome {
  return failedWith(
    "message_not_found",
    "No such message",
    `there is no message ${messageId} on this channel`,
  );
}
