import { problem } from "../http/problem.ts";
import { isObject } from "../lib/objects.ts";
import type { ColumnChoices } from "./read/columns.ts";
import type { Constants } from "./read/constants.ts";
import { FIELDS, isTarget } from "./read/fields.ts";

/**
 * Reads how a request wants its file to be read: `columns` is a JSON object from heading to
 * field, `set` one from field to the value that all contacts get. Throws 422 for anything else.
 */
export function parseColumnChoices({ columns, set }: { columns?: string; set?: string }): ColumnChoices {
  return columnChoices({ columns: textsOf("/columns", columns), set: textsOf("/set", set) });
}

type Texts = Record<string, string>;

/** The same of objects, which are fields of the object at `within`. */
export function columnChoices(
  { columns = {}, set = {} }: { columns?: Texts; set?: Texts },
  within = "",
): ColumnChoices {
  return { mapping: columns, constants: constantsOf(set, `${within}/set`) };
}

function constantsOf(given: Texts, path: string): Constants {
  return Object.entries(given).map(([target, text]) => {
    if (isTarget(target)) return { target, text };
    throw wrong(
      path,
      `'${target}' is not a field; the fields are ${FIELDS.join(", ")} and custom_fields.<key>`,
    );
  });
}

function textsOf(path: string, text: string | undefined): Texts {
  if (text === undefined) return {};
  const value = parsed(text);
  const entries: [string, unknown][] = isObject(value) ? Object.entries(value) : [["", null]];
  if (entries.every((entry): entry is [string, string] => typeof entry[1] === "string"))
    return Object.fromEntries(entries);
  throw wrong(path, "give a JSON object of texts");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function wrong(path: string, message: string) {
  return problem(422, "invalid_request", `${path}: ${message}`, { errors: [{ path, message }] });
}
