import type { Form } from "../identity/addresses.ts";
import type { World } from "../world.ts";
import { changeOnPhone, chatAddress } from "./chats.ts";

/** The collection that has the labels and what carries them (Baileys: `addLabel`, `addChatLabel` in Socket/chats.js). */
const LABELS = "regular";
const API_VERSION = 3;

/** A label of the Business app, and the chats that carry it: numbers, or addresses of groups. */
export type PhoneLabel = { id: string; name: string; chats: string[] };

/** The labels that a phone has. */
export function labelsOf({ appState, persons }: World, number: string): PhoneLabel[] {
  const labels = new Map<string, PhoneLabel>();
  const standing = appState.standing(number, LABELS);
  for (const { index, value } of standing) {
    const [kind, id = ""] = index;
    const { name = "", deleted } = (value.labelEditAction ?? {}) as { name?: string; deleted?: boolean };
    if (kind === "label_edit" && deleted !== true) labels.set(id, { id, name, chats: [] });
  }
  for (const { index, value } of standing) {
    const [kind, id = "", jid = ""] = index;
    const { labeled } = (value.labelAssociationAction ?? {}) as { labeled?: boolean };
    const label = labels.get(id);
    const chat = persons.at(jid)?.number ?? jid;
    if (kind !== "label_jid" || label === undefined) continue;
    // by number or by LID: the last change of a chat stands
    label.chats = label.chats.filter((one) => one !== chat);
    if (labeled === true) label.chats.push(chat);
  }
  return [...labels.values()];
}

/** Somebody names a label on the phone, gives it another name, or (null) deletes it. */
export async function nameLabel(
  world: World,
  number: string,
  { id, name }: { id: string; name: string | null },
): Promise<void> {
  const before = labelsOf(world, number).find((one) => one.id === id)?.name ?? "";
  await changeOnPhone(world, number, {
    type: LABELS,
    index: ["label_edit", id],
    syncAction: { labelEditAction: { name: name ?? before, color: 1, deleted: name === null } },
    apiVersion: API_VERSION,
  });
}

/** Somebody puts a label on a chat on the phone, or takes it off. */
export async function labelChat(
  world: World,
  number: string,
  { id, chat, labelled, form }: { id: string; chat: string; labelled: boolean; form?: Form | undefined },
): Promise<void> {
  await changeOnPhone(world, number, {
    type: LABELS,
    index: ["label_jid", id, chatAddress(world, chat, form)],
    syncAction: { labelAssociationAction: { labeled: labelled } },
    apiVersion: API_VERSION,
  });
}
