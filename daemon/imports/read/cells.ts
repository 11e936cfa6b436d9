import { LONGEST_KEY } from "../../contacts/fields.ts";
import { isNothing } from "../../contacts/no-name.ts";
import { parseJson } from "../../http/body/body.ts";
import { Problem } from "../../http/problem.ts";
import { beginningOf } from "../../lib/characters.ts";
import { isObject } from "../../lib/objects.ts";
import type { Codes } from "../../phone-numbers/with-codes.ts";
import { combinedName } from "../values/names.ts";
import type { Column } from "./column.ts";
import { CUSTOM } from "./fields.ts";
import { type ContactFields, type NamedCell, refused } from "./row.ts";

/** A cell that is not empty, and what it is for. */
export type Cell = Column & { text: string; codes?: Codes };

/** The contact that the cells of a record make. Throws `Refused` for custom fields that are no JSON. */
export function combineCells(cells: readonly Cell[]): ContactFields {
  const fields: ContactFields = {};
  const custom: Record<string, unknown> = {};
  let company = "";
  const names: { first_name?: string; last_name?: string } = {};
  for (const { header, target, text } of cells) {
    if (target === null || target === "phone_number" || target === "email") continue;
    if (target === "first_name" || target === "last_name") names[target] = text;
    else if (target === "tags") fields.tags = tagsOf(text);
    else if (target === "country" || target === "company" || target === "area_code") {
      if (target === "country") fields.country ??= text;
      else if (target === "company") company = text;
      custom[beginningOf(header, LONGEST_KEY)] = text;
    } else if (target === "custom_fields") Object.assign(custom, parseCustomFields(text));
    else if (target.startsWith(CUSTOM)) custom[target.slice(CUSTOM.length)] = text;
    else Object.assign(fields, { [target]: text });
  }
  const name = combinedName(names) || company;
  if (name !== "") fields.name ??= name;
  Object.assign(custom, names);
  if (Object.keys(custom).length > 0) fields.custom_fields = custom;
  const [phones, emails] = [cellsFor("phone_number", cells), cellsFor("email", cells)];
  return {
    ...fields,
    ...(phones.length === 0 ? {} : { phone_cells: phones }),
    ...(emails.length === 0 ? {} : { email_cells: emails }),
  };
}

/** The cells for a field, by rank and then by place. */
function cellsFor(field: "phone_number" | "email", cells: readonly Cell[]): NamedCell[] {
  return cells
    .filter(({ target }) => target === field)
    .sort((one, other) => one.rank - other.rank)
    .map(({ header, text, codes }) => ({ header, text, ...(codes && { codes }) }));
}

/** Custom fields as an export writes them, as JSON. Throws `Refused` for anything else. */
export function parseCustomFields(text: string): object {
  try {
    const value = parseJson(text);
    if (isObject(value)) return value;
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause;
  }
  throw refused("invalid_custom_fields", "custom_fields: not a JSON object");
}

function tagsOf(text: string): string[] {
  return (
    text
      .split(/:::|[;,|]/)
      .map((tag) => tag.trim().replace(/^"(.*)"$/, "$1"))
      // groups that Google makes by itself, such as "* myContacts"
      .filter((tag) => !isNothing(tag) && !tag.startsWith("* "))
  );
}
