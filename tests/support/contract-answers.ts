/* What the contract server answers, resource by resource. */

/** A request as it arrived. */
export type Recorded = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
};
export type Answer = { status: number; body?: unknown };
export type Handler = (request: Recorded, id: string) => Answer;

/** Statuses a message goes through, one a reading, by the last digit of its recipient. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  "1": ["queued", "sending", "sent", "delivered", "read"],
  "2": ["queued", "sending", "failed"],
  "3": ["queued"],
  "4": ["queued", "sent", "delivered"],
  "5": ["queued", "sent", "played"],
};

/** `METHOD /path` or `METHOD /path/{id}` → what to answer. */
export function createHandlers(channels: () => Record<string, unknown>[]): Record<string, Handler> {
  return {
    ...messageHandlers(),
    ...channelHandlers(channels),
    ...keyHandlers(),
    ...endpointHandlers(),
    ...healthHandlers(),
  };
}

/** A connected official channel. */
export function channel(id: string): Record<string, unknown> {
  const created = { created_at: "2026-01-02T03:04:05.678Z", updated_at: "2026-01-02T03:04:05.678Z" };
  return {
    id,
    platform: "whatsapp_official",
    status: "connected",
    name: `Name of ${id}`,
    phone_number: "+4930123",
    ...created,
  };
}

function healthHandlers(): Record<string, Handler> {
  const checks = { postgres: "ok", worker: "ok", gateway: "ok" };
  return { "GET /v1/health": () => ok({ status: "ok", version: "0.2.0", uptime_seconds: 7, checks }) };
}

function channelHandlers(channels: () => Record<string, unknown>[]): Record<string, Handler> {
  return {
    "GET /v1/channels": () => ok(pageOf(channels())),
    "GET /v1/channels/{id}": (_, id) => {
      const found = channels().find((candidate) => candidate.id === id);
      return found === undefined ? problem(404, "not_found", "channel not found") : ok(found);
    },
    "POST /v1/channels": ({ body }) => {
      const { access_token: _, ...visible } = Object(body);
      return { status: 201, body: { ...channel("ch_new"), ...visible } };
    },
  };
}

function keyHandlers(): Record<string, Handler> {
  const record = {
    id: "key_1",
    name: "ci",
    permissions: ["messages:send"],
    channel_ids: null,
    prefix: "wp_",
    last4: "9xYz",
  };
  const key = { ...record, expires_at: null, last_used_at: null, created_at: "2026-01-02T03:04:05.678Z" };
  return {
    "GET /v1/api-keys": () => ok(pageOf([key])),
    "POST /v1/api-keys": ({ body }) => ({
      status: 201,
      body: { ...key, ...Object(body), key: `wp_${"c".repeat(36)}` },
    }),
    "DELETE /v1/api-keys/{id}": () => ({ status: 204 }),
  };
}

function endpointHandlers(): Record<string, Handler> {
  const base = "/v1/settings/developer/webhooks";
  const endpoint = {
    id: "ep_1",
    url: "https://example.com/hook",
    description: null,
    filterTypes: null,
    enabled: true,
  };
  return {
    [`GET ${base}`]: () => ok({ data: [endpoint], event_types: ["message.new"] }),
    [`POST ${base}/endpoints`]: ({ body }) => ({
      status: 201,
      body: { ...endpoint, ...Object(body), secret: "whsec_c2VjcmV0" },
    }),
    [`DELETE ${base}/endpoints/{id}`]: () => ({ status: 204 }),
  };
}

function messageHandlers(): Record<string, Handler> {
  const readings = new Map<string, number>();
  const messages = new Map<string, Record<string, unknown> & { to: string }>();
  return {
    "POST /v1/messages": ({ body }) => {
      const { to, type, channel_id, content } = Object(body);
      if (to === "49151000")
        return problem(422, "invalid_content", "the content is wrong", [
          { path: "/content", message: "bad" },
        ]);
      const id = Bun.randomUUIDv7();
      const created_at = new Date().toISOString();
      messages.set(id, {
        id,
        channel_id,
        to,
        to_phone: to,
        type,
        content,
        direction: "outbound",
        created_at,
        updated_at: created_at,
      });
      return { status: 201, body: { id, status: "queued", channel_id, to, created_at } };
    },
    "GET /v1/messages": ({ query }) => ok(messagePage(query)),
    "GET /v1/messages/{id}": (_, id) => {
      const message = messages.get(id);
      if (message === undefined) return problem(404, "not_found", "message not found");
      const way = WAYS[message.to.slice(-1)] ?? ["queued"];
      const reading = readings.get(id) ?? 0;
      readings.set(id, reading + 1);
      const status = way[Math.min(reading, way.length - 1)];
      return ok({ ...message, status, error: status === "failed" ? undeliverable : null });
    },
  };
}

const undeliverable = {
  code: "recipient_unreachable",
  title: "Message undeliverable",
  detail: "the number is not on WhatsApp",
  provider_code: 131026,
  retryable: false,
};

/** Two pages of two and one messages. */
function messagePage(query: URLSearchParams): unknown {
  const message = (id: string) => ({
    id,
    channel_id: "ch_1",
    to: "4915",
    type: "text",
    status: "sent",
    direction: "outbound",
  });
  const dated = (id: string) => ({
    ...message(id),
    created_at: "2026-01-02T03:04:05.678Z",
    updated_at: "2026-01-02T03:04:05.678Z",
  });
  if (query.get("cursor") === "two") return pageOf([dated("m3")]);
  return { data: [dated("m1"), dated("m2")], meta: { next_cursor: "two" } };
}

function pageOf(data: unknown[]): unknown {
  return { data, meta: { next_cursor: null } };
}

function ok(body: unknown): Answer {
  return { status: 200, body };
}

export function problem(status: number, code: string, detail: string, errors?: unknown[]): Answer {
  return {
    status,
    body: { title: "Problem", status, detail, code, request_id: "req_test", ...(errors ? { errors } : {}) },
  };
}
