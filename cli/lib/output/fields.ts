import { usageFailure } from "../failures/failure.ts";
import { nearest } from "../text/nearest.ts";
import { isObject } from "../values/objects.ts";
import type { Column } from "./table.ts";

/** The value of --fields: members of the API's responses, `id,status,last_message.id`. */
export function parseFields(text: string): string[] {
  const fields = text.split(",").map((field) => field.trim());
  const wrong = fields.find((field) => !/^[\w-]+(\.[\w-]+)*$/.test(field));
  if (wrong === undefined) return fields;
  throw usageFailure(`--fields: '${wrong}' is not the name of a field`, "Write it like --fields id,status.");
}

/** The fields as columns of a list. Throws a usage failure, with those there are, when none of the rows has one. */
export function fieldColumns(rows: readonly unknown[], fields: readonly string[]): Column<unknown>[] {
  for (const field of fields) refuseUnknown(rows, field);
  return fields.map((field) => ({
    title: field,
    value: (row) => cellOf(valueAt(row, field)),
    ...(field.endsWith("status") ? { kind: "status" as const } : {}),
    ...(field.endsWith("_at") ? { kind: "time" as const } : {}),
  }));
}

/** What is left of a response: of each thing of a list, or of the one thing, only the fields. */
export function pickFields(response: unknown, fields: readonly string[]): unknown {
  const rows = rowsOf(response);
  for (const field of fields) refuseUnknown(rows ?? [response], field);
  const pick = (row: unknown) => Object.fromEntries(fields.map((field) => [field, valueAt(row, field)]));
  return rows === undefined ? pick(response) : { ...Object(response), data: rows.map(pick) };
}

function rowsOf(response: unknown): unknown[] | undefined {
  return isObject(response) && "data" in response && Array.isArray(response.data) ? response.data : undefined;
}

function refuseUnknown(rows: readonly unknown[], field: string): void {
  const [first = ""] = field.split(".");
  const known = new Set(rows.filter(isObject).flatMap((row) => Object.keys(row)));
  if (rows.length === 0 || known.has(first)) return;
  const meant = nearest(first, [...known]);
  const suggestion = meant === undefined ? "" : `Did you mean ${meant}? `;
  throw usageFailure(
    `--fields: there is no field '${first}'`,
    `${suggestion}There are: ${[...known].join(", ")}.`,
  );
}

/** Nothing inherited is found: the names come from the command line. */
function valueAt(row: unknown, field: string): unknown {
  return (
    field
      .split(".")
      .reduce<unknown>(
        (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
        row,
      ) ?? null
  );
}

function cellOf(value: unknown): string | null {
  if (value === null || typeof value === "string") return value;
  return JSON.stringify(value);
}
