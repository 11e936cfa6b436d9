import { isObject } from "../lib/objects.ts";
import { messageTypes } from "../message-types/registry.ts";

/** Where in a record a text stands: among the API's own members, in a message's content, or where others name the members. */
export type Region = "record" | "content" | "free";

/** Which texts of a record are the API's own: all others may be anybody's, whatever they say. */
export type OwnWords = {
  isName(name: string, region: Region): boolean;
  /** Whether it is one of the closed list of what a member can say; or says nothing, as the value of one that holds such. */
  isValue(text: string, member: string, region: Region): boolean;
  /** The region below a member. */
  below(member: string, region: Region): Region;
};

/** Ids, times and numbers, which say nothing: hardly any words fit into them, also where a person chose them. */
const WORDLESS = [
  /^(?:apr|bc|ch|ct|cv|dlv|ep|evt|imp|key|lst|med|ord|rec|tpl)_0[0-9A-HJKMNP-TV-Z]{25}$/,
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/,
  /^\+?\d{1,20}$/,
];

/** The members that hold them. Elsewhere, as in a name, a number is somebody's word. */
const WORDLESS_MEMBERS = /(?:^|_)(?:ids?|at|until|since|day|to|phone|number|value)$/;

/** The names of members, what each can say, and those below which others name the members. */
type Vocabulary = { names: Set<string>; values: Map<string, Set<string>>; free: Map<string, boolean> };

/** Reads the API's own words out of its OpenAPI document and the message types. */
export function ownWords(document: unknown): OwnWords {
  const types = messageTypes();
  const [record, content] = [vocabularyOf(document), vocabularyOf(types.map(({ schema }) => schema))];
  for (const { type } of types) addTo(record.values, "type", type);
  const events = isObject(document) && isObject(document.webhooks) ? Object.keys(document.webhooks) : [];
  for (const type of events) addTo(record.values, "event_type", type);
  return {
    isName: (name, region) => region !== "free" && (record.names.has(name) || content.names.has(name)),
    isValue(text, member, region) {
      if (region === "free") return false;
      const { values } = region === "content" ? content : record;
      if (values.get(member)?.has(text) === true) return true;
      return WORDLESS_MEMBERS.test(member) && WORDLESS.some((shape) => shape.test(text));
    },
    below(member, region) {
      if (region === "record" && member === "content") return "content";
      return region === "free" || record.free.get(member) === true ? "free" : region;
    },
  };
}

function vocabularyOf(schema: unknown): Vocabulary {
  const words: Vocabulary = { names: new Set(), values: new Map(), free: new Map() };
  collect(schema, "", words);
  return words;
}

function collect(schema: unknown, member: string, words: Vocabulary): void {
  if (Array.isArray(schema)) for (const one of schema) collect(one, member, words);
  if (!isObject(schema)) return;
  const said = [schema.const, ...(Array.isArray(schema.enum) ? schema.enum : [])];
  for (const one of said) if (typeof one === "string") addTo(words.values, member, one);
  for (const [name, value] of Object.entries(schema)) {
    if (name === "properties" && isObject(value)) collectMembers(value, words);
    else if (name !== "examples" && name !== "example") collect(value, member, words);
  }
}

function collectMembers(properties: Record<string, unknown>, words: Vocabulary): void {
  for (const [member, value] of Object.entries(properties)) {
    words.names.add(member);
    words.free.set(member, isFree(value) && words.free.get(member) !== false);
    collect(value, member, words);
  }
}

/** Whether a schema says nothing of the names of its members. */
function isFree(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const either = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(either))
    return either.filter((one) => isObject(one) && one.type !== "null").every(isFree);
  return [schema.type].flat().includes("object") && schema.properties === undefined;
}

function addTo(lists: Map<string, Set<string>>, name: string, one: string): void {
  lists.set(name, (lists.get(name) ?? new Set()).add(one));
}
