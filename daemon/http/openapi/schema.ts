import { isObject } from "../../lib/objects.ts";

/** A JSON Schema, or any other object of the document. */
export type Node = { [name: string]: unknown };

/**
 * A TypeBox schema as a reader wants it: literals as `enum`, `null` as a type,
 * records by `additionalProperties`. A schema with a title goes to `named` and
 * is referred to.
 */
export function tidySchema(schema: unknown, named: Node): Node {
  const plain = tidy(JSON.parse(JSON.stringify(schema)), named);
  return isObject(plain) ? plain : {};
}

/** An example of a schema: its own, or put together from those of its parts; undefined when a part has none. */
export function exampleOf(schema: unknown): unknown {
  if (!isObject(schema)) return undefined;
  const { examples, anyOf, type, items, properties } = schema;
  if (Array.isArray(examples)) return examples[0];
  if ("const" in schema) return schema.const;
  if (Array.isArray(anyOf)) return anyOf.some(isNull) ? null : exampleOf(anyOf[0]);
  if (type === "boolean") return true;
  if (type === "array") return listExample(items);
  return isObject(properties) ? objectExample(properties) : undefined;
}

function listExample(items: unknown): unknown {
  const item = exampleOf(items);
  return item === undefined ? undefined : [item];
}

function objectExample(properties: Node): unknown {
  const entries = Object.entries(properties).map(([name, value]) => [name, exampleOf(value)]);
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}

function tidy(value: unknown, named: Node): unknown {
  if (Array.isArray(value)) return value.map((item) => tidy(item, named));
  if (!isObject(value)) return value;
  const { examples, ...rest } = value;
  const inner = Object.fromEntries(
    Object.entries(rest).map(([name, item]) => [name, tidyMember(name, item, named)]),
  );
  const clean = withoutPatterns(withoutUnions(withPlainId(withWholeNumber(inner))));
  return typeof clean.title === "string" && isNamed(clean)
    ? refer(clean.title, withExamples(clean, examples), named)
    : withExamples(clean, examples);
}

/** Whether generators make a type of it: objects, lists of values, and unions. */
function isNamed({ properties, enum: values, anyOf, oneOf }: Node): boolean {
  return isObject(properties) || [values, anyOf, oneOf].some(Array.isArray);
}

/** Examples and values are no schemas: they stay as they are. */
function tidyMember(name: string, value: unknown, named: Node): unknown {
  return ["const", "enum", "default"].includes(name) ? value : tidy(value, named);
}

function refer(title: string, schema: Node, named: Node): Node {
  const { title: _, ...definition } = schema;
  named[title] = definition;
  return { $ref: `#/components/schemas/${title}` };
}

function withExamples(schema: Node, examples: unknown): Node {
  return examples === undefined ? schema : { ...schema, examples };
}

function withoutUnions(schema: Node): Node {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const branches = anyOf.filter(isObject).filter((branch) => !isValueAsText(branch, anyOf));
  const others = branches.filter((branch) => !isNull(branch));
  const [only] = others;
  if (others.length > 1 && others.every((branch) => "const" in branch)) {
    const values = others.map((branch) => branch.const);
    return { ...rest, ...nullable({ type: only?.type, enum: values }, branches.length > others.length) };
  }
  // generators have no type for both, and make code of it that can't be compiled
  if (["array", "object"].every((type) => others.some((branch) => branch.type === type))) return rest;
  if (others.length === 1 && only !== undefined && isAnything(only)) return { ...only, ...rest };
  if (only === undefined || others.length > 1 || only.type === undefined) return { ...rest, anyOf: branches };
  return { ...only, ...nullable(only, branches.length > 1), ...rest };
}

/** TypeBox calls every number that is a constant `number`. */
function withWholeNumber(schema: Node): Node {
  return schema.type === "number" && Number.isInteger(schema.const) ? { ...schema, type: "integer" } : schema;
}

/** Ids are texts to paths, whatever their form: typed clients could not hand on what they have as a UUID. */
function withPlainId({ format, ...rest }: Node): Node {
  return format === undefined || format === "uuid" ? rest : { ...rest, format };
}

function nullable(schema: Node, isNullable: boolean): Node {
  if (!isNullable) return schema;
  const values = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, ...values, type: [schema.type, "null"] };
}

function isNull(branch: unknown): boolean {
  return isObject(branch) && branch.type === "null";
}

/** Whether it says nothing of the value, which then may be null without saying so. */
function isAnything({ description: _, examples: _examples, ...rest }: Node): boolean {
  return Object.keys(rest).length === 0;
}

/** Elysia takes what is no text in a query as text, too; the document shows the number or boolean alone. */
function isValueAsText(branch: Node, branches: unknown[]): boolean {
  const hasValue = branches.some(
    (other) => isObject(other) && /^(integer|number|boolean)$/.test(String(other.type)),
  );
  return hasValue && branch.type === "string" && /^(integer|numeric|boolean)$/.test(String(branch.format));
}

/** A record's values are its only pattern. */
function withoutPatterns(schema: Node): Node {
  const { patternProperties, ...rest } = schema;
  if (!isObject(patternProperties)) return schema;
  return { additionalProperties: Object.values(patternProperties)[0], ...rest };
}
