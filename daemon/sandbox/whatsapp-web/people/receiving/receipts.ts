import type { BinaryNode } from "baileys";
import type { Device } from "../../link.ts";
import { isGroup } from "../../wire/jids.ts";
import { child, children } from "../../wire/nodes.ts";
import { formOf } from "../identity/addresses.ts";
import type { Person } from "../identity/persons.ts";
import type { Status } from "../phone-message.ts";
import { receipt as receiptOf } from "../sending/stanzas.ts";
import { settle, transmitAgain } from "../sending/transmission.ts";
import type { World } from "../world.ts";
import { uploadAgain } from "./reupload.ts";

const RANK: Record<Status, number> = { sent: 0, delivered: 1, read: 2, played: 3 };
/** The status of a message by the type of a companion's receipt; no type: delivered. */
const STATUSES: Record<string, Status> = { read: "read", played: "played", inactive: "delivered" };

/** Lets the sender of a message know what a companion said about it. */
export function receiveReceipt(world: World, device: Device, receipt: BinaryNode): void {
  const { type, to: chat = "", participant = "" } = receipt.attrs;
  const group = isGroup(chat) ? chat : undefined;
  const to = group === undefined ? chat : participant;
  const person = world.persons.at(to);
  if (person === undefined) return;
  if (type === "server-error") uploadAgain(world, device, receipt);
  else if (type === "retry") repeat(world, person, device, receipt);
  else for (const id of idsOf(receipt)) note(world, person, device, { type, to, id, group });
}

function repeat(world: World, person: Person, device: Device, receipt: BinaryNode): void {
  const id = receipt.attrs.id ?? "";
  if (!transmitAgain(world, person, device, receipt)) return;
  const retries = (world.messageLog.find(person, id)?.retries ?? 0) + 1;
  world.messageLog.change(person, id, { retries });
}

type Note = { type: string | undefined; to: string; id: string; group: string | undefined };

/** Notes how far an own message got; the sender's companions are notified, too. */
function note(world: World, person: Person, device: Device, { type, to, id, group }: Note): void {
  settle(world, device, id);
  const status = type === undefined ? "delivered" : STATUSES[type];
  const message = world.messageLog.find(person, id);
  if (status === undefined || !message?.fromMe) return;
  if (RANK[status] > RANK[message.status]) world.messageLog.change(person, id, { status });
  const reader = world.persons.of(device.account.number);
  const about = { person: reader, form: formOf(to), id, group };
  for (const companion of world.companionsOf(person.number)) {
    world.switchboard.deliver(companion, receiptOf(about, status === "delivered" ? undefined : status));
  }
}

function idsOf(receipt: BinaryNode): string[] {
  const listed = children(child(receipt, "list"), "item").map(({ attrs }) => attrs.id ?? "");
  return [receipt.attrs.id ?? "", ...listed];
}
