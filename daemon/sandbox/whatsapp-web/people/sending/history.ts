import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import type { proto } from "baileys";
import { lidJid, phoneJid } from "../../wire/jids.ts";
import { baileys } from "../signal/libraries.ts";
import type { World } from "../world.ts";
import { newMessageId } from "./saying.ts";

/** Somebody in the phone's address book, and perhaps what they once wrote. */
export type PastContact = {
  number: string;
  name: string;
  text?: string | undefined;
  /** How often they wrote it; once when it is left out. */
  times?: number | undefined;
  /** After how many seconds the chat's messages disappear. */
  disappearing?: number | undefined;
  /** Whether they gave the number a token with which it may write to them. */
  token?: boolean | undefined;
  /** What the two wrote to each other, beside `text`. */
  messages?: PastWords[] | undefined;
  /** The address of a group, for what they wrote in it; it is called `name` then. */
  group?: string | undefined;
};

/** A text of so many days ago. */
export type PastWords = {
  id?: string | undefined;
  text: string;
  daysAgo: number;
  fromMe?: boolean | undefined;
};

/** What a phone gives without being asked for all: the messages of so many days. */
const USUAL_DAYS = 90;

/** A larger part is a file; the rest of the notification is small. */
const MOST_INLINE_BYTES = 65_536;

/** `FULL`: all that is older than the rest has; `ON_DEMAND`: as it is given. */
export type HistoryKind = "INITIAL_BOOTSTRAP" | "RECENT" | "FULL" | "ON_DEMAND";

/** A part of the history as a phone gives it to a companion: compressed, and inline where it is small. */
export async function historyOf(
  world: World,
  kind: HistoryKind,
  contacts: PastContact[],
): Promise<proto.Message.IProtocolMessage> {
  return await partOf(
    world,
    kind,
    contacts.map((contact) => conversationOf(world, contact, kind)),
  );
}

/** The same of chats as they are given. */
export async function partOf(
  world: World,
  kind: HistoryKind,
  conversations: PastConversation[],
): Promise<proto.Message.IProtocolMessage> {
  const { proto } = baileys();
  const encoded = proto.HistorySync.encode({
    syncType: proto.HistorySync.HistorySyncType[kind],
    progress: 100,
    conversations,
    phoneNumberToLidMappings: conversations.flatMap(({ id: lidJid, pnJid }) =>
      pnJid ? [{ lidJid, pnJid }] : [],
    ),
  }).finish();
  const compressed = deflateSync(encoded);
  return {
    type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
    historySyncNotification: {
      syncType: proto.Message.HistorySyncType[kind],
      progress: 100,
      chunkOrder: 1,
      ...(compressed.length <= MOST_INLINE_BYTES
        ? { initialHistBootstrapInlinePayload: compressed }
        : await fileOf(world, compressed)),
    },
  };
}

async function fileOf(
  { media }: World,
  compressed: Uint8Array,
): Promise<proto.Message.IHistorySyncNotification> {
  const { mediaKey, fileSha256, fileEncSha256, fileLength, directPath } = await media.put(
    compressed,
    "md-msg-hist",
  );
  return { mediaKey, fileSha256, fileEncSha256, fileLength, directPath };
}

/** A chat with its address. */
export type PastConversation = proto.IConversation & { id: string };

export function conversationOf(world: World, contact: PastContact, kind: HistoryKind): PastConversation {
  const { number, name, disappearing, token = false, group } = contact;
  const id = group ?? lidJid(world.persons.of(number).lid);
  const now = Math.floor(Date.now() / 1000);
  const words = wordsOf(contact).filter(({ daysAgo }) => isOf(kind, daysAgo));
  // the newest first, as phones have them
  const messages = words
    .sort((one, other) => one.daysAgo - other.daysAgo)
    .map((said) => messageOf(world, contact, id, said));
  const timer =
    disappearing === undefined
      ? {}
      : { ephemeralExpiration: disappearing, ephemeralSettingTimestamp: now - 86_400 };
  const trusted = token ? { tcToken: randomBytes(16), tcTokenTimestamp: now } : {};
  return {
    ...{ id, name, messages },
    ...(group === undefined && { pnJid: phoneJid(number) }),
    ...timer,
    ...trusted,
  };
}

function wordsOf({ text, times = 1, messages = [] }: PastContact): PastWords[] {
  return [
    ...(text === undefined ? [] : Array.from({ length: times }, () => ({ text, daysAgo: 1 }))),
    ...messages,
  ];
}

function isOf(kind: HistoryKind, daysAgo: number): boolean {
  if (kind === "ON_DEMAND") return true;
  return kind === "FULL" ? daysAgo > USUAL_DAYS : daysAgo <= USUAL_DAYS;
}

function messageOf(
  world: World,
  { number, group }: PastContact,
  remoteJid: string,
  { id = newMessageId(), text, daysAgo, fromMe = false }: PastWords,
): proto.IHistorySyncMsg {
  const key = { remoteJid, fromMe, id };
  const participant =
    group === undefined || fromMe ? {} : { participant: lidJid(world.persons.of(number).lid) };
  const message = { conversation: text, messageContextInfo: { messageSecret: randomBytes(32) } };
  const messageTimestamp = Math.floor(Date.now() / 1000 - daysAgo * 86_400);
  return { message: { key, messageTimestamp, message, ...participant } };
}
