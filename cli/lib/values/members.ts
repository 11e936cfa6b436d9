import { usageFailure } from "../failures/failure.ts";
import { parsePair } from "./pairs.ts";

type Members = Record<string, unknown>;

/** Options that name members, with what was given: `to=…`, `content[text]=Hi`, `types[]=message.new`. */
type Given = { option: string; fields: readonly string[]; asText?: true };

/** The object that options describe. A value is JSON where it is such, and not `asText`; else text. */
export function membersOf(...options: readonly Given[]): Members {
  const members = emptyMembers();
  for (const { option, fields, asText } of options)
    for (const field of fields) put(members, field, option, asText ? (text) => text : parseValue);
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

/** JSON where it is such; everything else is text, and so are numbers of ten digits and more: phone numbers. */
function parseValue(text: string): unknown {
  if (/^\d{10,}$/.test(text)) return text;
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
