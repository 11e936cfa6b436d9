import type { EndpointRow } from "../../db/webhooks/endpoints.ts";
import { Nullable, type Static, Type } from "../lib/typebox.ts";
import type { Secrets } from "../secrets/envelope.ts";
import { FILE_BYTES, MOST_FILE_BYTES } from "./forms/file-data.ts";
import { isPostable, POSTABLES } from "./forms/include.ts";
import { headerContext } from "./sealed.ts";

const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description:
    "Where events are posted; https only. It is stored and shown as it is: a token belongs in `headers`, which are encrypted",
});
const Description = Type.String({ maxLength: 512 });
const FilterTypes = Nullable(
  Type.Array(Type.String({ maxLength: 128 }), { maxItems: 100, description: "Event types; null is all" }),
);
const Channels = Nullable(
  Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100, description: "Channel ids; null is all" }),
);
const Headers = Type.Record(Type.String(), Type.String({ maxLength: 4096 }), {
  description:
    "Sent with every delivery, such as the Authorization your receiver expects; stored encrypted. Values are shown as `********`; sending that back keeps the stored value",
});
/** Shown in place of a header's value. */
export const HIDDEN_VALUE = "********";
const Rate = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: 10_000,
    description: "The most deliveries per second; null is no limit",
  }),
);

const Concurrency = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: 100,
    description: "The most deliveries at the same time; null is 20, 1 delivers one after another",
  }),
);

/** In which form an endpoint gets its events. */
const Format = Type.String({
  maxLength: 32,
  description:
    "The form in which it gets events: `waypost`, or another product's; the webhook settings list all. It stays: for another form, make another endpoint",
});
const FormatEvents = Nullable(
  Type.Array(Type.String({ maxLength: 128 }), {
    maxItems: 100,
    description:
      "The format's own events that it gets, such as WAHA's `message.edited`, where several are behind one of its `filterTypes`; null is all",
  }),
);
const VerifyToken = Type.String({
  minLength: 1,
  maxLength: 512,
  description: "For a form that verifies an address before it is used: what the receiver expects. Not stored",
});

/** A signing secret that a receiver has already. */
export const GivenSecret = Type.String({
  minLength: 1,
  maxLength: 512,
  description:
    "Signs deliveries, for a receiver that has a secret already; left out, a new one is made. Where the form signs by Standard Webhooks, `whsec_` and 24 to 64 bytes in base64",
});

const Include = Nullable(
  Type.Array(Type.Union(POSTABLES.map((name) => Type.Literal(name))), {
    maxItems: POSTABLES.length,
    description:
      "What events that name a message carry beside their own fields: `message`, as `GET /v1/messages/{id}` shows it, with a `download_url` beside each `media_id` (needs `messages:read`), `contact` (needs `contacts:read`), and, with `message`, `files`: small ones as base64, in `data` beside the `media_id`. Null is none",
  }),
);
const FileBytes = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: MOST_FILE_BYTES,
    description: `With \`files\`: the most bytes of files that an event carries, all together; null is ${FILE_BYTES}`,
  }),
);

/** The fields of an endpoint that a client may set. */
const FIELDS = {
  description: Description,
  filterTypes: FilterTypes,
  channels: Channels,
  format_events: FormatEvents,
  include: Include,
  file_bytes: FileBytes,
  headers: Headers,
  rate_per_second: Rate,
  concurrency: Concurrency,
};

export const CreateEndpointBody = Type.Object(
  {
    url: Url,
    ...Type.Partial(
      Type.Object({ format: Format, verify_token: VerifyToken, secret: GivenSecret, ...FIELDS }),
    ).properties,
  },
  {
    examples: [
      { url: "https://example.com/webhooks/waypost", filterTypes: ["message.new", "message.status_update"] },
    ],
  },
);

