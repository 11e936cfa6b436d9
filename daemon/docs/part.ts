import type { Document } from "./reference/document.ts";

/** The body of one route in the API's document, with all schemas that it leads to: what a form is made of. */
export type Part = {
  paths: Record<string, Record<string, { requestBody: unknown }>>;
  components: { schemas: Record<string, unknown> };
};

const SCHEMAS = "#/components/schemas/";

/**
 * That part of the document for a route such as `POST /v1/messages`; null where there is none, or it takes no body. Each
 * has one spelling: who keeps what was found under its route keeps no more than there are routes.
 */
export function partOf({ paths, components }: Document, route: string): Part | null {
  const [, method = "", path = ""] = /^([A-Z]+) (\S+)$/.exec(route) ?? [];
  const operation = Object.hasOwn(paths, path) ? paths[path]?.[method.toLowerCase()] : undefined;
  const { requestBody } = operation ?? {};
  if (requestBody === undefined) return null;
  const schemas: Record<string, unknown> = {};
  const waiting: unknown[] = [requestBody];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null) continue;
    if ("$ref" in value && typeof value.$ref === "string") {
      const name = value.$ref.slice(SCHEMAS.length);
      if (!Object.hasOwn(schemas, name)) {
        schemas[name] = components.schemas[name];
        waiting.push(schemas[name]);
      }
    }
    waiting.push(...Object.values(value));
  }
  return { paths: { [path]: { [method.toLowerCase()]: { requestBody } } }, components: { schemas } };
}
