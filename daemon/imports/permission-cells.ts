import type { PermissionsRow } from "../../db/contacts/permissions.ts";
import type { PERMISSION_FIELDS } from "./read/fields.ts";
import { readAnswer } from "./values/yes-no.ts";

export type PermissionCells = Partial<Record<(typeof PERMISSION_FIELDS)[number], string>>;

/** What a contact said of messages on WhatsApp as an import reads it, without empty cells. */
export function permissionCells(said: PermissionsRow): PermissionCells {
  const cells = {
    consent: said.state === null ? null : said.state === "granted" ? "yes" : "no",
    consent_at: said.stated_at?.toISOString(),
    consent_source: said.source,
    consent_proof: said.consent_proof,
    // a reason that reads like "no" would say that there is none
    suppression: said.reason !== null && readAnswer(said.reason) === false ? "yes" : said.reason,
    suppression_at: said.suppressed_at?.toISOString(),
    suppression_proof: said.suppression_proof,
  };
  return Object.fromEntries(Object.entries(cells).filter(([, text]) => text));
}
