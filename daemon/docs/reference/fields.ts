import { type Html, html } from "../html.ts";
import { renderInline } from "../markdown.ts";
import { type Document, resolve, type Schema } from "./document.ts";

/** Members within members beyond this depth are left to `/openapi.json`. */
const DEEPEST = 6;

/** The members of an object as a list; those that are objects themselves open up. Null when there is none to list. */
export function fieldsOf(document: Document, schema: Schema, depth = 0): Html | null {
  const { schema: object } = resolve(document, schema);
  const variants = object.oneOf ?? object.anyOf?.filter(({ type }) => type !== "null");
  if (depth > DEEPEST) return null;
  if (object.properties) return membersOf(document, object, depth);
  if (object.items) return fieldsOf(document, object.items, depth);
  if (variants?.length === 1 && variants[0]) return fieldsOf(document, variants[0], depth);
  if (variants) return variantsOf(document, object, variants, depth);
  return null;
}

function membersOf(document: Document, { properties = {}, required = [] }: Schema, depth: number): Html {
  const members = Object.entries(properties).map(([name, schema]) =>
    fieldOf(document, { name, schema, isRequired: required.includes(name) }, depth),
  );
  return html`<ul class="fields">${members}</ul>`;
}

/** One member, parameter or header. */
export function fieldOf(
  document: Document,
  {
    name,
    schema,
    isRequired,
    description,
  }: { name: string; schema: Schema; isRequired: boolean; description?: string | undefined },
  depth = 0,
): Html {
  const { schema: resolved } = resolve(document, schema);
  const inner = fieldsOf(document, schema, depth + 1);
  const said = description ?? resolved.description;
  return html`<li><code class="name">${name}</code> <span class="type">${typeOf(document, schema)}</span>${
    isRequired && html` <span class="required">required</span>`
  } ${limitsOf(resolved)}${said !== undefined && html`<p>${renderInline(said)}</p>`}${
    inner && html`<details><summary>Members</summary>${inner}</details>`
  }</li>`;
}

function variantsOf(
  document: Document,
  { discriminator }: Schema,
  variants: Schema[],
  depth: number,
): Html | null {
  const named = variants.map((variant) => {
    const value =
      discriminator && Object.entries(discriminator.mapping).find(([, ref]) => ref === variant.$ref)?.[0];
    const label = value
      ? html`<code>${discriminator.propertyName}: ${value}</code>`
      : html`${typeOf(document, variant)}`;
    return { label, fields: fieldsOf(document, variant, depth + 1) };
  });
  const listed = named.filter(({ fields }) => fields !== null);
  if (listed.length === 0) return null;
  return html`<p class="either">One of:</p>${listed.map(
    ({ label, fields }) => html`<details class="variant"><summary>${label}</summary>${fields}</details>`,
  )}`;
}

/** The type of a value, in a few words: `string or null`, `list of Message`. */
function typeOf(document: Document, schema: Schema): string {
  const { schema: resolved, name } = resolve(document, schema);
  if (name) return name;
  if (resolved.const !== undefined) return JSON.stringify(resolved.const);
  if (resolved.items) return `list of ${typeOf(document, resolved.items)}`;
  const variants = resolved.oneOf ?? resolved.anyOf;
  if (variants) return [...new Set(variants.map((variant) => typeOf(document, variant)))].join(" or ");
  const types = [resolved.type ?? "any"].flat();
  return types.map((type) => (type === "string" && resolved.format ? resolved.format : type)).join(" or ");
}

function limitsOf(schema: Schema): Html {
  const limits = [
    range(schema.minimum, schema.maximum, ""),
    range(schema.minLength, schema.maxLength, " characters"),
    range(schema.minItems, schema.maxItems, " items"),
    schema.default === undefined ? null : `default ${JSON.stringify(schema.default)}`,
  ].filter((limit) => limit !== null);
  const values = schema.enum?.map((value) => html`<code>${String(value)}</code> `);
  return html`<span class="limits">${limits.join(", ")}</span>${values && html`<span class="values">${values}</span>`}`;
}

function range(least: number | undefined, most: number | undefined, unit: string): string | null {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`;
  if (most !== undefined) return `at most ${most}${unit}`;
  return least === undefined ? null : `at least ${least}${unit}`;
}
