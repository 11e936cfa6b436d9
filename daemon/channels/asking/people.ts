import { numberIn } from "../../phone-numbers/read.ts";

const ADDRESS = /^([0-9]{5,20})@(lid|s\.whatsapp\.net|c\.us)$/;

/** The address of somebody who is named by number or id; null for what is neither. */
export function addressOf(person: string): string | null {
  const [, user, server] = ADDRESS.exec(person.trim()) ?? [];
  if (server === "lid") return `${user}@lid`;
  const digits = user ?? numberIn(person, null)?.slice(1);
  return digits === undefined ? null : `${digits}@s.whatsapp.net`;
}
