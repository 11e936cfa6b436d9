import { randomBytes } from "node:crypto";
import type { BinaryNode, proto } from "baileys";
import { seconds } from "../../wire/nodes.ts";
import { addressOf, type Form } from "../identity/addresses.ts";
import type { Person } from "../identity/persons.ts";
import { readEncoded } from "../receiving/contents.ts";
import { keepMessage } from "../receiving/keeping.ts";
import { baileys } from "../signal/libraries.ts";
import type { World } from "../world.ts";
import type { Outline } from "./outline.ts";
import { transmit } from "./transmission.ts";

/** A message as a phone makes it, and what its stanza says beside it. */
export type Saying = {
  /** Encoded already where Baileys' protocol buffers cannot express it. */
  message: proto.IMessage | Uint8Array;
  /** The stanza's type; text when there is none. */
  type?: "media" | "reaction" | "poll" | "event";
  /** The envelope's: image, vcard… */
  mediaType?: string;
  /** 1: edits a message, 7: revokes one. */
  edit?: "1" | "7";
  beside?: BinaryNode[];
};

/** Somebody's message to somebody. */
export type Letter = {
  from: Person;
  to: Person;
  saying: Saying;
  form: Form;
  /** Companions only learn that there is a message, and have to ask for it. */
  isPlaceholder?: boolean;
  /** Companions learn of it only when they ask the phone for the chat, or get a placeholder for good. */
  keptBack?: "until_asked" | "for_good";
  /** So many copies for companions can't be decrypted. */
  unreadable?: number;
  /** Whether the number stands beside the LID; as the sender behaves when it is not said. */
  showsNumber?: boolean;
};

const MET = "people/met/";

/** A message id as phones make them. */
export function newMessageId(): string {
  return randomBytes(16).toString("hex").toUpperCase();
}

/**
 * Sends a message from a phone: to the other phone, to the companions of the other side and, as a copy, to
 * the companions of the sender. Returns its id.
 */
export function say(world: World, letter: Letter): string {
  const { from, to, form, saying, keptBack } = letter;
  const id = newMessageId();
  const plain = encodeSaying(saying.message);
  const contents = readEncoded(plain);
  const entry = { id, form, device: 0, raw: base64(plain) };
  keepMessage(world, from, contents, { ...entry, chat: to.number, fromMe: true });
  const raw = keptBack === "for_good" ? "" : entry.raw;
  keepMessage(world, to, contents, { ...entry, raw, chat: from.number, fromMe: false });
  const attrs = { id, ...stanzaOf(world, letter), ...senderOf(world, letter) };
  const { unreadable } = letter;
  const isPlaceholder = letter.isPlaceholder || keptBack === "for_good";
  const envelope = isPlaceholder ? keptBackOf(plain) : envelopeOf(saying);
  const { beside = [] } = saying;
  const outline = { attrs, plain: isPlaceholder ? null : base64(plain), unreadable, envelope, beside };
  const hearing = keptBack === "until_asked" ? [] : world.companionsOf(to.number);
  for (const device of hearing) transmit(world, from, device, outline);
  copy(
    world,
    letter,
    { ...outline, envelope: envelopeOf(saying), plain: base64(plain), unreadable: 0 },
    plain,
  );
  return id;
}

/** The protocol buffers of a message. */
export function encodeSaying(message: Saying["message"]): Uint8Array {
  return message instanceof Uint8Array ? message : baileys().proto.Message.encode(message).finish();
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

function stanzaOf(world: World, { from, saying }: Letter): Outline["attrs"] {
  const { type = "text", edit } = saying;
  const { pushName } = world.profile(from.number);
  return { type, edit, t: seconds(), notify: pushName };
}

function envelopeOf({ type, mediaType }: Saying): Outline["envelope"] {
  const hidden = type === "reaction" ? { "decrypt-fail": "hide" } : {};
  return { ...(mediaType && { mediatype: mediaType }), ...hidden };
}

/** WhatsApp never gives view-once messages to companions. */
function keptBackOf(plain: Uint8Array): Outline["envelope"] {
  const { viewOnceMessage, viewOnceMessageV2 } = baileys().proto.Message.decode(plain);
  return viewOnceMessage || viewOnceMessageV2 ? { type: "view_once_unavailable_fanout" } : {};
}

/** A message by LID names the sender's number beside it, unless it is hidden; one by number names the LID. */
function senderOf(world: World, letter: Letter): Outline["attrs"] {
  const { from, to, form } = letter;
  if (form !== "lid") {
    return { from: addressOf(from, form), sender_lid: addressOf(from, "lid") };
  }
  const shows = letter.showsNumber ?? showsNumber(world, from, to);
  const number = shows ? addressOf(from, "s.whatsapp.net") : undefined;
  return { from: addressOf(from, form), addressing_mode: "lid", sender_pn: number };
}

function showsNumber({ behaviours, keep }: World, from: Person, to: Person): boolean {
  const met = `${MET}${from.root}/${to.root}`;
  const isFirst = keep.get(met) === undefined;
  if (isFirst) keep.set(met, "");
  const { number } = behaviours.of(from.number);
  return number === "shown" || (number === "late" && !isFirst);
}

/** The sender's own companions get a copy that names the recipient; `sender_lid` there would be taken for the recipient's. */
function copy(world: World, { from, to, form }: Letter, outline: Outline, plain: Uint8Array): void {
  const { proto } = baileys();
  const recipient = addressOf(to, form);
  const { sender_lid: _lid, sender_pn: _number, ...attrs } = outline.attrs;
  const other = addressOf(to, form === "lid" ? "s.whatsapp.net" : "lid");
  const peer = form === "lid" ? { peer_recipient_pn: other } : { peer_recipient_lid: other };
  const companions = world.companionsOf(from.number);
  if (companions.length === 0) return;
  const deviceSentMessage = { destinationJid: recipient, message: proto.Message.decode(plain) };
  const wrapped = base64(proto.Message.encode({ deviceSentMessage }).finish());
  for (const device of companions) {
    transmit(world, from, device, { ...outline, attrs: { ...attrs, recipient, ...peer }, plain: wrapped });
  }
}
