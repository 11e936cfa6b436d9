import { isObject } from "../../lib/objects.ts";
import { VERSION } from "../../lib/version.ts";
import { SECURITY_SCHEMES } from "./documentation.ts";
import { type DescribedRoute, describeRoutes, type Paths } from "./openapi.ts";
import { type Node, tidySchema } from "./schema.ts";

/** The sources of the document: the API's routes and the requests that webhook endpoints get. */
export type DocumentParts = {
  routes: () => readonly DescribedRoute[];
  webhooks: () => Record<string, Record<string, unknown>>;
};

/** The order in which a reader wants them; tags that are not here come after. */
const TAGS: Record<string, string> = {
  Messages: "Send messages and follow their status.",
  Conversations: "The messages between one channel and one contact.",
  "Quick replies": "Answers that people keep to write them again.",
  Contacts: "The people you exchange messages with, and what they have consented to.",
  Media: "Files: those that messages came with, and those that you upload.",
  Imports: "Import contacts from files, and export them.",
  CRM: "Companies, deals and tasks, with comments, lists and relationships.",
  Broadcasts: "One template to many people.",
  Costs: "What messages cost, and what may be spent on them.",
  Orders: "Orders that people placed from a catalogue.",
  Channels: "The numbers you send from.",
  Templates: "Messages that Meta approves in advance, for people who have not written lately.",
  Onboarding: "Connect numbers of the Cloud API.",
  Webhooks: "Where events are delivered, and how each delivery went.",
  "API keys": "API keys and their permissions.",
  Login: "Logging in, and passwords.",
  Users: "Who may log in to the organisation, and in which role.",
  Audit: "Who did what.",
  "Provider webhooks": "Called by Meta; not for clients.",
  Health: "For load balancers and monitoring.",
  Events: "Events, as a list and as a stream.",
  "Endpoint requests": "Events, as the requests that your endpoints receive.",
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
    tags: tagsOf(paths),
    paths,
    webhooks: describeWebhooks(webhooks(), named),
    components: {
      schemas: Object.fromEntries(Object.entries(named).sort(([one], [other]) => one.localeCompare(other))),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function tagsOf(paths: Paths): Node[] {
  const used = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) => (Array.isArray(operation.tags) ? operation.tags.map(String) : []));
  const names = new Set([...Object.keys(TAGS), ...used]);
  return [...names].map((name) => ({ name, ...(TAGS[name] ? { description: TAGS[name] } : {}) }));
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
