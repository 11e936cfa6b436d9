/** What the API's document says of a request. */
import type { ApiDocument, Operation } from "../http/openapi-document.ts";

/** The operation whose path has the most parts that are the same. */
export function operationOf(document: ApiDocument, method: string, path: string): Operation | undefined {
  const parts = path.split("/");
  const fitting = Object.entries(document.paths)
    .map(([template, operations]) => ({
      template: template.split("/"),
      one: operations[method.toLowerCase()],
    }))
    .filter(({ template, one }) => one !== undefined && template.length === parts.length)
    .filter(({ template }) => template.every((part, at) => part.startsWith("{") || part === parts[at]))
    .sort((a, b) => placeholders(a.template) - placeholders(b.template));
  return fitting[0]?.one;
}

function placeholders(template: string[]): number {
  return template.filter((part) => part.startsWith("{")).length;
}

/** The values that a parameter or a member of the body can have, where the document lists them. */
export function valuesOf(operation: Operation | undefined, name: string): string[] | undefined {
  const parameter = operation?.parameters?.find((one) => one.in === "query" && one.name === name);
  const body = operation?.requestBody?.content?.["application/json"]?.schema as
    | { properties?: Record<string, object> }
    | undefined;
  const schema = parameter?.schema ?? body?.properties?.[name];
  return (schema as { enum?: string[] } | undefined)?.enum;
}

/** The names that a body's schema has, in any of its branches. */
export function membersOf(document: ApiDocument, operation: Operation | undefined): string[] {
  const schema = operation?.requestBody?.content?.["application/json"]?.schema;
  return schema === undefined ? [] : namesIn(document, schema);
}

function namesIn(document: ApiDocument, schema: object): string[] {
  const {
    $ref,
    properties,
    anyOf = [],
    oneOf = [],
    allOf = [],
  } = schema as {
    $ref?: string;
    properties?: object;
    anyOf?: object[];
    oneOf?: object[];
    allOf?: object[];
  };
  const referred = $ref === undefined ? undefined : document.components.schemas[$ref.split("/").at(-1) ?? ""];
  const below = [...anyOf, ...oneOf, ...allOf, ...(referred === undefined ? [] : [referred])];
  return [...Object.keys(properties ?? {}), ...below.flatMap((one) => namesIn(document, one))];
}
