import type { proto } from "baileys";
import type { Device } from "../../link.ts";
import { seconds } from "../../wire/nodes.ts";
import type { Person } from "../identity/persons.ts";
import { baileys } from "../signal/libraries.ts";
import type { World } from "../world.ts";
import { type EarlierAsked, earlierOf } from "./earlier.ts";
import { type HistoryKind, historyOf, type PastContact, partOf } from "./history.ts";
import { newMessageId } from "./saying.ts";
import { transmit } from "./transmission.ts";

const WELCOMED = "people/welcomed/";
const HISTORY = "people/history/";

/**
 * Gives a companion that logs in for the first time what a phone gives it: the key of the app state, then the
 * history. Both go as messages of the category `peer`; Baileys waits 20 seconds for the history.
 */
export function welcome(world: World, device: Device): void {
  if (world.keep.get(WELCOMED + device.jid) !== undefined) return;
  world.keep.set(WELCOMED + device.jid, "");
  sendPeer(world, device, keyShare(world, device.account.number));
  sendHistory(world, device, "INITIAL_BOOTSTRAP", history(world, device.account.number));
  if (device.wantsAll === true) sendHistory(world, device, "FULL", history(world, device.account.number));
}

/** Puts people into the address book of a phone; companions that are linked already get them at once. */
export function addHistory(world: World, number: string, contacts: PastContact[]): void {
  world.keep.set(HISTORY + number, JSON.stringify([...history(world, number), ...contacts]));
  for (const device of world.companionsOf(number)) sendHistory(world, device, "RECENT", contacts);
}

/** Gives a companion a part of the history. */
function sendHistory(world: World, device: Device, kind: HistoryKind, contacts: PastContact[]): void {
  world.lanes.run(`history ${device.jid}`, async () =>
    sendPeer(world, device, await historyOf(world, kind, contacts)),
  );
}

/** The address book of a phone, and what it kept of long ago. */
function history({ keep }: World, number: string): PastContact[] {
  return JSON.parse(keep.get(HISTORY + number) ?? "[]");
}

/** Gives a companion what a chat has before a message that it names, with the id of its question. */
export function sendEarlier(
  world: World,
  device: Device,
  person: Person,
  { asked, requestId }: { asked: EarlierAsked; requestId: string },
): void {
  world.lanes.run(`history ${device.jid}`, async () => {
    const conversation = earlierOf(world, person, history(world, person.number), asked);
    if (conversation === null) return;
    const part = await partOf(world, "ON_DEMAND", [conversation]);
    Object.assign(part.historySyncNotification ?? {}, { peerDataRequestSessionId: requestId });
    sendPeer(world, device, part);
  });
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

function keyShare({ appState }: World, number: string): proto.Message.IProtocolMessage {
  const { Type } = baileys().proto.Message.ProtocolMessage;
  const { id, data } = appState.keyOf(number);
  const fingerprint = { rawId: 1, currentIndex: 0, deviceIndexes: [0, 1] };
  const keyData = { keyData: data, fingerprint, timestamp: Date.now() };
  return {
    type: Type.APP_STATE_SYNC_KEY_SHARE,
    appStateSyncKeyShare: { keys: [{ keyId: { keyId: id }, keyData }] },
  };
}
