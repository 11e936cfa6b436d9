import type { BinaryNode } from "baileys";
import type { Companion } from "../memory/phones.ts";
import { formatAddress, lidJid, parseAddress, phoneJid } from "../wire/jids.ts";
import { child, children, node } from "../wire/nodes.ts";
import type { World } from "../world.ts";
import { deliver } from "./delivery.ts";

/** What one companion is sent by another: its envelope and the address it was put under. */
type Part = { to: Companion; jid: string; envelope: BinaryNode };

/**
 * Passes on the parts of a message that are for linked companions: the sender's other ones, which
 * get a copy of everything, and those of other numbers (Baileys reads them in Utils/decode-wa-message.js).
 */
export function forwardMessage(world: World, sender: Companion, stanza: BinaryNode): void {
  for (const { to, jid, envelope } of partsOf(world, stanza)) {
    if (to === sender) continue;
    const proof = child(stanza, "device-identity");
    const attributes = messageAttributes(world, sender, stanza, { to, jid, envelope });
    deliver(world, to, node("message", attributes, [envelope, ...(proof === undefined ? [] : [proof])]));
  }
}

/** Passes on what a companion says about a message that another companion sent. */
export function forwardReceipt(world: World, sender: Companion, stanza: BinaryNode): void {
  const { to: jid, id, type, recipient } = stanza.attrs;
  const to = world.phones.companion(jid);
  if (to === undefined || to === sender) return;
  const receipt = node("receipt", { id, type, recipient, from: addressLike(sender, jid) }, stanza.content);
  deliver(world, to, receipt);
}

/** One part per companion; a message to one device only has its envelope directly in the stanza. */
function partsOf({ phones }: World, stanza: BinaryNode): Part[] {
  const participants = child(stanza, "participants");
  const holders =
    participants === undefined
      ? [{ jid: stanza.attrs.to ?? "", holder: stanza }]
      : children(participants, "to").map((holder) => ({ jid: holder.attrs.jid ?? "", holder }));
  return holders.flatMap(({ jid, holder }) => {
    const to = phones.companion(jid);
    const envelope = child(holder, "enc");
    return to === undefined || envelope === undefined ? [] : [{ to, jid, envelope }];
  });
}

function messageAttributes(world: World, sender: Companion, stanza: BinaryNode, { to, jid }: Part) {
  const { id, type, category, edit } = stanza.attrs;
  const own = { id, type, category, edit, from: addressLike(sender, jid) };
  if (to.account !== sender.account) {
    const other = parseAddress(jid)?.server === "lid" ? "sender_pn" : "sender_lid";
    const alias = other === "sender_pn" ? sender.account.jid : sender.account.lid;
    return { ...own, notify: sender.account.pushName, [other]: alias };
  }
  const chat = parseAddress(stanza.attrs.recipient ?? stanza.attrs.to);
  if (chat === undefined || category === "peer") return own;
  const recipient = formatAddress({ ...chat, device: 0 });
  return { ...own, recipient, ...recipientAlias(world, recipient) };
}

/** The other address of the chat that a copy belongs to. */
function recipientAlias({ phones, people }: World, recipient: string): Record<string, string> {
  const number = phones.numberAt(recipient);
  if (number === undefined) return {};
  return parseAddress(recipient)?.server === "lid"
    ? { peer_recipient_pn: phoneJid(number) }
    : { peer_recipient_lid: lidJid(people.lidOf(number)) };
}

/** The companion's address in the form of another one: by LID or by number. */
function addressLike(companion: Companion, jid: string | undefined): string {
  return parseAddress(jid)?.server === "lid" ? companion.lid : companion.jid;
}
