import type { WAMessageKey } from "baileys";
import { text } from "../../cloud-api/inbound/values.ts";
import type { ReceivedMessage } from "../../inbound.ts";
import type { Author } from "../../revision.ts";
import { type GroupChat, groupOf, type Person, personOf } from "./person.ts";
import type { Arrived, Reading } from "./reading.ts";

/** Who wrote a message, and the group it is in; without one, the person is the other side of an echo. */
export type Sender = { person: Person; group: GroupChat | null };

/** Null for what is neither in a group nor between the number and one person. */
export async function senderOf(reading: Reading, key: WAMessageKey): Promise<Sender | null> {
  const { library, findPhone } = reading;
  const group = await groupOf(library, key, findPhone);
  if (group !== null) return { person: group.writer, group };
  const person = await personOf(library, key, findPhone);
  return person === null ? null : { person, group: null };
}

/** Whether a chat is the one with oneself. */
export function isOwn({ library, own }: Reading, { group, person: { person, phone } }: Sender): boolean {
  if (group !== null) return false;
  if (phone === own.phone) return true;
  return person.type === "lid" && own.lid !== null && library.jidDecode(own.lid)?.user === person.value;
}

type Sides = Pick<ReceivedMessage, "person" | "alias" | "name" | "fromPhone" | "userId" | "participant">;

/** The members of a message's fact about who wrote it, and where. */
export async function sidesOf(
  { own, subjectOf }: Reading,
  { person, group }: Sender,
  { key, pushName }: Pick<Arrived, "key" | "pushName">,
): Promise<Sides> {
  const isEcho = key.fromMe === true;
  const name = isEcho ? null : text(pushName);
  const fromPhone = isEcho ? own.phone : person.phone;
  const one = { person: person.person, alias: person.alias };
  if (group === null) return { ...one, name, fromPhone, userId: person.userId };
  return {
    person: { type: "group", value: group.id },
    alias: null,
    name: await subjectOf(group.id),
    fromPhone,
    userId: group.id,
    participant: { ...one, address: group.address, name },
  };
}

/** Who changes a message: in a group, where several write, the one who does. */
export async function authorOf(reading: Reading, sender: Sender, { fromMe }: WAMessageKey): Promise<Author> {
  const { person, group } = sender;
  const direction = fromMe === true ? "outbound" : "inbound";
  const one = { person: person.person, alias: person.alias };
  if (group === null) return { ...one, direction };
  const isAdmin = await reading.isAdmin(group.id, group.address);
  const author = { person: { type: "group", value: group.id }, alias: null, direction, isAdmin } as const;
  return direction === "inbound" ? { ...author, participant: group.address, writer: one } : author;
}
