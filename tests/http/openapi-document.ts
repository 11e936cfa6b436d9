/** The OpenAPI document as tests look at it. */
import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

export type Media = { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> };
export type Body = { description?: string; content?: Record<string, Media> };
export type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: object[];
  description?: string;
  parameters?: { name: string; in: string; schema: object }[];
  requestBody?: Body;
  responses: Record<string, Body>;
};
export type ApiDocument = {
  openapi: string;
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
};

/** Every operation of paths and webhooks, by `METHOD path` or the event's name. */
export function operations(document: ApiDocument): [name: string, operation: Operation][] {
  const paths = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      one,
    ]),
  );
  const events = Object.entries(document.webhooks).flatMap(([name, methods]) =>
    Object.values(methods).map((one): [string, Operation] => [name, one]),
  );
  return [...paths, ...events];
}

/** Whether an operation's answer does not end. */
export function isEndless({ responses }: Operation): boolean {
  return responses[200]?.content?.["text/event-stream"] !== undefined;
}

/** Every body of an operation with where it is: its request and its answers. */
export function bodies([name, { requestBody, responses }]: [string, Operation]): [
  where: string,
  media: Media,
][] {
  const all = [...(requestBody ? [["request", requestBody] as const] : []), ...Object.entries(responses)];
  return all.flatMap(([part, { content = {} }]) =>
    Object.entries(content).map(([type, media]): [string, Media] => [`${name} ${part} ${type}`, media]),
  );
}

export function examples({ example, examples: named = {} }: Media): unknown[] {
  return [...(example === undefined ? [] : [example]), ...Object.values(named).map(({ value }) => value)];
}

/** Says what is wrong with a value by a schema of the document; null when nothing is. */
export function createComplaints(document: ApiDocument): (schema: object, value: unknown) => string | null {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  // each by a name of its own: compiled into every schema, they would be most of the work
  const named = (schema: object): object =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"schema:'));
  for (const [name, schema] of Object.entries(document.components.schemas))
    ajv.addSchema(named(schema), `schema:${name}`);
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
  return (schema, value) => {
    const text = JSON.stringify(schema);
    const validate = compiled.get(text) ?? ajv.compile(named(schema));
    compiled.set(text, validate);
    return validate(value) ? null : ajv.errorsText(validate.errors);
  };
}
