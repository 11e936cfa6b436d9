import type { proto, WAMessageKey } from "baileys";
import type { InboundFact, ReceivedMessage } from "../../inbound.ts";
import { momentOf } from "../../moment.ts";
import { UNDECRYPTABLE } from "../../received-message.ts";
import type { Revision } from "../../revision.ts";
import type { UndecryptedReason } from "../connection/incoming/copies.ts";
import { readContent } from "./content.ts";
import { readEventAnswer, readOrder, readVote, unseal, type Writer, withPostgresText } from "./details.ts";
import { readStub, readTimerChange } from "./happened/notices.ts";
import type { Part } from "./kinds.ts";
import type { Arrived, Reading } from "./reading.ts";
import { plainOf, type Sealed, sealedIn } from "./sealed.ts";
import { authorOf, isOwn, type Sender, senderOf, sidesOf } from "./sender.ts";
import { unwrapped } from "./unwrap.ts";

/**
 * The facts of an arrived message: a message, a notice of what happened in its chat, an echo of one written on the phone, an edit or a revocation. One that
 * could not be decrypted is a message without content until a copy comes. None for what is neither in a group nor
 * between the number and one person.
 */
export async function readArrived(reading: Reading, arrived: Arrived): Promise<InboundFact[]> {
  const { library } = reading;
  const { key, undecrypted } = arrived;
  if (undecrypted !== null) return await withoutContent(reading, arrived, undecryptable(undecrypted));
  const given = withoutKeys(unwrapped(arrived.message));
  if (!key.id || (!given && arrived.stub === null)) return [];
  const sender = await senderOf(reading, key);
  if (sender === null) return [];
  if (!given) return await readStub(reading, sender, arrived);
  const at = momentOf(arrived.seconds);
  const writer = { ...sender.person, isOwn: key.fromMe === true };
  const sealed = sealedIn(library, given);
  const message = sealed === null ? given : await openedOf(reading, writer, sealed, given);
  if (message.protocolMessage)
    return [
      ...readTimerChange(reading, sender, arrived),
      ...(await revision(reading, key, sender, message.protocolMessage, at)),
    ];
  const part = readContent(message);
  if (part === null) return [];
  const order = part.order === null ? null : await readOrder(reading, part.order, message.orderMessage ?? {});
  const details = await detailsOf(reading, writer, message, sealed);
  const sides = await sidesOf(reading, sender, arrived);
  const whole = { ...part, order, content: { ...part.content, ...details } };
  return [{ ...received(reading, arrived, whole, message), ...sides, at }];
}

/** A sealed edit or reaction in its plain form; as it is when it can't be opened. */
async function openedOf(reading: Reading, writer: Writer, sealed: Sealed, given: proto.IMessage) {
  if (sealed.purpose === "Event Response") return given;
  const plain = await unseal(reading, writer, sealed);
  return (plain && plainOf(reading.library, sealed, plain)) ?? given;
}

/** The votes in a poll, or the answer to an invitation. */
async function detailsOf(reading: Reading, writer: Writer, message: proto.IMessage, sealed: Sealed | null) {
  if (message.pollUpdateMessage) return await readVote(reading, writer, message.pollUpdateMessage);
  return sealed?.purpose === "Event Response" ? await readEventAnswer(reading, writer, sealed) : {};
}

/** A message without the key to those of its group, which belongs to the session alone. */
function withoutKeys(message: proto.IMessage | undefined): proto.IMessage | undefined {
  if (!message?.senderKeyDistributionMessage) return message;
  const { senderKeyDistributionMessage: _key, ...rest } = message;
  return rest;
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

async function withoutContent(reading: Reading, arrived: Arrived, part: Part): Promise<InboundFact[]> {
  const { key, seconds } = arrived;
  const sender = await senderOf(reading, key);
  // what can't be read in the chat with oneself are mostly words between the phone and its devices
  if (sender === null || !key.id || isOwn(reading, sender)) return [];
  return [
    {
      kind: "message",
      providerMessageId: key.id,
      direction: key.fromMe === true ? "outbound" : "inbound",
      ...(await sidesOf(reading, sender, arrived)),
      ...part,
      at: momentOf(seconds),
    },
  ];
}

function received(
  { library, seal }: Reading,
  { key }: Arrived,
  part: Part,
  message: proto.IMessage,
): Omit<ReceivedMessage, "person" | "alias" | "name" | "fromPhone" | "userId" | "participant" | "at"> {
  const id = key.id ?? "";
  const direction = key.fromMe === true ? "outbound" : "inbound";
  const whole = library.proto.Message.encode(library.proto.Message.fromObject(message)).finish();
  return {
    kind: "message",
    providerMessageId: id,
    direction,
    ...part,
    content: withPostgresText(part.content),
    media: part.media === null ? null : { ...part.media, providerMediaId: id },
    original: { remoteJid: key.remoteJid ?? "", sealed: seal(id, whole) },
  };
}

/** A message that its author changed or took back. */
async function revision(
  reading: Reading,
  key: WAMessageKey,
  sender: Sender,
  { type, key: about, editedMessage }: proto.Message.IProtocolMessage,
  at: Date,
): Promise<Revision[]> {
  const { library } = reading;
  const { REVOKE, MESSAGE_EDIT } = library.proto.Message.ProtocolMessage.Type;
  const originalId = about?.id;
  if (!originalId || (type !== REVOKE && type !== MESSAGE_EDIT)) return [];
  const edited = unwrapped(editedMessage);
  const content = type === REVOKE || !edited ? null : (readContent(edited)?.content ?? null);
  if (type === MESSAGE_EDIT && content === null) return [];
  return [
    {
      kind: "revision",
      providerMessageId: key.id ?? "",
      originalId,
      content: content === null ? null : withPostgresText(content),
      author: await authorOf(reading, sender, key),
      at,
    },
  ];
}
