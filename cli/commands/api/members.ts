import { usageFailure } from "../../lib/failures/failure.ts";
import { parsePair } from "../../lib/values/pairs.ts";

type Members = Record<string, unknown>;

/** The members that `--field` and `--raw-field` name: `to=…`, `content[text]=Hi`, `types[]=message.new`. */
export function membersOf(fields: readonly string[], rawFields: readonly string[]): Members {
  const members = emptyMembers();
  for (const field of fields) put(members, field, "field", parseValue);
  for (const field of rawFields) put(members, field, "raw-field", (text) => text);
  return members;
}

function put(members: Members, field: string, option: string, read: (text: string) => unknown): void {
  const [name, text] = parsePair(option, field);
  const [first = "", ...rest] = partsOf(name, option);
  let place = members;
  let key = first;
  for (const part of rest) {
    const inside = Object.hasOwn(place, key) ? place[key] : part === "" ? [] : emptyMembers();
    if (!isPlace(inside, part))
      throw usageFailure(`--${option}: '${name}' is given twice, in different forms`);
    place[key] = inside;
    place = inside;
    key = Array.isArray(inside) ? String(inside.length) : part;
  }
  place[key] = read(text);
}

/** `content[text]` → `content`, `text`; `types[]` → `types` and nothing. */
function partsOf(name: string, option: string): string[] {
  const [, first, rest] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (first === undefined || rest === undefined)
    throw usageFailure(
      `--${option}: '${name}' is not the name of a member`,
      "Write it like content[text]=Hi.",
    );
  return [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, part = ""]) => part)];
}

/** JSON where it is such; everything else is text. */
function parseValue(text: string): unknown {
  if (!/^(?:true|false|null|-?\d|\[|\{)/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Whether a member can be put there: into a list without a name, into an object by one. */
function isPlace(value: unknown, part: string): value is Members {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) === (part === "");
}

/** Has nothing that objects inherit: `__proto__` is a name like any other. */
function emptyMembers(): Members {
  return Object.create(null);
}
