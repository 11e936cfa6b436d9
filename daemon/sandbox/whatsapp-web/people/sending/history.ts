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
};

/** A larger part is a file; the rest of the notification is small. */
const MOST_INLINE_BYTES = 65_536;

/** A part of the history as a phone gives it to a companion: compressed, and inline where it is small. */
export async function historyOf(
  world: World,
  kind: "INITIAL_BOOTSTRAP" | "RECENT",
  contacts: PastContact[],
): Promise<proto.Message.IProtocolMessage> {
  const { proto } = baileys();
  const conversations = contacts.map((contact) => conversationOf(world, contact));
  const encoded = proto.HistorySync.encode({
    syncType: proto.HistorySync.HistorySyncType[kind],
    progress: 100,
    conversations,
    phoneNumberToLidMappings: conversations.map(({ id: lidJid, pnJid }) => ({ lidJid, pnJid })),
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

function conversationOf(
  world: World,
  { number, name, text, times = 1, disappearing, token = false }: PastContact,
): proto.IConversation & { id: string; pnJid: string } {
  const id = lidJid(world.persons.of(number).lid);
  const now = Math.floor(Date.now() / 1000);
  const messages = text === undefined ? [] : Array.from({ length: times }, () => messageOf(id, text, now));
  const timer =
    disappearing === undefined
      ? {}
      : { ephemeralExpiration: disappearing, ephemeralSettingTimestamp: now - 86_400 };
  const trusted = token ? { tcToken: randomBytes(16), tcTokenTimestamp: now } : {};
  return { id, pnJid: phoneJid(number), name, messages, ...timer, ...trusted };
}

function messageOf(remoteJid: string, text: string, now: number): proto.IHistorySyncMsg {
  const key = { remoteJid, fromMe: false, id: newMessageId() };
  const message = { conversation: text, messageContextInfo: { messageSecret: randomBytes(32) } };
  return { message: { key, messageTimestamp: now - 86_400, message } };
}
