import { extname } from "node:path";
import { parseDocument, stringify } from "yaml";

/** A component, a button or a card, in Meta's form. */
export type Part = Record<string, unknown>;

/** A template's file: the template as the API takes it, with the paths of example files. */
export type TemplateFile = {
  name: string;
  language: string;
  category: string;
  /** Absent: positional, {{1}}. */
  parameter_format?: "NAMED";
  /** Whether Meta may have moved it to another category. */
  allow_category_change?: boolean;
  components: Part[];
};

export const FORMATS = ["yaml", "json"] as const;
export type Format = (typeof FORMATS)[number];

/** Members in the order in which people read them; what is not here follows by the alphabet. */
const ORDER = [
  ...["name", "language", "category", "parameter_format", "allow_category_change", "components"],
  ...[
    "type",
    "format",
    "otp_type",
    "text",
    "url",
    "phone_number",
    "buttons",
    "cards",
    "param_name",
    "example",
  ],
];

/** The format by a file's name; null when it is no file of a template. */
export function formatOf(file: string): Format | null {
  const extension = extname(file).toLowerCase();
  if (extension === ".json") return "json";
  return extension === ".yaml" || extension === ".yml" ? "yaml" : null;
}

/** The parsed content of a file, of any shape. Throws an Error that says where it can't be parsed. */
export function parseTemplate(text: string, format: Format): unknown {
  if (format === "json") return JSON.parse(text);
  const document = parseDocument(text, { strict: true, uniqueKeys: true });
  const [first] = [...document.errors, ...document.warnings];
  if (first !== undefined) throw new Error(first.message.split("\n")[0]?.replace(/:$/, ""));
  // a file that repeats itself a million times by aliases is refused
  return document.toJS({ maxAliasCount: 100 });
}

/** A template as a file: the same text for the same template, however it came. */
export function formatTemplate(template: TemplateFile, format: Format): string {
  const ordered = inOrder(template);
  return format === "json" ? `${JSON.stringify(ordered, null, 2)}\n` : stringify(ordered, { lineWidth: 0 });
}

/** The same value, its members in the order of files. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.sort(byPlace).map(([name, member]) => [name, inOrder(member)]));
}

function byPlace([one]: [string, unknown], [other]: [string, unknown]): number {
  return placeOf(one) - placeOf(other) || (one < other ? -1 : 1);
}

function placeOf(name: string): number {
  const place = ORDER.indexOf(name);
  return place === -1 ? ORDER.length : place;
}
