import { Nullable, Type } from "../lib/typebox.ts";

/** Who a contact is, in the records of other things. */
export const ContactSummary = Type.Object(
  {
    name: Nullable(Type.String()),
    phone_number: Nullable(Type.String({ description: "Null for people who hide it" })),
  },
  { title: "ContactSummary" },
);

type Row = { contact_id: string | null; contact_name: string | null; contact_phone: string | null };

/** The contact of a conversation or message; null when it was deleted. */
export function showContactSummary({ contact_id, contact_name, contact_phone }: Row) {
  return contact_id === null ? null : { name: contact_name, phone_number: contact_phone };
}
