import { seenOr } from "../../../api/unseen.ts";
import { INBOX } from "../../../view-words.ts";
import type { Message } from "../types.ts";

/** As many as there are colours of writers in `thread.module.css`. */
const COLOURS = 6;

/** Who wrote a message: in a group its writer's name, else the other side, or one's own. */
export function writerOf({ direction, group, contact }: Message): string {
  if (direction === "outbound") return INBOX.we;
  if (group === null) return seenOr(contact?.name ?? "", contact?.phone_number ?? INBOX.them);
  return seenOr(group.participant_name ?? "", addressInWords(group.participant) ?? INBOX.somebody);
}

/** A writer's colour, always the same: 0 to 5. */
export function colourOf(address: string | null): number {
  let sum = 0;
  for (const one of address ?? "") sum = (sum * 31 + (one.codePointAt(0) ?? 0)) % 9973;
  return sum % COLOURS;
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
