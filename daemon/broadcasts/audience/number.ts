import type { AudienceContact } from "../../../db/broadcasts/audience.ts";
import type { AudiencePerson } from "../../../db/broadcasts/work.ts";
import type { Route } from "../template/definition.ts";

/** Whether the platform can be asked about a contact's number, and what it says is not known. */
export function isUnknown(contact: AudienceContact, { platform }: Pick<Route, "platform">): boolean {
  return platform.looksUpNumbers && contact.phone_number !== null && contact.account === null;
}

/** The digits of a contact's number. */
export function digitsOf({ phone_number }: AudienceContact): string {
  return (phone_number ?? "").replace("+", "");
}

/** The numbers of people who wait for their turn, of which it is not known whether they have an account. */
export function unsureOf(
  contacts: readonly AudienceContact[],
  people: readonly AudiencePerson[],
  route: Pick<Route, "platform">,
): string[] {
  const waits = new Set(people.flatMap(({ contact_id, reason }) => (reason === null ? [contact_id] : [])));
  return contacts
    .filter((one) => waits.has(one.id) && (isUnknown(one, route) || one.account === "absent_before"))
    .map(digitsOf);
}
