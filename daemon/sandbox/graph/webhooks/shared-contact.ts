import { hiddenNumber } from "../messages/recipients.ts";
import type { InboundMessage } from "./body.ts";

/** The number that a person shares on request, as a contact of their own. */
export function sharedContact(from: string, content: object = {}): InboundMessage {
  const number = hiddenNumber(from);
  const card = {
    name: { formatted_name: "Sandbox Person", first_name: "Sandbox" },
    phones: [{ phone: `+${number}`, wa_id: number, type: "MOBILE" }],
    origin: "contact_request",
    ...content,
  };
  return { type: "contacts", contacts: [card] };
}
