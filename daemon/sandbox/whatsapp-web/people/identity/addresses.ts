import { lidJid, parseAddress, phoneJid } from "../../wire/jids.ts";
import type { Person } from "./persons.ts";

/** How a conversation addresses its people: by LID or by number. */
export type Form = "lid" | "s.whatsapp.net";

/** The address of a person's phone. */
export function addressOf({ number, lid }: Person, form: Form): string {
  return form === "lid" ? lidJid(lid) : phoneJid(number);
}

/** The form of an address; by number when it is something else. */
export function formOf(jid: string | undefined): Form {
  return parseAddress(jid)?.server === "lid" ? "lid" : "s.whatsapp.net";
}
