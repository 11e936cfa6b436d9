import type { BinaryNode } from "baileys";
import type { Device } from "../link.ts";
import { child, children } from "../nodes.ts";
import type { Status } from "./ledger.ts";
import { uploadAgain } from "./reupload.ts";
import { settle, transmitAgain } from "./transmission.ts";
import type { World } from "./world.ts";

const RANK: Record<Status, number> = { sent: 0, delivered: 1, read: 2, played: 3 };
/** What a companion's receipt says to the one who sent the message, by its type; none: delivered. */
const STATUSES: Record<string, Status> = { read: "read", played: "played", inactive: "delivered" };

/** Lets the sender of a message know what a companion said about it. */
export function hearReceipt(world: World, device: Device, receipt: BinaryNode): void {
  const { type, to = "" } = receipt.attrs;
  const person = world.persons.at(to);
  if (person === undefined) return;
  if (type === "server-error") {
    uploadAgain(world, device, receipt);
    return;
  }
  for (const id of idsOf(receipt)) {
    if (type === "retry") {
      const retries = (world.ledger.find(person, id)?.retries ?? 0) + 1;
      if (transmitAgain(world, person, device, receipt)) world.ledger.change(person, id, { retries });
    } else {
      settle(world, device, id);
      const status = type === undefined ? "delivered" : STATUSES[type];
      const known = world.ledger.find(person, id);
      const isNews = status !== undefined && known?.fromMe && RANK[status] > RANK[known.status];
      if (isNews) world.ledger.change(person, id, { status });
    }
  }
}

function idsOf(receipt: BinaryNode): string[] {
  const listed = children(child(receipt, "list"), "item").map(({ attrs }) => attrs.id ?? "");
  return [receipt.attrs.id ?? "", ...listed];
}
