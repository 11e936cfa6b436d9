/** Makes a published schema small and strict. */

export type Schema = { [name: string]: unknown };

/**
 * A copy without descriptions, defaults and what only Kubernetes itself understands, in which an object has no fields
 * but those that are named: as the server takes it with strict validation.
 */
export function trimmed(schema: Schema): Schema {
  const open = schema["x-kubernetes-preserve-unknown-fields"] === true || "additionalProperties" in schema;
  const kept = Object.entries(schema)
    .filter(([name]) => !LEFT_OUT.has(name) && !name.startsWith("x-kubernetes-"))
    .map(([name, value]) => [name, trimmedValue(name, value)]);
  const closed = "properties" in schema && !open ? { additionalProperties: false } : {};
  return { ...Object.fromEntries(kept), ...closed };
}

const LEFT_OUT = new Set(["description", "default", "format", "example", "externalDocs"]);
/** Their names are those of fields, which may be called like keywords. */
const NAMED = new Set(["properties", "patternProperties"]);

function trimmedValue(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => (isSchema(one) ? trimmed(one) : one));
  if (!isSchema(value)) return value;
  if (!NAMED.has(name)) return trimmed(value);
  return Object.fromEntries(
    Object.entries(value).map(([field, one]) => [field, isSchema(one) ? trimmed(one) : one]),
  );
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
