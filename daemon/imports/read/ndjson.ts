import { parseJson } from "../../http/body/body.ts";
import { Problem } from "../../http/problem.ts";
import { isObject } from "../../lib/objects.ts";
import { toPostgresText } from "../../lib/postgres-text.ts";
import { PERMISSION_FIELDS } from "./fields.ts";
import type { Piece } from "./piece.ts";
import { type ContactFields, Refused, type Row, refused, textOf } from "./row.ts";

/** Reads lines that are one JSON object each, as `POST /v1/contacts` takes it; an empty line is no record. */
export function readNdjson(pieces: readonly Piece[]): Row[] {
  return pieces.flatMap(({ line, bytes, fault }): Row[] => {
    try {
      if (fault !== undefined) throw refused("unreadable", fault);
      const text = textOf(bytes).trim();
      return text === "" ? [] : [{ line, bytes, fields: fieldsOf(objectOf(text)) }];
    } catch (cause) {
      if (!(cause instanceof Refused)) throw cause;
      return [{ line, bytes, refusal: cause.refusal }];
    }
  });
}

function objectOf(text: string): object {
  try {
    const value = parseJson(text);
    if (isObject(value)) return value;
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause;
    throw refused("invalid_json", cause.detail.replace("the body", "the line"));
  }
  throw refused("invalid_json", "the line is not a JSON object");
}

const USER_IDS = ["bsuid", "parent_bsuid", "lid", "username"] as const;
const TEXTS = ["phone_number", "name", "email", "external_source", "external_id"] as const;

function fieldsOf(value: object): ContactFields {
  const given = new Map<string, unknown>(Object.entries(value));
  const fields: ContactFields = {};
  for (const name of TEXTS) {
    const text = given.get(name);
    if (text === undefined) continue;
    if (text !== null && typeof text !== "string") throw refused(`invalid_${name}`, `${name}: not a text`);
    fields[name] = text;
  }
  Object.assign(fields, userIdsOf(value), permissionsOf(given));
  const custom = given.get("custom_fields");
  if (custom !== undefined && custom !== null) fields.custom_fields = customOf(custom);
  const tags = given.get("tags");
  if (tags !== undefined && tags !== null) fields.tags = tagsOf(tags);
  return fields;
}

/** The ids that the line names, and those among its identities: exported lines have them there, the newest last. */
function userIdsOf(value: object): ContactFields {
  const { identities, ...named } = { identities: [], ...value };
  const listed: unknown[] = Array.isArray(identities) ? identities : [];
  const given = new Map<unknown, unknown>(
    listed.filter(isObject).map((one) => [Reflect.get(one, "type"), Reflect.get(one, "value")]),
  );
  for (const [name, text] of Object.entries(named)) given.set(name, text);
  const ids: ContactFields = {};
  for (const name of USER_IDS) {
    const text: unknown = given.get(name) ?? undefined;
    if (text === undefined) continue;
    if (typeof text !== "string") throw refused(`invalid_${name}`, `${name}: not a text`);
    ids[name] = text;
  }
  return ids;
}

/** What the contact said of messages: as texts, or as the `true` and `false` of other programs. */
function permissionsOf(given: ReadonlyMap<string, unknown>): ContactFields {
  const said: ContactFields = {};
  for (const name of PERMISSION_FIELDS) {
    const value = given.get(name);
    if (["string", "boolean", "number"].includes(typeof value)) said[name] = toPostgresText(String(value));
  }
  return said;
}

function customOf(value: unknown): Record<string, unknown> {
  if (isObject(value)) return { ...value };
  throw refused("invalid_custom_fields", "custom_fields: not an object");
}

function tagsOf(value: unknown): string[] {
  if (Array.isArray(value) && value.every((tag) => typeof tag === "string")) return value;
  throw refused("invalid_tags", "tags: not a list of names");
}
