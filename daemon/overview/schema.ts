import { Nullable, Type } from "../lib/typebox.ts";

const Time = Type.String({ format: "date-time" });
const Count = Type.Integer({ minimum: 0 });

/** The waiting items of a lane. */
const WAITING = {
  waiting: Type.Integer({ minimum: 0, description: "Items that wait, as far as counted" }),
  counted_all: Type.Boolean({ description: "False if there are more than were counted" }),
  oldest_due_at: Nullable(
    Type.String({ format: "date-time", description: "When the item that has been due longest became due" }),
  ),
};

const ChannelSchema = Type.Object({
  id: Type.String(),
  platform: Type.String(),
  name: Type.String(),
  phone_number: Nullable(Type.String()),
  sandbox: Type.Boolean({ description: "Whether it was created in the sandbox" }),
  status: Type.String(),
  status_reason: Nullable(Type.String()),
  paused: Type.Boolean({ description: "Whether its owner has paused sending" }),
  health_score: Nullable(
    Type.Integer({ description: "From 0 to 100, as its health has it; null until it was found" }),
  ),
  quality_rating: Nullable(Type.String()),
  messaging_limit: Nullable(Type.String()),
  rate_per_second: Nullable(Type.Number({ description: "As configured; null is the platform's default" })),
  changed_at: Type.String({
    format: "date-time",
    description: "When the channel or its status last changed",
  }),
  last_seen_at: Nullable(Time),
  ...WAITING,
});

const LaneSchema = Type.Object({
  kind: Type.String({
    description:
      "`channel` (messages to send), `media` (files to fetch), `endpoint` (webhooks) or `import` (contacts)",
  }),
  lane_id: Type.String({ description: "The channel, endpoint or organisation" }),
  name: Type.String({ description: "Its name" }),
  state: Type.String({
    description:
      "`paused` by the owner of the channel or endpoint, `resting` (nothing is sent until `resumes_at`), `working`, `waiting` for a daemon or a moment, or `idle`",
  }),
  ...WAITING,
  next_due_at: Nullable(Type.String({ format: "date-time", description: "When the next item becomes due" })),
  resumes_at: Nullable(Type.String({ format: "date-time", description: "Until when it rests" })),
});

const RatesSchema = Type.Object(
  {
    window_seconds: Type.Number({ description: "The number of seconds they were counted over" }),
    accepted: Type.Number(),
    sent: Type.Number(),
    delivered: Type.Number(),
    read: Type.Number(),
    failed: Type.Number(),
    received: Type.Number(),
  },
  { description: "Messages a minute; null without the permission `messages:read`" },
);

const WebhooksSchema = Type.Object(
  {
    window_seconds: Type.Number(),
    succeeded: Type.Number({ description: "Attempts a minute" }),
    failed: Type.Number({ description: "Attempts a minute" }),
    lag_seconds: Type.Number({
      description: "How long the oldest due delivery to an enabled endpoint has waited; 0 if none waits",
    }),
    p50_ms: Nullable(Type.Number({ description: "From an event to its first delivery, in the median" })),
    p99_ms: Nullable(Type.Number({ description: "The same, for 99 of 100" })),
  },
  { description: "Null without the permission `webhooks:manage`" },
);

const EndpointSchema = Type.Object({
  id: Type.String(),
  url: Type.String(),
  state: Type.String({
    description:
      "`ok`, `failing` (its last attempts failed), `resting` (nothing is sent until `resumes_at`, then one delivery), `probing` (one delivery is being tried), `paused` by its owner, or `disabled`",
  }),
  disabled_reason: Nullable(Type.String()),
  failing_since: Nullable(Time),
  failures: Type.Integer({ minimum: 0, description: "Since its last success" }),
  resumes_at: Nullable(Type.String({ format: "date-time", description: "When the next attempt is made" })),
  last_status: Nullable(Type.Integer({ description: "The status of its last failure" })),
  last_error: Nullable(Type.String()),
  ...WAITING,
});

