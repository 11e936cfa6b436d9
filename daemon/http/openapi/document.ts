import { isObject } from "../../lib/objects.ts";
import { VERSION } from "../../lib/version.ts";
import { SECURITY_SCHEMES } from "./documentation.ts";
import { type DescribedRoute, describeRoutes } from "./openapi.ts";
import { type Node, tidySchema } from "./schema.ts";
import { allTags } from "./tags.ts";

/** The sources of the document: the API's routes and the requests that webhook endpoints get. */
export type DocumentParts = {
  routes: () => readonly DescribedRoute[];
  webhooks: () => Record<string, Record<string, unknown>>;
};

const DESCRIPTION = `WhatsApp messaging over one HTTP API.

- **Authentication**: an API key in the \`X-Api-Key\` header (create one with \`waypost keys create\`); \`/mcp\` and \`/metrics\` also take it as \`Authorization: Bearer\`. Or the token of a login, as \`Authorization: Bearer\` or as a cookie. Each operation names the permission it needs; a 403 names the one that is missing.
- **Errors**: \`application/problem+json\` (RFC 9457) with a stable \`code\`; \`errors\` names each wrong field, \`hint\` says what helps. Errors about contacts are \`{ error, code }\`.
- **Lists**: \`limit\` and \`cursor\`; \`meta.next_cursor\` is null on the last page, and only there. Ask until \`next_cursor\` is null: where few of very many rows match a filter, a page is given after a second, short or empty.
- **Limits**: \`RateLimit-Policy\` says how many requests the key and its organisation may make, \`RateLimit\` how many are left and until when. Beyond that, requests get 429 with \`Retry-After\`.
- **Sizes**: a body may be up to 1 MiB unless the operation says otherwise (413), the request line and headers up to 16 KiB (431, without a body).
- **Request ids**: your \`X-Request-Id\` is returned and logged; without one, Waypost makes one.`;

/** The OpenAPI 3.1 document of the whole API. */
export function createDocument({ routes, webhooks }: DocumentParts): Node {
  const named: Node = {};
  const paths = describeRoutes(routes(), named);
  return {
    openapi: "3.1.0",
    info: {
      title: "Waypost",
      version: VERSION,
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    // relative to the document, which a proxy may serve below a prefix; paths begin with a slash
    servers: [{ url: "." }],
    tags: allTags(),
    paths,
    webhooks: describeWebhooks(webhooks(), named),
    components: {
      schemas: Object.fromEntries(Object.entries(named).sort(([one], [other]) => one.localeCompare(other))),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** The same operations with their bodies' schemas tidied. */
function describeWebhooks(webhooks: Record<string, Record<string, unknown>>, named: Node): Node {
  const tidied = (value: unknown): unknown => {
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        name === "schema" ? writtenOut(tidySchema(inner, named), named) : tidied(inner),
      ]),
    );
  };
  return tidied(webhooks) as Node;
}

/**
 * Writes out the schema of a member that may be a named schema or null: generators of clients read such a reference
 * everywhere but in `webhooks`, and leave out schemas that only webhooks name.
 */
function writtenOut(value: unknown, named: Node): unknown {
  if (Array.isArray(value)) return value.map((item) => writtenOut(item, named));
  if (!isObject(value)) return value;
  const { anyOf, ...rest } = value;
  const [schema, none] = Array.isArray(anyOf) ? anyOf : [];
  const title = isObject(schema)
    ? /^#\/components\/schemas\/(\w+)$/.exec(String(schema.$ref))?.[1]
    : undefined;
  const definition = title === undefined ? undefined : named[title];
  if (!isObject(definition) || !isObject(none) || none.type !== "null")
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, writtenOut(inner, named)]));
  return { ...definition, ...rest, type: [definition.type, "null"] };
}
