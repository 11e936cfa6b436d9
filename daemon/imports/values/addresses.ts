import { LONGEST_KEY } from "../../contacts/fields.ts";
import { beginningOf } from "../../lib/characters.ts";
import type { ContactFields, NamedCell, Refusal } from "../read/row.ts";
import { type CellRead, type Doubtful, readEmails, readPhones } from "./cell-values.ts";
import { readCountry } from "./country.ts";

/** A record's fields, what is wrong with those left out, and the numbers that could be of another country. */
export type Addresses = { fields: ContactFields; faults: Refusal[]; doubtful: Doubtful[] };

/**
 * Takes the first phone number and the first e-mail address that can be read of those in a
 * record. The other ones are kept as custom fields under their headings, and so is a cell with
 * more in it than its value, such as an extension.
 */
export function takeAddresses(given: ContactFields, fileCountry: string | null): Addresses {
  const { phone_cells: phones = [], email_cells: emails = [], country, ...fields } = given;
  const found: Addresses = { fields: { ...fields }, faults: [], doubtful: [] };
  takeFirst(found, "phone_number", phones, ({ text, codes }) => {
    const dial = codes?.dial || country;
    const named = dial === undefined ? fileCountry : readCountry(dial);
    return readPhones(text, { ...codes, ...(dial && { dial }) }, named);
  });
  takeFirst(found, "email", emails, ({ text }) => readEmails(text));
  return found;
}

function takeFirst(
  { fields, faults, doubtful }: Addresses,
  field: "phone_number" | "email",
  cells: readonly NamedCell[],
  read: (cell: NamedCell) => CellRead,
): void {
  const own = fields[field];
  delete fields[field];
  const kept: Record<string, unknown> = {};
  for (const cell of own ? [{ header: field, text: own }, ...cells] : cells) {
    const found = read(cell);
    if ("fault" in found) {
      faults.push({ code: `invalid_${field}`, detail: `${cell.header}: ${found.fault}` });
      continue;
    }
    if (found.doubtful !== undefined) doubtful.push(found.doubtful);
    const isFirst = fields[field] === undefined;
    if (isFirst) Object.assign(fields, { [field]: found.values[0] });
    keep(
      kept,
      cell,
      isFirst,
      found,
      found.values.filter((value) => value !== fields[field]),
    );
  }
  if (Object.keys(kept).length > 0) fields.custom_fields = { ...kept, ...fields.custom_fields };
}

/** Keeps what a cell has beside the value of its field: of the cell that the value is from, only the rest of it. */
function keep(
  kept: Record<string, unknown>,
  { header, text }: NamedCell,
  isFirst: boolean,
  { hasMore }: { hasMore: boolean },
  others: readonly string[],
): void {
  const rest = hasMore || !isFirst ? text : others.join(", ");
  if (hasMore || others.length > 0) kept[beginningOf(header, LONGEST_KEY)] = rest;
}
