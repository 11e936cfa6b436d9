import type { BinaryNode } from "baileys";
import type { Companion } from "../memory/phones.ts";
import { formatAddress, isGroup, lidJid, parseAddress, phoneJid, STATUS } from "../wire/jids.ts";
import { child, children, node } from "../wire/nodes.ts";
import type { World } from "../world.ts";
import { deliver } from "./delivery.ts";

/** A companion's copy of a message from another: its envelope, and the address it was put under. */
type Part = { to: Companion; jid: string; envelope: BinaryNode };

/**
 * Passes on the parts of a message that are for linked companions: the sender's other ones, which
 * get a copy of everything, and those of other numbers (Baileys reads them in Utils/decode-wa-message.js).
 */
export function forwardMessage(world: World, sender: Companion, stanza: BinaryNode): void {
  if (isGroup(stanza.attrs.to) || stanza.attrs.to === STATUS) {
    forwardInGroup(world, sender, stanza);
    return;
  }
  for (const { to, jid, envelope } of partsOf(world, stanza)) {
    if (to === sender) continue;
    const proof = child(stanza, "device-identity");
    const attributes = messageAttributes(world, sender, stanza, { to, jid, envelope });
    deliver(world, to, node("message", attributes, [envelope, ...(proof === undefined ? [] : [proof])]));
  }
}

/** In a group every companion of its members gets what all get, and some the key to it; a status goes to those alone. */
function forwardInGroup(world: World, sender: Companion, stanza: BinaryNode): void {
  const { id, type, edit, to: from, participant: only } = stanza.attrs;
  const keys = partsOf(world, stanza, only);
  const forAll = children(stanza, "enc").filter(({ attrs }) => attrs.type === "skmsg");
  const proof = children(stanza, "device-identity");
  const by = { participant: sender.lid, participant_pn: sender.jid, addressing_mode: "lid" };
  const attributes = { id, type, edit, from, ...by, notify: sender.account.pushName };
  const members = world.people.groupMembers(from ?? "");
  const readers =
    from === STATUS
      ? keys.map(({ to }) => to)
      : members.flatMap((number) => [...(world.phones.find(number)?.devices.values() ?? [])]);
  for (const to of readers) {
    const envelopes = [...keys.filter((part) => part.to === to).map(({ envelope }) => envelope), ...forAll];
    if (to === sender || envelopes.length === 0) continue;
    deliver(world, to, node("message", attributes, [...envelopes, ...proof]));
  }
}

/** Passes on what a companion says about a message that another companion sent. */
export function forwardReceipt(world: World, sender: Companion, stanza: BinaryNode): void {
  const { id, type, recipient, participant } = stanza.attrs;
  const group = isGroup(stanza.attrs.to) ? stanza.attrs.to : undefined;
  const jid = group === undefined ? stanza.attrs.to : participant;
  const to = world.phones.companion(jid);
  if (to === undefined || to === sender) return;
  const whom = addressLike(sender, jid);
  const from = group === undefined ? { from: whom } : { from: group, participant: whom };
  const receipt = node("receipt", { id, type, recipient, ...from }, stanza.content);
  deliver(world, to, receipt);
}

/** One part per companion; a message to one device only has its envelope directly in the stanza. */
function partsOf({ phones }: World, stanza: BinaryNode, only = stanza.attrs.to): Part[] {
  const participants = child(stanza, "participants");
  const holders =
    participants === undefined
      ? [{ jid: only ?? "", holder: stanza }]
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