const ErrorSchema = Type.Object({
  kind: Type.String({ description: "`message` or `delivery`" }),
  id: Type.String({ description: "Of the message or the delivery" }),
  at: Time,
  channel_id: Nullable(Type.String()),
  endpoint_id: Nullable(Type.String()),
  name: Type.String({ description: "The name of the channel, or the URL of the endpoint" }),
  code: Type.String({ description: "The message's error code, or the status of the endpoint's response" }),
  detail: Nullable(Type.String()),
});

/** What `GET /v1/overview` answers. */
export const OverviewSchema = Type.Object(
  {
    now: Time,
    version: Type.String(),
    sandbox: Type.Boolean({ description: "Whether a sandbox stands in for WhatsApp" }),
    channel_statuses: Type.Record(Type.String(), Count, {
      description: "How many of the newest 1,000 channels have each status; paused ones count as `paused`",
    }),
    channels: Type.Array(ChannelSchema, {
      description: "Those that need attention first, then the newest; at most 100",
    }),
    lanes: Type.Array(LaneSchema, {
      description:
        "For every channel and endpoint, and for files and imports that wait; late ones first, at most 100",
    }),
    rates: Nullable(RatesSchema),
    webhooks: Nullable(WebhooksSchema),
    endpoints: Nullable(
      Type.Array(EndpointSchema, {
        description: "Those that need attention first; null without the permission `webhooks:manage`",
      }),
    ),
    errors: Type.Array(ErrorSchema, {
      description:
        "Failures of the last hour, latest first, at most 50 of each kind: messages with the permission `messages:read`, deliveries with `webhooks:manage`",
    }),
  },
  { title: "Overview" },
);

const IDS = { channel: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R", endpoint: "ep_01JDB2M5S8V0ZC3K7Q2M4N6P8R" };
const NOW = "2026-11-21T09:30:00.000Z";
const URL = "https://example.com/webhooks/waypost";
const NOTHING_WAITS = { waiting: 0, counted_all: true, oldest_due_at: null };
const BACKLOG = { waiting: 42, counted_all: true, oldest_due_at: "2026-11-21T09:28:47.000Z" };

export const OVERVIEW_EXAMPLE = {
  now: NOW,
  version: "0.2.0",
  sandbox: false,
  channel_statuses: { connected: 1 },
  channels: [
    {
      ...{ id: IDS.channel, platform: "whatsapp_official", name: "Support", phone_number: "+15550783881" },
      ...{ sandbox: false, status: "connected", status_reason: null, paused: false, health_score: 92 },
      ...{
        quality_rating: "GREEN",
        messaging_limit: null,
        rate_per_second: 80,
        changed_at: "2026-11-20T08:00:00.000Z",
      },
      last_seen_at: NOW,
      ...NOTHING_WAITS,
    },
  ],
  lanes: [
    {
      ...{ kind: "endpoint", lane_id: IDS.endpoint, name: URL, ...BACKLOG },
      ...{ state: "resting", next_due_at: null, resumes_at: "2026-11-21T09:30:21.000Z" },
    },
  ],
  rates: { window_seconds: 60, accepted: 120, sent: 118, delivered: 110, read: 64, failed: 1, received: 31 },
  webhooks: { window_seconds: 60, succeeded: 402, failed: 3, lag_seconds: 73, p50_ms: 14, p99_ms: 96 },
  endpoints: [
    {
      ...{ id: IDS.endpoint, url: URL, state: "resting", disabled_reason: null },
      ...{ failing_since: "2026-11-21T09:28:47.000Z", failures: 12, resumes_at: "2026-11-21T09:30:21.000Z" },
      ...{ last_status: 503, last_error: "the endpoint responded with 503", ...BACKLOG },
    },
  ],
  errors: [
    {
      ...{ kind: "message", id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11", at: "2026-11-21T09:29:12.000Z" },
      ...{ channel_id: IDS.channel, endpoint_id: null, name: "Support" },
      ...{ code: "recipient_unreachable", detail: "The number is not on WhatsApp" },
    },
  ],
};
