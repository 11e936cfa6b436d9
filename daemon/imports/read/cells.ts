import { parseJson } from "../../http/body/body.ts";
import { Problem } from "../../http/problem.ts";
import { isObject } from "../../lib/objects.ts";
import { combinedName } from "../values/names.ts";
import type { Column } from "./column.ts";
import { CUSTOM } from "./fields.ts";
import { type ContactFields, refused, type SpareCell } from "./row.ts";

/** A cell that is not empty, and what it is for. */
export type Cell = Column & { text: string };

/** The contact that the cells of a record make. Throws `Refused` for custom fields that are no JSON. */
export function combineCells(cells: readonly Cell[]): ContactFields {
  const fields: ContactFields = {};
  const custom: Record<string, unknown> = {};
  const names: { first_name?: string; last_name?: string } = {};
  for (const { target, text } of cells) {
    if (target === null || target === "phone_number" || target === "email") continue;
    if (target === "first_name" || target === "last_name") names[target] = text;
    else if (target === "tags") fields.tags = tagsOf(text);
    else if (target === "custom_fields") Object.assign(custom, customOf(text));
    else if (target.startsWith(CUSTOM)) custom[target.slice(CUSTOM.length)] = text;
    else Object.assign(fields, { [target]: text });
  }
  const name = combinedName(names);
  if (name !== "") fields.name ??= name;
  Object.assign(custom, names);
  if (Object.keys(custom).length > 0) fields.custom_fields = custom;
  return { ...fields, ...addressesOf(cells, "phone_number"), ...addressesOf(cells, "email") };
}

/** The first of several cells for a field, by rank and then by place, and the others to fall back on. */
function addressesOf(cells: readonly Cell[], field: "phone_number" | "email"): ContactFields {
  const [first, ...others] = cells
    .filter(({ target }) => target === field)
    .sort((one, other) => one.rank - other.rank);
  if (first === undefined) return {};
  const spare = others.map(({ header, text }): SpareCell => ({ header, text }));
  return { [field]: first.text, ...(spare.length === 0 ? {} : { [`spare_${field}s`]: spare }) };
}

function customOf(text: string): object {
  try {
    const value = parseJson(text);
    if (isObject(value)) return value;
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause;
  }
  throw refused("invalid_custom_fields", "custom_fields: not a JSON object");
}

function tagsOf(text: string): string[] {
  return text
    .split(/[;,|]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}
