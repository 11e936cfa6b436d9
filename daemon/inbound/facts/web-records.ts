import type { Sql } from "../../../db/connection/client.ts";
import { mayPass } from "../../../db/connection/connection-errors.ts";
import { forgetPicture } from "../../../db/contacts/pictures.ts";
import { knownMessages } from "../../../db/holes/holes.ts";
import { findMessage, findMessageByProviderId } from "../../../db/messages/messages.ts";
import {
  findWhatsAppWebMessage,
  findWhatsAppWebRecipient,
  keepWhatsAppWebRecipient,
  rememberSends,
  replaceWhatsAppWebMessage,
  type SendInput,
} from "../../../db/whatsapp-web/messages.ts";
import { holeAsked, keepAnswer, nextHoleQuestion } from "../../holes/holes.ts";
import { setNewest } from "../../lib/bounded.ts";
import { groupCommit } from "../../lib/group-commit.ts";
import { type PastDependencies, storePastMessages } from "../../past/store.ts";
import type { InboundFact } from "../../providers/inbound.ts";
import { UNDECRYPTABLE } from "../../providers/received-message.ts";
import { WHATSAPP_WEB } from "../../providers/whatsapp-web/platform.ts";
import {
  type ChannelKey,
  RecordsUnavailable,
  type SendNote,
  type WhatsAppWebRecords,
} from "../../providers/whatsapp-web/send/records.ts";
import { messageContext, sealMessage } from "../../providers/whatsapp-web/send/seal.ts";
import type { Secrets } from "../../secrets/envelope.ts";
import { createInbox, type TakeCalls } from "./inbox.ts";

/** Where people are on WhatsApp, in memory: as WhatsApp last had them. */
const RECIPIENTS_REMEMBERED = 20_000;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The records that paired numbers keep of messages, in the database. Messages are sealed: they hold keys of files and
 * polls.
 */
export function createWhatsAppWebRecords(
  past: PastDependencies,
  secrets: Secrets,
  takeCalls: TakeCalls,
): WhatsAppWebRecords {
  const { sql } = past;
  const remember = groupCommit(async (sends: readonly SendInput[]) => {
    await rememberSends(sql, sends);
    return sends.map(() => undefined);
  });
  const inbox = createInbox(WHATSAPP_WEB.name, takeCalls);
  const recipients = new Map<string, string>();

  function remembered({ channelId }: ChannelKey, phone: string, jid: string): void {
    setNewest(recipients, `${channelId} ${phone}`, jid, RECIPIENTS_REMEMBERED);
  }

  const seal = (channel: ChannelKey, id: string, message: Uint8Array) =>
    sealMessage(secrets, channel.channelId, id, message);
  return {
    remember: (channel, note) => runQuery(() => remember(asInput(channel, note, seal))),
    async find(channel, id) {
      const row = await runQuery(() => findWhatsAppWebMessage(sql, channel, id));
      if (row === null) return null;
      const message = Buffer.from(
        secrets.decrypt(row.sealed, messageContext(channel.channelId, id)),
        "base64",
      );
      const { remote_jid: remoteJid, from_me: fromMe, created_at: at, participant } = row;
      return { remoteJid, fromMe, message, at, participant };
    },
    seal,
    replace: (channel, id, message) =>
      replaceWhatsAppWebMessage(sql, channel, id, seal(channel, id, message)),
    async receive(channel, facts) {
      await inbox(channel, facts);
      for (const [phone, jid] of facts.flatMap(addressUsed)) remembered(channel, phone, jid);
    },
    storePast: async (channel, messages) =>
      await runQuery(async () => (await storePastMessages(past, channel, messages)).stored),
    async keepAnswer(channel, requestId, answer) {
      const ids = answer.map(({ message }) => message.providerMessageId);
      const known = await runQuery(() => knownMessages(sql, channel, ids));
      const undecrypted = new Set(
        known.filter(({ type }) => type === UNDECRYPTABLE).map((row) => row.provider_message_id),
      );
      const facts = answer.flatMap(({ fact }) => (undecrypted.has(fact.providerMessageId) ? [fact] : []));
      if (facts.length > 0) await inbox(channel, facts);
      const messages = answer.map(({ message }) => message);
      return await runQuery(() => keepAnswer(past, channel, requestId, messages));
    },
    nextHoleQuestion: (channel) => runQuery(() => nextHoleQuestion(past, channel)),
    holeAsked: (channel, question, requestId) =>
      runQuery(() => holeAsked(past, channel, question, requestId)),
    async recipient(channel, phone) {
      const known = recipients.get(`${channel.channelId} ${phone}`);
      if (known !== undefined) return known;
      const found = await runQuery(() => findWhatsAppWebRecipient(sql, channel, phone));
      if (typeof found === "string") remembered(channel, phone, found);
      return found;
    },
    keepRecipient: (channel, phone, jid) =>
      runQuery(() => keepWhatsAppWebRecipient(sql, channel, phone, jid)),
    forgetPicture: ({ organizationId }, person) => runQuery(() => forgetPicture(sql, organizationId, person)),
    status: (channel, id) => runQuery(() => statusOf(sql, channel, id)),
  };
}

/** A number and the address at which WhatsApp has just had it: its own, or its LID; nothing of other facts. */
function addressUsed(fact: InboundFact): [phone: string, jid: string][] {
  if (fact.kind !== "message" || fact.person.type !== "phone") return [];
  const jid = fact.original?.remoteJid ?? "";
  return /^[0-9]+@(lid|s\.whatsapp\.net)$/.test(jid) ? [[fact.person.value, jid]] : [];
}

/** Does the work on the database; what passes there is no fault of the message that needs it. */
async function runQuery<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (mayPass(cause)) throw new RecordsUnavailable("the database can't store anything now", { cause });
    throw cause;
  }
}

function asInput(channel: ChannelKey, note: SendNote, seal: WhatsAppWebRecords["seal"]): SendInput {
  const { rendered, original } = note;
  const choices = rendered?.choices ?? [];
  return {
    organization_id: channel.organizationId,
    channel_id: channel.channelId,
    message_id: note.messageId,
    provider_message_id: note.providerMessageId,
    address: note.address,
    remote_jid: original.remoteJid,
    sealed: seal(channel, note.providerMessageId, original.message),
    rendered_as: rendered?.text ?? null,
    reply: rendered?.reply ?? null,
    choices: choices.length === 0 ? null : JSON.stringify(choices),
  };
}

/** The status of a message, by our id or WhatsApp's. */
async function statusOf(sql: Sql, channel: ChannelKey, id: string) {
  const { organizationId, channelId } = channel;
  const row = UUID.test(id)
    ? await findMessage(sql, organizationId, id)
    : await findMessageByProviderId(sql, organizationId, channelId, id);
  if (row === null || row.channel_id !== channelId) return null;
  const at = (status: string) => row.status_history.find((entry) => entry.status === status)?.at ?? null;
  return {
    message_id: row.id,
    provider_message_id: row.provider_message_id,
    status: row.status,
    sent_at: at("sent"),
    delivered_at: at("delivered"),
    read_at: at("read"),
  };
}
