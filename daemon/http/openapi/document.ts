import { isObject } from "../../lib/objects.ts";
import { VERSION } from "../../lib/version.ts";
import { SECURITY_SCHEMES } from "./documentation.ts";
import { type DescribedRoute, describeRoutes, type Paths } from "./openapi.ts";
import { type Node, tidySchema } from "./schema.ts";

/** What the document is made of: the API's routes and the requests that webhook endpoints get. */
export type DocumentParts = {
  routes: () => readonly DescribedRoute[];
  webhooks: () => Record<string, Record<string, unknown>>;
};

/** The order in which a reader wants them; tags that are not here come after. */
const TAGS: Record<string, string> = {
  Messages: "Send messages, and read what became of them.",
  Conversations: "The messages with one contact on one channel, together.",
  Contacts: "The people that messages are exchanged with, and what they allow.",
  Media: "The files that messages came with.",
  Imports: "Contacts from files, and into them.",
  CRM: "Companies, deals and tasks, and what is said, listed and linked of any record.",
  Orders: "What people ordered from a catalogue.",
  Channels: "The numbers that messages are sent from.",
  Templates: "What may be sent outside a conversation, once Meta has approved it.",
  Onboarding: "Bring numbers of the official platform in.",
  Webhooks: "Where events are delivered, and what became of each delivery.",
  "API keys": "Keys and what they may do.",
  Login: "Users log in, and have a password.",
  Users: "Who may log in to the organisation, and as what.",
  Audit: "Who did what.",
  "Provider webhooks": "What Meta calls; not for clients.",
  Health: "For load balancers and monitoring.",
  Events: "What happened: as a log and as a stream.",
  "Endpoint requests": "What happened, as the requests that your endpoints get.",
};

const DESCRIPTION = `WhatsApp messaging over one HTTP API.

- **Authentication**: an API key in the \`X-Api-Key\` header (\`waypost keys create\` makes one), or the token of a login as \`Authorization: Bearer\` or as cookie. Each route names the permission it needs; a 403 names the one that is missing.
- **Errors**: \`application/problem+json\` (RFC 9457) with a stable \`code\`; \`errors\` names each wrong field. Errors about contacts are \`{ error, code }\`.
- **Lists**: \`limit\` and \`cursor\`; \`meta.next_cursor\` is null on the last page, and only there: a page is answered after a bounded search, so where a filter leaves few of many rows it can have fewer than \`limit\`, or none, and more can follow.
- **Limits**: \`RateLimit-Policy\` tells how often the key and its organisation may ask, \`RateLimit\` what is left and until when; beyond that it is 429 with \`Retry-After\`.
- **Sizes**: a body is 1 MiB at most unless the route says otherwise (413), the line and headers of a request 16 KiB (431, without a body).
- **Request ids**: \`X-Request-Id\` is echoed, or made, and is in the log.`;

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
    servers: [{ url: "/" }],
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
        name === "schema" ? tidySchema(inner, named) : tidied(inner),
      ]),
    );
  };
  return tidied(webhooks) as Node;
}
