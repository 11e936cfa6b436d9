import { usageFailure } from "../failures/failure.ts";
import { nearest } from "../text/nearest.ts";
import { isObject } from "../values/objects.ts";
import { type Column, fieldName } from "./column.ts";

/** The value of --fields: headings of a table, or members of the API's responses, `id,status,last_message.id`. */
export function parseFields(text: string): string[] {
  const fields = text.split(",").map((field) => field.trim());
  const wrong = fields.find((field) => !/^[\w-]+(\.[\w-]+)*$/.test(field));
  if (wrong === undefined) return fields;
  throw usageFailure(`--fields: '${wrong}' is not the name of a field`, "Write it like --fields id,status.");
}

type Columns<Row> = ReadonlyArray<Column<Row>>;

/**
 * The fields as columns of a list, each the one of that heading if there is one. Throws a usage failure, with the names
 * there are, when none of the rows has one.
 */
export function fieldColumns<Row>(
  rows: readonly Row[],
  fields: readonly string[],
  columns: Columns<Row> = [],
): Column<Row>[] {
  for (const field of fields) refuseUnknown(rows, field, columns);
  return fields.map((field) => withHeading(columns, field) ?? memberColumn(field));
}

function memberColumn<Row>(field: string): Column<Row> {
  return {
    title: field,
    value: (row) => cellOf(valueAt(row, field)),
    ...(field.endsWith("status") ? { kind: "status" as const } : {}),
    ...(field.endsWith("_at") ? { kind: "time" as const } : {}),
  };
}

/**
 * A response reduced to the fields: of each row of a list, or of the one object. A field that is not a member
 * is the value of the column with that heading.
 */
export function pickFields<Row>(
  response: unknown,
  fields: readonly string[],
  columns: Columns<Row> = [],
): unknown {
  const rows = rowsOf(response);
  for (const field of fields) refuseUnknown(rows ?? [response], field, columns);
  const cellFor = (row: unknown, field: string) =>
    hasMember(row, field)
      ? valueAt(row, field)
      : // the rows are what the columns are of
        (withHeading(columns, field)?.value(row as Row) ?? null);
  const pick = (row: unknown) => Object.fromEntries(fields.map((field) => [field, cellFor(row, field)]));
  return rows === undefined ? pick(response) : { ...Object(response), data: rows.map(pick) };
}

function rowsOf(response: unknown): unknown[] | undefined {
  return isObject(response) && "data" in response && Array.isArray(response.data) ? response.data : undefined;
}

function withHeading<Row>(columns: Columns<Row>, field: string): Column<Row> | undefined {
  return columns.find((column) => fieldName(column) === field);
}

function hasMember(row: unknown, field: string): boolean {
  return isObject(row) && Object.hasOwn(row, firstOf(field));
}

function firstOf(field: string): string {
  return field.split(".")[0] ?? "";
}

function refuseUnknown<Row>(rows: readonly unknown[], field: string, columns: Columns<Row>): void {
  const headings = columns.map(fieldName);
  const known = new Set([...rows.filter(isObject).flatMap((row) => Object.keys(row)), ...headings]);
  if (rows.length === 0 || headings.includes(field) || rows.some((row) => hasMember(row, field))) return;
  const first = firstOf(field);
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
