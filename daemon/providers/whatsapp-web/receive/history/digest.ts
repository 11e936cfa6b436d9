import type { proto } from "baileys";
import type { Library } from "../../library/library.ts";
import type { KnownPerson } from "../people.ts";
import { timerSeconds } from "../timer.ts";
import type { HistoryRecord } from "./shapes.ts";
import type { Token } from "./tokens.ts";
import type { TakeRecord } from "./walk.ts";

/** Whose messages disappear: after how many seconds, and when (ms) that was set; 0 when it is not known. */
export type ChatTimer = { jid: string; seconds: number; at: number };

/** The people and pairs of a part of a history. */
export type Learnt = {
  people: KnownPerson[];
  pairs: { lid: string; pn: string }[];
  tokens: Token[];
  timers: ChatTimer[];
};

/** Collects people and pairs from a history's records, which come in order: a chat's messages, then the chat. */
export type Digest = {
  add: TakeRecord<HistoryRecord>;
  /** How many people are in hand. */
  size(): number;
  /** Returns what was collected, and starts again. */
  take(): Learnt;
  /** Records that could not be read. */
  broken(): number;
};

const MOST_REMEMBERED = 10_000;

export function createDigest(library: Library): Digest {
  let learnt = nothing();
  /** By LID, the chats whose number is known: most histories say it a second time. */
  const chats = new Set<string>();
  let broken = 0;
  /** The number of the current chat, if its messages' receipts show it. */
  let receiptNumber: string | null = null;

  const readers: Record<HistoryRecord, (bytes: Buffer) => void> = {
    message(bytes) {
      const message = library.proto.WebMessageInfo.decode(bytes);
      receiptNumber ??= receiptNumberOf(library, message);
      learnt.people.push(...verifiedOf(library, message));
    },
    conversation(bytes) {
      const lid = learnConversation(library, learnt, library.proto.Conversation.decode(bytes), receiptNumber);
      if (lid !== null && chats.size < MOST_REMEMBERED) chats.add(lid);
      receiptNumber = null;
    },
    name(bytes) {
      const { id, pushname } = library.proto.Pushname.decode(bytes);
      if (id) learnt.people.push({ jids: [id], name: pushname || null });
    },
    mapping(bytes) {
      const { lidJid, pnJid } = library.proto.PhoneNumberToLIDMapping.decode(bytes);
      if (!lidJid || !pnJid || chats.has(lidJid)) return;
      learnt.people.push({ jids: [lidJid, pnJid], name: null });
      learnt.pairs.push({ lid: lidJid, pn: pnJid });
    },
  };

  return {
    add(kind, bytes) {
      try {
        if (bytes === null) throw new Error("the record makes no sense");
        readers[kind](bytes);
      } catch {
        broken += 1;
        if (kind === "conversation") receiptNumber = null;
      }
    },
    size: () => learnt.people.length,
    take() {
      const taken = learnt;
      learnt = nothing();
      return taken;
    },
    broken: () => broken,
  };
}

function nothing(): Learnt {
  return { people: [], pairs: [], tokens: [], timers: [] };
}

/**
 * As Baileys reads a chat of a history (`Utils/history`, processHistoryMessage), and its timer. Returns its LID when
 * its number is known, too.
 */
function learnConversation(
  library: Library,
  learnt: Learnt,
  chat: proto.IConversation,
  receiptNumber: string | null,
): string | null {
  const { id, pnJid, lidJid, accountLid } = chat;
  if (!id) return null;
  const isLid = library.isLidUser(id) || library.isHostedLidUser(id);
  const isNumber = library.isPnUser(id) || library.isHostedPnUser(id);
  const lid = (isLid ? id : lidJid) || null;
  const pn = (isNumber ? id : pnJid || (isLid ? receiptNumber : null)) || null;
  const name = chat.displayName || chat.name || chat.username || null;
  learnt.people.push({ jids: [id, lid ?? accountLid, pn], name });
  learnt.tokens.push(...tokenOf(chat, lid ?? id));
  learnt.timers.push(...timerOf(chat, lid ?? id));
  if (lid === null || pn === null || (!isLid && !isNumber)) return null;
  learnt.pairs.push({ lid, pn });
  return lid;
}

function tokenOf(
  { tcToken, tcTokenTimestamp, tcTokenSenderTimestamp }: proto.IConversation,
  jid: string,
): Token[] {
  const givenAt = Number(tcTokenTimestamp ?? 0);
  if (!tcToken?.length || givenAt <= 0) return [];
  // the bytes are good only until the record is read
  return [{ jid, token: Buffer.from(tcToken), givenAt, sentAt: Number(tcTokenSenderTimestamp ?? 0) }];
}

function timerOf(chat: proto.IConversation, jid: string): ChatTimer[] {
  const seconds = timerSeconds(chat.ephemeralExpiration);
  const at = Number(chat.ephemeralSettingTimestamp ?? 0) * 1000;
  return seconds > 0 ? [{ jid, seconds, at }] : [];
}

/** Who got a message that the number sent in a chat with one person. */
function receiptNumberOf({ isPnUser, isHostedPnUser }: Library, { key, userReceipt }: proto.IWebMessageInfo) {
  const jid = key?.fromMe ? userReceipt?.[0]?.userJid : undefined;
  return jid && (isPnUser(jid) || isHostedPnUser(jid)) ? jid : null;
}

/** A business is named by the note that its messages are read by somebody else, too. */
function verifiedOf(
  { proto: { WebMessageInfo } }: Library,
  { key, messageStubType, messageStubParameters }: proto.IWebMessageInfo,
): KnownPerson[] {
  const { BIZ_PRIVACY_MODE_TO_BSP, BIZ_PRIVACY_MODE_TO_FB } = WebMessageInfo.StubType;
  const isNote = messageStubType === BIZ_PRIVACY_MODE_TO_BSP || messageStubType === BIZ_PRIVACY_MODE_TO_FB;
  const name = isNote ? messageStubParameters?.[0] : undefined;
  return name ? [{ jids: [key?.participant || key?.remoteJid], name }] : [];
}
