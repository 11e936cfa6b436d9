import { useQuery } from "@tanstack/react-query";
import type { Route } from "./call.ts";
import { asProblem, type Problem, problemOf } from "./problem.ts";
import { addressOf } from "./root.ts";

/** JSON Schema, as far as the API's document uses it. */
export type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  title?: string;
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  examples?: readonly unknown[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  additionalProperties?: boolean | Schema;
};

/** What the API says of the body of a route. */
export type ApiDocument = {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
};

type Operation = {
  summary?: string;
  requestBody?: { content: Readonly<Record<string, { schema?: Schema; examples?: Examples }>> };
};
type Examples = Readonly<Record<string, { value: unknown }>>;

/** Reads what the API's document says of the body of a route, once. */
export function useApiDocument(route: Route): { document: ApiDocument | undefined; problem: Problem | null } {
  const { data, error } = useQuery({ queryKey: ["openapi.json", route], queryFn: () => readDocument(route) });
  return { document: data, problem: error === null ? null : asProblem(error) };
}

/** The schema of what a route takes as its body; undefined where it takes none. */
export function bodySchema(document: ApiDocument, route: Route): Schema | undefined {
  const [method = "", path = ""] = route.split(" ");
  return document.paths[path]?.[method.toLowerCase()]?.requestBody?.content["application/json"]?.schema;
}

/** The schema that a reference leads to; others as they are. */
export function resolved(document: ApiDocument, schema: Schema): Schema {
  const name = schema.$ref?.replace("#/components/schemas/", "");
  const found = name === undefined ? undefined : document.components.schemas[name];
  return found === undefined ? schema : { ...resolved(document, found), ...described(schema) };
}

/** The schema of a place within another, such as `["settings", "rate"]`; undefined where there is none. */
export function schemaAt(document: ApiDocument, schema: Schema, path: readonly string[]): Schema | undefined {
  return path.reduce<Schema | undefined>(
    (around, name) => (around === undefined ? undefined : resolved(document, around).properties?.[name]),
    schema,
  );
}

function described({ description }: Schema): Pick<Schema, "description"> {
  return description === undefined ? {} : { description };
}

async function readDocument(route: Route): Promise<ApiDocument> {
  const response = await fetch(addressOf(`/openapi.json?route=${encodeURIComponent(route)}`)).catch(
    (cause: unknown) => {
      throw asProblem(cause);
    },
  );
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as ApiDocument;
}
