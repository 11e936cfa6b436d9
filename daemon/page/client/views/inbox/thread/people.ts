import { createContext } from "react";
import { seenOr } from "../../../api/unseen.ts";
import type { Faces, Person } from "../../../parts/faces/faces.ts";
import { INBOX } from "../../../view-words.ts";
import type { Message } from "../types.ts";

/** Who wrote a message: in a group its writer's name, else the other side, or one's own. */
export function writerOf({ direction, group, contact }: Message): string {
  if (direction === "outbound") return INBOX.we;
  if (group === null) return seenOr(contact?.name ?? "", contact?.phone_number ?? INBOX.them);
  return seenOr(group.participant_name ?? "", addressInWords(group.participant) ?? INBOX.somebody);
}

/** The colours of those who wrote in a group, by their addresses. */
export const Writers = createContext<Faces>(new Map());

/** Each has another colour, whatever they are called. */
export function writerIn({ group }: Message): Person | null {
  return group?.participant ? { id: group.participant, name: "" } : null;
}

/** The people of a group who wrote, by the digits that texts mention them by. */
export function mentionable(messages: readonly Message[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { group } of messages) {
    const [digits = ""] = group?.participant?.split("@") ?? [];
    const name = group?.participant_name;
    if (digits !== "" && name) names.set(digits, name);
  }
  return names;
}

/** A number as people read it; WhatsApp's own ids as they are. */
function addressInWords(address: string | null): string | null {
  if (address === null) return null;
  const [digits = "", server] = address.split("@");
  return /^\d{6,15}$/.test(digits) && server !== "lid" ? `+${digits}` : address;
}
