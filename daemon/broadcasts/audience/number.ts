import type { AudienceContact } from "../../../db/broadcasts/audience.ts";
import type { Route } from "../template/definition.ts";

/** Whether the platform can be asked about a contact's number, and what it says is not known. */
export function isUnknown(contact: AudienceContact, { platform }: Pick<Route, "platform">): boolean {
  return platform.looksUpNumbers && contact.phone_number !== null && contact.account === null;
}

/** The digits of a contact's number. */
export function digitsOf({ phone_number }: AudienceContact): string {
  return (phone_number ?? "").replace("+", "");
}
