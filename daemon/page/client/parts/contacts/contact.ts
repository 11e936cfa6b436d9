import type { RowOf } from "../../api/call.ts";

export type Contact = RowOf<"GET /v1/contacts">;

/** What a person is called: the first of what is known that names them. */
export function nameOf({ name, phone_number, email, identities, id }: Contact): string {
  const known = [name, phone_number, email, ...identities.map(({ value }) => value), id];
  return known.find((text) => text !== null && text.trim() !== "") ?? id;
}
