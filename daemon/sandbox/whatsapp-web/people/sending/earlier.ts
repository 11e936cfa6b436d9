import type { proto } from "baileys";
import { addressOf } from "../identity/addresses.ts";
import type { Person } from "../identity/persons.ts";
import type { PhoneMessage } from "../phone-message.ts";
import { baileys } from "../signal/libraries.ts";
import type { World } from "../world.ts";
import { conversationOf, type PastContact, type PastConversation } from "./history.ts";

/** Which chat, and before which message, as Baileys asks for it (`Socket/messages-recv.js`, fetchMessageHistory). */
export type EarlierAsked = proto.Message.PeerDataOperationRequestMessage.IHistorySyncOnDemandRequest;

/** What a phone has in a chat before a message, the newest first; null where it has no such chat. */
export function earlierOf(
  world: World,
  person: Person,
  contacts: readonly PastContact[],
  { chatJid, oldestMsgId, oldestMsgTimestampMs, onDemandMsgCount }: EarlierAsked,
): PastConversation | null {
  const number = world.persons.at(chatJid ?? "")?.number ?? chatJid;
  const known = contacts.find((contact) => (contact.group ?? contact.number) === number);
  const written = world.messageLog.list(person).filter(({ chat, raw }) => chat === number && raw !== "");
  if (!chatJid || (known === undefined && written.length === 0)) return null;
  const chat = known === undefined ? { id: chatJid } : conversationOf(world, known, "ON_DEMAND");
  const messages = [
    // the newest first, and so among those of one second
    ...written.map((message) => webMessageOf(world, person, message)).reverse(),
    ...(chat.messages ?? []),
  ].sort((one, other) => secondsOf(other.message) - secondsOf(one.message));
  const at = Math.floor(Number(oldestMsgTimestampMs ?? 0) / 1000);
  const own = messages.findIndex(
    ({ message }) => message?.key?.id === oldestMsgId && secondsOf(message) === at,
  );
  const first = own >= 0 ? own + 1 : messages.findIndex(({ message }) => secondsOf(message) < at);
  return { ...chat, messages: first < 0 ? [] : messages.slice(first, first + (onDemandMsgCount ?? 0)) };
}

function secondsOf(message: proto.IWebMessageInfo | null | undefined): number {
  return Number(message?.messageTimestamp ?? 0);
}

function webMessageOf(world: World, { number }: Person, message: PhoneMessage): proto.IHistorySyncMsg {
  const { id, chat, author, fromMe, form, raw, at } = message;
  const address = (of: string) => addressOf(world.persons.of(of), form);
  const isGroup = author !== undefined;
  const key = { remoteJid: isGroup ? chat : address(chat), fromMe, id };
  return {
    message: {
      key,
      ...(isGroup && { participant: address(fromMe ? number : author) }),
      message: baileys().proto.Message.decode(Buffer.from(raw, "base64")),
      messageTimestamp: Math.floor(Date.parse(at) / 1000),
    },
  };
}
