import { TypeCompiler } from "@sinclair/typebox/compiler";
import { EVENTS } from "../../daemon/events/catalogue.ts";
import type { EventKind } from "../../daemon/events/catalogue-kind.ts";
import { type TProperties, type TSchema, Type } from "../../daemon/lib/typebox.ts";

export const CATALOGUE: Record<string, EventKind> = EVENTS;

/**
 * The faults of an event's body by its entry in the catalogue: members that are missing, too many, or of another kind.
 */
export function faultsOf(type: string, body: unknown): string[] {
  const kind = CATALOGUE[type];
  if (kind === undefined) return [`no such event: ${type}`];
  return [...TypeCompiler.Compile(closed(kind.body)).Errors(body)].map(
    ({ path, message }) => `${type}${path}: ${message}`,
  );
}

/** The schema without the room for more that its objects leave. */
function closed(schema: TSchema): TSchema {
  if (schema.anyOf !== undefined) return Type.Union(schema.anyOf.map(closed));
  if (schema.properties === undefined) return schema;
  const properties = Object.entries<TSchema>(schema.properties).map(([name, member]) => {
    const inner = closed(member);
    return [name, isOptional(schema, name) ? Type.Optional(inner) : inner];
  });
  return Type.Object(Object.fromEntries(properties) as TProperties, { additionalProperties: false });
}

/** Members that are not always there. */
export function optionalMembers(type: string): string[] {
  const body = CATALOGUE[type]?.body;
  return body === undefined ? [] : Object.keys(body.properties).filter((name) => isOptional(body, name));
}

function isOptional(schema: TSchema, name: string): boolean {
  return !schema.required?.includes(name);
}
