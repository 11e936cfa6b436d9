import { canonicalBody } from "../aliases.ts";
import { replyFields, strict } from "../fields.ts";
import { messageType } from "../message-type.ts";
import { Body } from "./interactive.ts";

/** Asks for somebody's phone number, with a button to share it (Meta, "Business-scoped user IDs", contact information). */
export const requestContactInfo = messageType({
  type: "request_contact_info",
  schema: strict({ body: Body, ...replyFields }),
  canonical: canonicalBody,
  addressed: true,
  examples: [{ body: "May we call you about your order? Please share your number." }],
});
