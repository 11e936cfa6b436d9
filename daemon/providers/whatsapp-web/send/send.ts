import type { proto } from "baileys";
import { sleep } from "../../../lib/sleep.ts";
import type { SendOutcome } from "../../provider.ts";
import type { Ack } from "./acks.ts";
import { addressOf, notOnWhatsApp } from "./address.ts";
import { relayedOf } from "./compose.ts";
import { revisionOf } from "./edits.ts";
import {
  connectionLost,
  failedWith,
  groupRefusal,
  noResponse,
  REACHOUT_RESTRICTED,
  refusedBy,
  STANZA_REJECTED,
} from "./errors.ts";
import { whatsappWebMessageId } from "./message-id.ts";
import type { Relayed } from "./relayed.ts";
import { holdAfterRefusal } from "./restriction.ts";
import type { MessageDraft, Sending } from "./sending.ts";

/** How long WhatsApp may take to acknowledge a message. */
const ACK_MS = 30_000;

/**
 * Sends a message and waits for WhatsApp's acknowledgement. The message is
 * stored before it goes out, under an id of ours: sent again after a crash or a
 * lost acknowledgement, it is the same message, byte for byte. Rejects with the
 * cause when making or sending it fails.
 */
export async function sendMessage(sending: Sending, draft: MessageDraft): Promise<SendOutcome> {
  const { session, message, records } = sending;
  const providerMessageId = whatsappWebMessageId(message.id);
  const jid = await addressOf(sending);
  if (jid === null) return notOnWhatsApp(message.to);
  const relayed = await relayedOf({ ...sending, jid, providerMessageId }, draft);
  if (relayed === null) return failedWith("message_not_found", "No such message", "the message is not known");
  await records.remember(session, {
    messageId: message.id,
    providerMessageId,
    address: draft.do === "send" ? message.to : null,
    original: {
      remoteJid: relayed.jid,
      fromMe: true,
      message: sending.library.proto.Message.encode(relayed.message).finish(),
    },
    rendered: draft.do === "send" ? (draft.rendered ?? null) : null,
  });
  await showTyping(sending, relayed.jid);
  const ack = await transmit(sending, relayed, providerMessageId);
  if (ack.kind === "taken") {
    const revision = revisionOf(sending.library, relayed.message, providerMessageId);
    if (revision !== null) await records.receive(session, [revision]);
    return { kind: "sent", providerMessageId };
  }
  if (ack.kind === "refused") return await refused(sending, ack.code);
  return ack.kind === "lost" ? connectionLost(message.attempt ?? 1) : noResponse();
}

/** Shows the recipient that somebody is typing before the message comes. */
async function showTyping({ socket, message, signal }: Sending, jid: string): Promise<void> {
  const { typingMs = 0 } = message;
  if (typingMs === 0) return;
  await socket.sendPresenceUpdate("composing", jid);
  await sleep(typingMs, signal);
  await socket.sendPresenceUpdate("paused", jid);
}

async function transmit(sending: Sending, relayed: Relayed, id: string): Promise<Ack> {
  const first = await relay(sending, relayed, id);
  if (first.kind !== "refused" || first.code !== STANZA_REJECTED) return first;
  // in a group it is no single session's fault
  if (!sending.library.isJidGroup(relayed.jid)) await sending.socket.assertSessions([relayed.jid], true);
  return await relay(sending, relayed, id);
}

async function relay(sending: Sending, relayed: Relayed, id: string): Promise<Ack> {
  const { acks, session, socket, signal, library } = sending;
  const { jid, message, attributes, nodes } = relayed;
  const word = acks.expect(session.channelId, id, ACK_MS);
  const giveUp = () => acks.give(session.channelId, id, { kind: "lost" });
  signal.addEventListener("abort", giveUp);
  if (signal.aborted) giveUp();
  try {
    const handedOver = socket.relayMessage(jid, message as proto.IMessage, {
      messageId: id,
      ...(attributes === undefined ? {} : { additionalAttributes: attributes }),
      ...(nodes === undefined ? {} : { additionalNodes: nodes }),
    });
    // what the library waits for may never come: the word is waited for no longer than it may take
    return await Promise.race([word, handedOver.then(() => word)]);
  } catch (cause) {
    giveUp();
    throw library.isJidGroup(jid) ? groupRefusal(cause) : cause;
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

/** WhatsApp's 463 holds back this person, or all new contacts; everything else is this message's own affair. */
async function refused(sending: Sending, code: string): Promise<SendOutcome> {
  const outcome = refusedBy(code);
  if (code !== REACHOUT_RESTRICTED || outcome.kind !== "failed") return outcome;
  return { ...outcome, holds: await holdAfterRefusal(sending) };
}
