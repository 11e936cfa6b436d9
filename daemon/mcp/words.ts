import { isObject } from "../lib/objects.ts";
import { messageTypes } from "../message-types/registry.ts";

/**
 * Whether a text is a word of the API itself, a member's name or a value of a closed list; or says nothing, as the value
 * of a member that holds such.
 */
export type IsOurs = (text: string, member?: string) => boolean;

/** Ids, times and numbers, which say nothing: hardly any words fit into them, also where a person chose them. */
const WORDLESS = [
  /^(?:apr|bc|ch|ct|cv|ep|evt|imp|key|lst|med|ord|rec|tpl)_0[0-9A-HJKMNP-TV-Z]{25}$/,
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/,
  /^\+?\d{1,20}$/,
];

/** The members that hold them. Elsewhere, as in a name, a number is somebody's word. */
const WORDLESS_MEMBERS = /(?:^|_)(?:ids?|at|until|since|day|to|phone|number|value)$/;

/** Reads the API's own words out of its OpenAPI document. What is not among them may be anybody's. */
export function ownWords(document: unknown): IsOurs {
  const words = new Set<string>(messageTypes().map(({ type }) => type));
  collect({ document, types: messageTypes().map(({ schema }) => schema) }, words);
  return (text, member = "") =>
    words.has(text) || (WORDLESS_MEMBERS.test(member) && WORDLESS.some((shape) => shape.test(text)));
}

function collect(schema: unknown, words: Set<string>): void {
  if (Array.isArray(schema)) for (const one of schema) collect(one, words);
  if (!isObject(schema)) return;
  for (const [name, value] of Object.entries(schema)) {
    if (name === "properties" && isObject(value)) for (const member of Object.keys(value)) words.add(member);
    if (name === "const" && typeof value === "string") words.add(value);
    if (name === "enum" && Array.isArray(value))
      for (const one of value) if (typeof one === "string") words.add(one);
    if (name !== "examples" && name !== "example") collect(value, words);
  }
}
