import ICAL from "ical.js";
import type { Sql } from "../../db/connection/client.ts";
import { type ContactFilter, type ListedContact, listContacts } from "../../db/contacts/lists.ts";
import { permissionsOf } from "../../db/contacts/permissions.ts";
import { showContact } from "../contacts/record.ts";
import type { Reader } from "../http/reading.ts";
import { type BrokeOff, fileResponse } from "./file-response.ts";
import { type PermissionCells, permissionCells } from "./permission-cells.ts";
import { CARD_PROPERTIES, CUSTOM_FIELDS_PROPERTY } from "./read/cards/vcard.ts";
import { csvLine, rawCsvLine } from "./read/csv-line.ts";
import { PERMISSION_FIELDS } from "./read/fields.ts";
import type { TextFormat } from "./read/format.ts";

const CONTACTS_AT_ONCE = 500;

type Exported = ListedContact & { said: PermissionCells };

/** Streams every contact that matches a filter; one page of them is in memory at a time. */
export function exportResponse(
  readPage: Reader["readPage"],
  organizationId: string,
  filter: ContactFilter,
  { format, raw }: { format: TextFormat; raw: boolean },
  brokeOff: BrokeOff,
): Promise<Response> {
  const lineOf = format === "csv" && raw ? (row: Exported) => rawCsvLine(cellsOf(row)) : WRITERS[format];
  const heading = format === "csv" ? csvLine(COLUMNS) : "";
  const texts = contactsOf(readPage, organizationId, filter, { heading, lineOf });
  return fileResponse({ name: "contacts", format, texts }, brokeOff);
}

async function* contactsOf(
  readPage: Reader["readPage"],
  organizationId: string,
  filter: ContactFilter,
  { heading, lineOf }: { heading: string; lineOf: (row: Exported) => string },
): AsyncGenerator<string> {
  let above = heading;
  let after: string | null = null;
  while (true) {
    const { rows, end } = await readPage((sql) => page(sql, organizationId, filter, after));
    const text = above + rows.map(lineOf).join("");
    if (text !== "") yield text;
    above = "";
    after = rows.length === CONTACTS_AT_ONCE ? (rows.at(-1)?.place ?? null) : end;
    if (after === null) return;
  }
}

async function page(sql: Sql, organizationId: string, filter: ContactFilter, after: string | null) {
  const { rows, end } = await listContacts(sql, organizationId, filter, after, CONTACTS_AT_ONCE);
  const ids = rows.map(({ id }) => id);
  const said = new Map(
    (await permissionsOf(sql, organizationId, ids)).map((row) => [row.contact_id, permissionCells(row)]),
  );
  return { rows: rows.map((row): Exported => ({ ...row, said: said.get(row.id) ?? {} })), end };
}

const WRITERS: Record<TextFormat, (row: Exported) => string> = {
  csv: (row) => csvLine(cellsOf(row)),
  ndjson: ({ said, ...row }) => `${JSON.stringify({ ...showContact(row), ...said })}\n`,
  vcard: asCard,
};

/** WhatsApp's own ids of a person; of several the newest is written. */
const USER_IDS = ["bsuid", "parent_bsuid", "lid", "username"];

/** The columns that an import reads back; the last three identify the contact. */
const COLUMNS = [
  ...["phone_number", "name", "email", "external_source", "external_id"],
  ...USER_IDS,
  ...["tags", "custom_fields"],
  ...PERMISSION_FIELDS,
  ...["contact_id", "created_at", "updated_at"],
];

function cellsOf(row: Exported): string[] {
  return [
    ...[row.phone_number, row.name, row.email, row.external_source, row.external_id].map(
      (text) => text ?? "",
    ),
    ...USER_IDS.map((type) => row.identities.findLast((identity) => identity.type === type)?.value ?? ""),
    row.tags.join(";"),
    row.custom_fields === "{}" ? "" : row.custom_fields,
    ...PERMISSION_FIELDS.map((column) => row.said[column] ?? ""),
    row.id,
    row.created_at.toISOString(),
    row.updated_at.toISOString(),
  ];
}

/**
 * A vCard 3.0 (RFC 2426), which every program reads; `waid` is how WhatsApp writes its own numbers. Custom fields are in a
 * property of our own, as JSON.
 */
function asCard(contact: Exported): string {
  const { id, name, phone_number, email, identities, tags, custom_fields, updated_at, said } = contact;
  const called = name ?? phone_number ?? email ?? id;
  const card = new ICAL.Component("vcard");
  card.addPropertyWithValue("version", "3.0");
  card.addPropertyWithValue("uid", id);
  card.addPropertyWithValue("fn", called);
  card.addProperty(new ICAL.Property(["n", {}, "text", [called, "", "", "", ""]], card));
  if (phone_number !== null)
    card.addProperty(
      new ICAL.Property(
        ["tel", { type: "CELL", waid: phone_number.slice(1) }, "phone-number", phone_number],
        card,
      ),
    );
  if (email !== null) card.addPropertyWithValue("email", email);
  for (const [field, property] of Object.entries(CARD_PROPERTIES)) {
    const known =
      identities.findLast(({ type }) => type === field)?.value ?? said[field as keyof PermissionCells];
    if (known !== undefined) card.addPropertyWithValue(property, known);
  }
  if (tags.length > 0) card.addProperty(new ICAL.Property(["categories", {}, "text", ...tags], card));
  if (custom_fields !== "{}")
    card.addProperty(new ICAL.Property([CUSTOM_FIELDS_PROPERTY, {}, "text", custom_fields], card));
  card.addPropertyWithValue("rev", updated_at.toISOString());
  return `${card.toString()}\r\n`;
}
