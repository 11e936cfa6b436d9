import type { BinaryNode } from "baileys";
import type { Device } from "../../link.ts";
import { children, node } from "../../wire/nodes.ts";
import { addressOf, formOf } from "../identity/addresses.ts";
import type { Person } from "../identity/persons.ts";
import type { Presence } from "../presence.ts";
import type { World } from "../world.ts";

/** A companion's `<presence>`: a subscription is answered, and the account's own presence is shown to nobody. */
export function receivePresence(
  { persons, presences, switchboard, feed }: World,
  device: Device,
  stanza: BinaryNode,
): void {
  const { type = "available", to = "", name } = stanza.attrs;
  // a companion sends the account's name once it knows it from the phone
  if (stanza.attrs.type === undefined && name !== undefined) return;
  if (type !== "subscribe") {
    feed.emit(device.account.number, { type: "presence", presence: type });
    return;
  }
  const person = persons.at(to);
  if (person === undefined) return;
  const shown = presences.get(person.root) ?? "available";
  switchboard.push(device, presenceNode(addressOf(person, formOf(to)), shown));
}

/** A companion's `<chatstate>`: the other side sees that somebody writes. */
export function receiveChatstate({ persons, feed }: World, device: Device, stanza: BinaryNode): void {
  const person = persons.at(stanza.attrs.to ?? "");
  const [state] = children(stanza);
  if (person === undefined || state === undefined) return;
  const presence = state.tag === "composing" && state.attrs.media === "audio" ? "recording" : state.tag;
  feed.emit(person.number, { type: "chatstate", from: device.account.number, presence });
}

/** Shows a person's presence to the companions of an account. */
export function showPresence(world: World, from: Person, to: Person, presence: Presence): void {
  const address = addressOf(from, "lid");
  world.presences.set(from.root, presence);
  for (const device of world.companionsOf(to.number)) {
    world.switchboard.push(device, presenceNode(address, presence));
  }
}

function presenceNode(from: string, presence: Presence): BinaryNode {
  if (presence === "available") return node("presence", { from });
  if (presence === "unavailable") {
    return node("presence", { from, type: "unavailable", last: String(Math.floor(Date.now() / 1000)) });
  }
  const isRecording = presence === "recording";
  const state = node(isRecording ? "composing" : presence, isRecording ? { media: "audio" } : {});
  return node("chatstate", { from }, [state]);
}