export const UpdateEndpointBody = Type.Partial(
  Type.Object({
    url: Url,
    verify_token: VerifyToken,
    ...FIELDS,
    enabled: Type.Boolean({
      description:
        "False pauses it: events wait. True delivers them, also if failures had disabled the endpoint",
    }),
  }),
  { minProperties: 1, examples: [{ enabled: true, rate_per_second: 50 }] },
);

export type EndpointInput = Partial<Static<typeof CreateEndpointBody>>;

const ENDPOINT = {
  id: Type.String(),
  url: Type.String(),
  format: Format,
  ...FIELDS,
  enabled: Type.Boolean(),
  disabled_reason: Nullable(
    Type.String({ description: "Why it is disabled: who did it, or which failures" }),
  ),
  failing_since: Nullable(
    Type.String({
      format: "date-time",
      description: "When it started to fail; five days disable it",
    }),
  ),
  resumes_at: Nullable(
    Type.String({
      format: "date-time",
      description:
        "The next time something is delivered: the endpoint failed repeatedly, or sent `Retry-After`",
    }),
  ),
  created_by: Nullable(
    Type.String({
      description:
        "The key or user that created it, gave it its address or `include`, or enabled it: it is disabled when they may no longer. Null for an old one",
    }),
  ),
  created_at: Type.String({ format: "date-time" }),
  updated_at: Type.String({ format: "date-time" }),
};

const EXAMPLE = {
  id: "ep_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
  url: "https://example.com/webhooks/waypost",
  format: "waypost",
  description: "Order desk",
  filterTypes: ["message.new", "message.status_update"],
  channels: null,
  format_events: null,
  include: null,
  file_bytes: null,
  enabled: true,
  disabled_reason: null,
  headers: {},
  rate_per_second: null,
  concurrency: null,
  failing_since: null,
  resumes_at: null,
  created_by: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
  created_at: "2026-11-21T09:30:00.000Z",
  updated_at: "2026-11-21T09:30:00.000Z",
};

export const EndpointSchema = Type.Object(ENDPOINT, { title: "Endpoint", examples: [EXAMPLE] });

export const CreatedEndpointSchema = Type.Object(
  { ...ENDPOINT, secret: Type.String({ description: "Verifies signatures; shown only here" }) },
  {
    title: "CreatedEndpoint",
    examples: [{ ...EXAMPLE, secret: "whsec_3p9o1V0yJ3m5n6Zz0pT1xq8R2sLk4WcYbUeGdHfIjKg=" }],
  },
);

/** An endpoint as the API shows it, without its signing secret and its header values. */
export function showEndpoint(row: EndpointRow) {
  return {
    id: row.id,
    url: row.url,
    format: row.format,
    description: row.description,
    filterTypes: row.filter_types,
    channels: row.channels,
    format_events: row.format_events,
    include: row.include?.filter(isPostable) ?? null,
    file_bytes: row.file_bytes,
    enabled: row.enabled,
    disabled_reason: row.disabled_reason,
    headers: hiddenHeaders(row),
    rate_per_second: row.rate_per_second,
    concurrency: row.concurrency,
    failing_since: row.failing_since?.toISOString() ?? null,
    resumes_at: row.resumes_at !== null && row.resumes_at > new Date() ? row.resumes_at.toISOString() : null,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** An endpoint's own headers as they are shown. */
export function hiddenHeaders({ headers }: EndpointRow): Record<string, string> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, HIDDEN_VALUE]));
}

/** An endpoint's own headers as they are stored; a value given as `********` is taken from `before`. */
export function sealHeaders(
  id: string,
  headers: Record<string, string>,
  secrets: Secrets,
  before: Record<string, string> = {},
): Record<string, string> {
  const sealed = Object.entries(headers).map(([given, value]) => {
    const name = given.toLowerCase();
    const existing = value === HIDDEN_VALUE ? before[name] : undefined;
    return [name, existing ?? secrets.encrypt(value, headerContext(id, name))];
  });
  return Object.fromEntries(sealed);
}
