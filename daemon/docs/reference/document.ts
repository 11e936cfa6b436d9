/** The parts of the OpenAPI document that the reference reads. */

export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  title?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
};

export type Content = Record<
  string,
  { schema?: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }
>;

export type Parameter = {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
};

type Described = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses?: Record<string, { description: string; content?: Content }>;
};

export type Document = {
  info: { version: string; description: string };
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Described>>;
  webhooks: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};

/** An operation of the API, or a request that endpoints get: that has an event's name in place of a path. */
export type Operation = Described & { method: string; path: string; isWebhook: boolean };

/** The operations of one tag, which have a page together. */
export type Group = { name: string; slug: string; description: string; operations: Operation[] };

/** The groups of a document in its own order; those without an operation are left out. */
export function groupsOf(document: Document): Group[] {
  const operations = [...listed(document.paths, false), ...listed(document.webhooks, true)];
  return document.tags
    .map(({ name, description = "" }) => ({
      name,
      slug: slugOf(name),
      description,
      operations: operations.filter(({ tags }) => tags.includes(name)),
    }))
    .filter((group) => group.operations.length > 0);
}

/** The schema that a `$ref` points to, with its name; any other schema as it is. */
export function resolve(document: Document, schema: Schema): { schema: Schema; name: string | null } {
  if (schema.$ref === undefined) return { schema, name: null };
  const name = schema.$ref.slice("#/components/schemas/".length);
  const { $ref: _, ...beside } = schema;
  return { schema: { ...document.components.schemas[name], ...beside }, name };
}

function listed(paths: Document["paths"], isWebhook: boolean): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...described,
      method: method.toUpperCase(),
      path,
      isWebhook,
    })),
  );
}

function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(" ", "-");
}
