import type { proto } from "baileys";
import { type Json, text } from "../../cloud-api/inbound/values.ts";
import type { PlacedOrder } from "../../inbound.ts";
import type { Original } from "../send/records.ts";
import type { Person } from "./person.ts";
import type { Reading } from "./reading.ts";
import { open, type Sealed, type Sides } from "./sealed.ts";
import { openVote } from "./votes.ts";

/** An order with its items, which WhatsApp returns on request. */
export async function readOrder(
  { orderItems }: Reading,
  order: PlacedOrder,
  { orderId, token }: proto.Message.IOrderMessage,
): Promise<PlacedOrder> {
  return orderId && token ? { ...order, items: await orderItems(orderId, token) } : order;
}

/** The chosen options of a poll; `options` is null when the poll is not known here. */
export async function readVote(
  reading: Reading,
  writer: Writer,
  update: proto.Message.IPollUpdateMessage,
): Promise<Json> {
  const { library, find } = reading;
  const about = update.pollCreationMessageKey ?? {};
  const pollId = about.id ?? "";
  const poll = await find(pollId);
  if (poll === null) return { options: null };
  const { creators, authors: voters } = sidesIn(reading, writer, poll, about);
  return { options: openVote(library, poll, { pollId, update, creators, voters }) };
}

/** The answer to an invitation to an event; `response` is null when the event is not known here. */
export async function readEventAnswer(reading: Reading, writer: Writer, sealed: Sealed): Promise<Json> {
  const plain = await unseal(reading, writer, sealed);
  if (plain === null) return { response: null };
  const { response, extraGuestCount } = reading.library.proto.Message.EventResponseMessage.decode(plain);
  return { response: EVENT_RESPONSES[response ?? 0] ?? null, extra_guests: extraGuestCount ?? 0 };
}

/** `EventResponseMessage.EventResponseType` of WhatsApp's protocol. */
const EVENT_RESPONSES: Record<number, string> = { 1: "going", 2: "not_going", 3: "maybe" };

/**
 * Opens content that is sealed with the secret of an earlier message; null when that is not known here, or it does not
 * open.
 */
export async function unseal(reading: Reading, writer: Writer, sealed: Sealed): Promise<Uint8Array | null> {
  const original = await reading.find(sealed.about.id ?? "");
  if (original === null) return null;
  return open(reading.library, sealed, original, sidesIn(reading, writer, original, sealed.about));
}

/** Who wrote something about a message: the number itself, or a person. */
export type Writer = Person & { isOwn: boolean };

function sidesIn(
  { library, own }: Reading,
  { person, alias, isOwn }: Writer,
  original: Original,
  { participant }: proto.IMessageKey,
): Sides {
  const me = [own.jid, own.lid].flatMap((jid) => (jid === null ? [] : [library.jidNormalizedUser(jid)]));
  const them = [person, alias].flatMap((one) =>
    one === null ? [] : [`${one.value}@${one.type === "lid" ? "lid" : "s.whatsapp.net"}`],
  );
  const others = participant ? [library.jidNormalizedUser(participant)] : them;
  return { creators: original.fromMe ? me : others, authors: isOwn ? me : them };
}

/** Content that Postgres can hold as text, however it was made. */
export function withPostgresText(content: Json): Json {
  return JSON.parse(JSON.stringify(content), (_key, value: unknown) =>
    typeof value === "string" ? text(value) : value,
  );
}
