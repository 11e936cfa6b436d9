import type { AnyMessageContent, GroupMetadata, WAMessage, WAMessageKey } from "baileys";
import pino from "pino";
import type { Quote } from "../encode/draft.ts";
import { knownGroupsOf } from "../groups/known-groups.ts";
import { createLibraryLog } from "../library/log.ts";
import { findTimer } from "./chat-timer.ts";
import { contentOf } from "./content.ts";
import { edited } from "./edits.ts";
import { mentioning } from "./mentions.ts";
import { attributesOf, type Composing, type Relayed } from "./relayed.ts";
import type { MessageDraft } from "./sending.ts";
import { uploaderOf } from "./upload.ts";

/** Baileys wants a logger for what it makes; nothing it could say here is of use. */
export const SILENT = createLibraryLog(pino({ level: "silent" }));

/** The message as it was written down for an earlier attempt, or a new one. Null when what it is about is not known. */
export async function relayedOf(composing: Composing, draft: MessageDraft): Promise<Relayed | null> {
  const { library, records, session, providerMessageId, message: sent } = composing;
  const earlier = sent.attempt === 1 ? null : await records.find(session, providerMessageId);
  if (earlier === null) return await composed(composing, draft);
  const message = library.proto.Message.decode(earlier.message);
  return { jid: earlier.remoteJid, message, ...attributesOf(draft) };
}

/** Makes the message of a draft; null when the message it is about is not known. Rejects with `FileRefused`. */
async function composed(composing: Composing, draft: MessageDraft): Promise<Relayed | null> {
  switch (draft.do) {
    case "send": {
      const { session, files, signal } = composing;
      const content = await contentOf(draft.content, (file) =>
        files.fetch({ organizationId: session.organizationId, tunnel: session.tunnel() }, file, signal),
      );
      const { mentions } = draft;
      const { library, jid } = composing;
      const group = mentions === undefined ? null : await groupOf(composing, jid);
      const whole = mentions === undefined ? content : mentioning(library, content, mentions, group);
      return await generated(composing, jid, whole, draft, draft.quote);
    }
    case "react": {
      const about = await keyOf(composing, draft.messageId, draft);
      const chat = about.remoteJid ?? composing.jid;
      return await generated(composing, chat, { react: { text: draft.emoji, key: about } }, draft);
    }
    case "delete": {
      if ((await composing.records.find(composing.session, draft.messageId)) === null) return null;
      const about = await keyOf(composing, draft.messageId, draft);
      return await generated(composing, about.remoteJid ?? composing.jid, { delete: about }, draft);
    }
    case "edit":
      return await edited(composing, draft);
  }
}

async function generated(
  composing: Composing,
  jid: string,
  content: AnyMessageContent,
  draft: MessageDraft,
  quote?: Quote,
): Promise<Relayed> {
  const { library, socket, session, providerMessageId } = composing;
  const quoted = quote === undefined ? null : await quotedMessage(composing, jid, quote);
  const timer = draft.do === "send" ? await timerOf(composing, jid) : 0;
  const made = await library.generateWAMessage(jid, content, {
    logger: SILENT,
    userJid: session.identity()?.jid ?? "",
    upload: uploaderOf(library, session, socket),
    messageId: providerMessageId,
    ...(quoted === null ? {} : { quoted }),
    ...(timer === 0 ? {} : { ephemeralExpiration: timer }),
  });
  return { jid, message: made.message ?? {}, ...attributesOf(draft) };
}

/** After how many seconds messages of a chat disappear; 0 when they stay. */
async function timerOf(composing: Composing, jid: string): Promise<number> {
  if (!composing.library.isJidGroup(jid)) return await findTimer(composing.socket, jid);
  return (await groupOf(composing, jid))?.ephemeralDuration ?? 0;
}

/** The group that a chat is; null when it is none, or WhatsApp does not describe it. */
async function groupOf({ library, socket }: Composing, jid: string): Promise<GroupMetadata | null> {
  return library.isJidGroup(jid) ? await knownGroupsOf(socket).find(jid) : null;
}

/** The message that is quoted as it was; one that is not kept is quoted by its id alone. */
async function quotedMessage(
  { records, session, library }: Composing,
  jid: string,
  { id, participant }: Quote,
): Promise<WAMessage> {
  const original = await records.find(session, id);
  const writer = participant ?? original?.participant;
  const key: WAMessageKey = {
    remoteJid: jid,
    id,
    fromMe: original?.fromMe ?? false,
    ...(writer ? { participant: writer } : {}),
  };
  const message = original === null ? { conversation: "" } : library.proto.Message.decode(original.message);
  return { key, message } as WAMessage;
}

/** The key of the message that something is done about, as the chat knows it. */
async function keyOf(
  { records, session, jid }: Composing,
  id: string,
  given: { fromMe: boolean; participant?: string | undefined },
): Promise<WAMessageKey> {
  const original = await records.find(session, id);
  const writer = given.participant ?? original?.participant;
  return {
    remoteJid: original?.remoteJid ?? jid,
    id,
    fromMe: original?.fromMe ?? given.fromMe,
    ...(writer ? { participant: writer } : {}),
  };
}
