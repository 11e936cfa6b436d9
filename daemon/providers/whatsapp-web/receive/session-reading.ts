import type { WASocket } from "baileys";
import { orNull } from "../connection/questions/within.ts";
import type { WhatsAppWebSession } from "../connection/session.ts";
import { isAdminIn } from "../groups/describe.ts";
import type { KnownGroups } from "../groups/known-groups.ts";
import { type Library, openLibrary } from "../library/library.ts";
import type { WhatsAppWebRecords } from "../send/records.ts";
import { type FindPhone, identityOf } from "./person.ts";
import type { Reading } from "./reading.ts";
import { findRecent } from "./recent.ts";

/** What a session has for reading messages. */
export type SessionParts = {
  session: WhatsAppWebSession;
  socket: WASocket;
  records: WhatsAppWebRecords;
  groups: KnownGroups;
};

/** Something a message is read with could not be had: it is no fault of the message's. */
export class Unavailable extends Error {}

export async function available<Value>(found: Promise<Value>): Promise<Value> {
  return await found.catch((cause: unknown) => {
    throw new Unavailable("what a message is read with could not be had", { cause });
  });
}

/** How messages of a session are read; null before its number is known. */
export async function readingOf({ session, socket, records, groups }: SessionParts): Promise<Reading | null> {
  const own = session.identity();
  if (own === null) return null;
  const library = await openLibrary();
  return {
    library,
    own,
    find: async (id) => findRecent(socket, id) ?? (await available(records.find(session, id))),
    seal: (id, message) => records.seal(session, id, message),
    subjectOf: async (id) => (await groups.find(id))?.subject ?? null,
    isAdmin: async (id, address) => isAdminIn(library, await groups.find(id), address),
    orderItems: (orderId, token) => orderItems(socket, orderId, token),
    findPhone: phoneFinder(library, socket),
  };
}

/** Finds numbers by what a session knows of LIDs. */
export function phoneFinder(library: Library, socket: WASocket): FindPhone {
  return async (lidJid) => {
    const jid = await available(socket.signalRepository.lidMapping.getPNForLID(lidJid));
    const found = jid === null ? null : identityOf(library, jid);
    return found?.type === "phone" ? found.value : null;
  };
}

/** WhatsApp may take this long to return an order's items: messages behind the order wait for it. */
const ORDER_MS = 5000;

async function orderItems(socket: WASocket, orderId: string, token: string): Promise<unknown[]> {
  const found = await orNull(ORDER_MS, socket.getOrderDetails(orderId, token));
  return (found?.products ?? []).map(({ id, name, quantity, price, currency }) => ({
    product_retailer_id: id,
    name,
    quantity,
    item_price: price,
    currency,
  }));
}

/** Whether an address is one of the number's own devices. */
export function ownJid(session: WhatsAppWebSession): (jid: string) => boolean {
  const own = session.identity();
  const users = [own?.jid, own?.lid].flatMap((jid) => (jid ? userOf(jid) : []));
  return (jid) => users.includes(userOf(jid));
}

/** An address without its device. */
function userOf(jid: string): string {
  return jid.replace(/:\d+@/, "@");
}
