import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import type { proto } from "baileys";
import type { Device } from "../../link.ts";
import { lidJid, phoneJid } from "../../wire/jids.ts";
import { seconds } from "../../wire/nodes.ts";
import { baileys } from "../signal/libraries.ts";
import type { World } from "../world.ts";
import { newMessageId } from "./saying.ts";
import { transmit } from "./transmission.ts";

/** Somebody in the phone's address book, and perhaps what they once wrote. */
export type PastContact = { number: string; name: string; text?: string | undefined };

const WELCOMED = "people/welcomed/";
const HISTORY = "people/history/";

/**
 * Gives a companion that logs in for the first time what a phone gives it: the key of the app state, then the
 * history. Both go as messages of the category `peer`; Baileys waits 20 seconds for the history.
 */
export function welcome(world: World, device: Device): void {
  if (world.keep.get(WELCOMED + device.jid) !== undefined) return;
  world.keep.set(WELCOMED + device.jid, "");
  sendPeer(world, device, keyShare());
  sendPeer(world, device, historyOf(world, "INITIAL_BOOTSTRAP", history(world, device.account.number)));
}

/** Puts people into the address book of a phone; companions that are linked already get them at once. */
export function addHistory(world: World, number: string, contacts: PastContact[]): void {
  world.keep.set(HISTORY + number, JSON.stringify([...history(world, number), ...contacts]));
  for (const device of world.companionsOf(number)) {
    sendPeer(world, device, historyOf(world, "RECENT", contacts));
  }
}

function history({ keep }: World, number: string): PastContact[] {
  return JSON.parse(keep.get(HISTORY + number) ?? "[]");
}

/** Sends a message from the phone to one of its companions, which is about no chat. */
export function sendPeer(
  world: World,
  device: Device,
  protocolMessage: proto.Message.IProtocolMessage,
): void {
  const phone = world.persons.of(device.account.number);
  const attrs = {
    id: newMessageId(),
    from: device.account.jid,
    type: "text",
    category: "peer",
    t: seconds(),
  };
  const plain = Buffer.from(baileys().proto.Message.encode({ protocolMessage }).finish()).toString("base64");
  transmit(world, phone, device, { attrs, plain, envelope: {}, beside: [] });
}

function keyShare(): proto.Message.IProtocolMessage {
  const { Type } = baileys().proto.Message.ProtocolMessage;
  const keyId = { keyId: Buffer.concat([Buffer.alloc(2), randomBytes(4)]) };
  const fingerprint = { rawId: 1, currentIndex: 0, deviceIndexes: [0, 1] };
  const keyData = { keyData: randomBytes(32), fingerprint, timestamp: Date.now() };
  return { type: Type.APP_STATE_SYNC_KEY_SHARE, appStateSyncKeyShare: { keys: [{ keyId, keyData }] } };
}

/** A part of the history, inline: everything else would be loaded from WhatsApp's own media host. */
function historyOf(world: World, kind: "INITIAL_BOOTSTRAP" | "RECENT", contacts: PastContact[]) {
  const { proto } = baileys();
  const syncType = proto.HistorySync.HistorySyncType[kind];
  const conversations = contacts.map((contact) => conversationOf(world, contact));
  const mappings = conversations.map(({ id: lidJid, pnJid }) => ({ lidJid, pnJid }));
  const encoded = proto.HistorySync.encode({
    syncType,
    progress: 100,
    conversations,
    phoneNumberToLidMappings: mappings,
  }).finish();
  return {
    type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
    historySyncNotification: {
      syncType: proto.Message.HistorySyncType[kind],
      progress: 100,
      chunkOrder: 1,
      initialHistBootstrapInlinePayload: deflateSync(encoded),
    },
  };
}

function conversationOf(
  world: World,
  { number, name, text }: PastContact,
): proto.IConversation & { id: string; pnJid: string } {
  const id = lidJid(world.persons.of(number).lid);
  const key = { remoteJid: id, fromMe: false, id: newMessageId() };
  const messageTimestamp = Math.floor(Date.now() / 1000) - 86_400;
  const message = { key, messageTimestamp, message: { conversation: text ?? "" } };
  return { id, pnJid: phoneJid(number), name, ...(text !== undefined && { messages: [{ message }] }) };
}
