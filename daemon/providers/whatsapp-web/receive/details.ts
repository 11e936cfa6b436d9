import type { proto } from "baileys";
import { type Json, text } from "../../cloud-api/inbound/values.ts";
import type { PlacedOrder } from "../../inbound.ts";
import type { Person } from "./person.ts";
import type { Reading } from "./reading.ts";
import { openVote } from "./votes.ts";

/** An order with what was ordered, which WhatsApp tells on request. */
export async function readOrder(
  { orderItems }: Reading,
  order: PlacedOrder,
  { orderId, token }: proto.Message.IOrderMessage,
): Promise<PlacedOrder> {
  return orderId && token ? { ...order, items: await orderItems(orderId, token) } : order;
}

/** What was ticked; `options` is null when the poll is not known here. */
export async function readVote(
  reading: Reading,
  { person, alias }: Person,
  update: proto.Message.IPollUpdateMessage,
): Promise<Json> {
  const { library, own, find } = reading;
  const creator = update.pollCreationMessageKey?.participant;
  const pollId = update.pollCreationMessageKey?.id ?? "";
  const poll = await find(pollId);
  if (poll === null) return { options: null };
  const me = [own.jid, own.lid].flatMap((jid) => (jid === null ? [] : [library.jidNormalizedUser(jid)]));
  const them = [person, alias].flatMap((one) =>
    one === null ? [] : [`${one.value}@${one.type === "lid" ? "lid" : "s.whatsapp.net"}`],
  );
  const creators = poll.fromMe ? me : creator ? [library.jidNormalizedUser(creator)] : them;
  return { options: openVote(library, poll, { pollId, update, creators, voters: them }) };
}

/** Content that Postgres can hold as text, however it was made. */
export function withPostgresText(content: Json): Json {
  return JSON.parse(JSON.stringify(content), (_key, value: unknown) =>
    typeof value === "string" ? text(value) : value,
  );
}
