import type { proto, WAMessageKey } from "baileys";
import { moment, text } from "../../cloud-api/inbound/values.ts";
import { type InboundFact, type ReceivedMessage, type Revision, UNDECRYPTABLE } from "../../inbound.ts";
import type { UndecryptedReason } from "../connection/copies.ts";
import type { OwnIdentity } from "../connection/session.ts";
import type { Library } from "../library/library.ts";
import { readContent } from "./content.ts";
import { readOrder, readVote, withPostgresText } from "./details.ts";
import type { Part } from "./kinds.ts";
import { type Person, personOf } from "./person.ts";
import type { Arrived, Reading } from "./reading.ts";
import { unwrapped } from "./unwrap.ts";

/**
 * What an arrived message tells: a message, an echo of what was written on the
 * phone, an edit or a revocation. What could not be decrypted is a message
 * without its content until a copy comes. Nothing for what is not between the
 * number and one person.
 */
export async function readArrived(reading: Reading, arrived: Arrived): Promise<InboundFact[]> {
  const { library, own } = reading;
  const { key, undecrypted } = arrived;
  if (undecrypted !== null) return await withoutContent(reading, arrived, undecryptable(undecrypted));
  const message = unwrapped(library, arrived.message);
  if (!message || !key.id) return [];
  const person = await personOf(library, key, reading.findPhone);
  if (person === null || person.phone === own.phone || isOwnLid(library, person, own)) return [];
  const at = moment(arrived.seconds);
  if (message.protocolMessage) return revision(reading, key, person, message.protocolMessage, at);
  const part = readContent(library.extractMessageContent(message) ?? message);
  if (part === null) return [];
  const order = part.order === null ? null : await readOrder(reading, part.order, message.orderMessage ?? {});
  const voted = message.pollUpdateMessage ? await readVote(reading, person, message.pollUpdateMessage) : {};
  return [
    received(
      reading,
      arrived,
      person,
      { ...part, order, content: { ...part.content, ...voted } },
      message,
      at,
    ),
  ];
}

/** Stands for a message that nothing can be made of: that somebody sent something is known all the same. */
export async function unreadable(reading: Reading, arrived: Arrived): Promise<InboundFact[]> {
  return await withoutContent(reading, arrived, {
    ...NOTHING,
    type: "unsupported",
    content: { provider_type: "unreadable" },
  });
}

const NOTHING = { media: null, order: null };

function undecryptable(reason: UndecryptedReason): Part {
  return { ...NOTHING, type: UNDECRYPTABLE, content: { undecryptable: true, reason } };
}

async function withoutContent(
  { library, own, findPhone }: Reading,
  { key, pushName, seconds }: Arrived,
  part: Part,
): Promise<InboundFact[]> {
  const sender = await personOf(library, key, findPhone);
  if (sender === null || !key.id || sender.phone === own.phone || isOwnLid(library, sender, own)) return [];
  const isEcho = key.fromMe === true;
  return [
    {
      kind: "message",
      providerMessageId: key.id,
      direction: isEcho ? "outbound" : "inbound",
      person: sender.person,
      alias: sender.alias,
      name: isEcho ? null : text(pushName),
      fromPhone: isEcho ? own.phone : sender.phone,
      userId: sender.userId,
      ...part,
      at: moment(seconds),
    },
  ];
}

function isOwnLid(library: Library, { person }: Person, own: OwnIdentity): boolean {
  return person.type === "lid" && own.lid !== null && library.jidDecode(own.lid)?.user === person.value;
}

function received(
  { library, own, seal }: Reading,
  { key, pushName }: Arrived,
  { person, alias, phone, userId }: Person,
  part: Part,
  message: proto.IMessage,
  at: Date,
): ReceivedMessage {
  const id = key.id ?? "";
  const direction = key.fromMe === true ? "outbound" : "inbound";
  const whole = library.proto.Message.encode(library.proto.Message.fromObject(message)).finish();
  return {
    kind: "message",
    providerMessageId: id,
    direction,
    person,
    alias,
    name: direction === "inbound" ? text(pushName) : null,
    fromPhone: direction === "inbound" ? phone : own.phone,
    userId,
    ...part,
    content: withPostgresText(part.content),
    media: part.media === null ? null : { ...part.media, providerMediaId: id },
    original: { remoteJid: key.remoteJid ?? "", sealed: seal(id, whole) },
    at,
  };
}

/** A message that its author changed or took back. */
function revision(
  { library }: Reading,
  key: WAMessageKey,
  { person }: Person,
  { type, key: about, editedMessage }: proto.Message.IProtocolMessage,
  at: Date,
): Revision[] {
  const { REVOKE, MESSAGE_EDIT } = library.proto.Message.ProtocolMessage.Type;
  const originalId = about?.id;
  if (!originalId || (type !== REVOKE && type !== MESSAGE_EDIT)) return [];
  const edited = library.normalizeMessageContent(editedMessage);
  const content = type === REVOKE || !edited ? null : (readContent(edited)?.content ?? null);
  if (type === MESSAGE_EDIT && content === null) return [];
  const direction = key.fromMe === true ? "outbound" : "inbound";
  return [
    {
      kind: "revision",
      providerMessageId: key.id ?? "",
      originalId,
      content: content === null ? null : withPostgresText(content),
      author: { person, direction },
      at,
    },
  ];
}
