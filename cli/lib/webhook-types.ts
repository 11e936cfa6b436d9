/* What the API takes and gives about webhooks and events; see api-types.ts. */
import type { Page, Paging } from "./api-types.ts";

export type Endpoint = {
  id: string;
  url: string;
  description?: string | null;
  filterTypes: string[] | null;
  channels?: string[] | null;
  enabled: boolean;
  disabled_reason?: string | null;
  headers?: Record<string, string>;
  rate_per_second?: number | null;
  concurrency?: number | null;
  failing_since?: string | null;
  resumes_at?: string | null;
  created_at?: string;
  updated_at?: string;
};
export type EndpointFields = {
  url?: string;
  description?: string;
  filterTypes?: string[] | null;
  channels?: string[] | null;
  headers?: Record<string, string>;
  rate_per_second?: number | null;
  concurrency?: number | null;
};
export type NewEndpoint = EndpointFields & { url: string };
export type EventType = {
  type: string;
  description: string;
  schema: unknown;
  example: Record<string, unknown>;
};
export type WebhookSettings = { data: Endpoint[]; event_types: string[]; events?: EventType[] };

export type Delivery = {
  id: string;
  message_id: string;
  endpoint_id: string;
  event_type: string;
  status: string;
  attempt: number;
  trigger: string;
  response_status: number | null;
  response_body: string | null;
  error: string | null;
  duration_ms: number | null;
  next_attempt_at: string | null;
  created_at: string;
};
export type DeliveryFilters = Paging & {
  endpoint_id?: string;
  event_type?: string;
  status?: string;
  message_id?: string;
  since?: string;
  until?: string;
};
export type ReplayRange = {
  since: string;
  until?: string;
  endpoint_id?: string;
  event_types?: string[];
  status?: string;
};
export type Replay = {
  id: string;
  status: string;
  matched: number;
  queued: number;
  succeeded: number;
  exhausted: number;
  created_at: string;
  finished_at: string | null;
};
export type Triggered = { message_id: string; event_type: string; data: Delivery[] };

/** An event of the log: what webhooks carry as body, and around it what they carry in headers. */
export type LoggedEvent = {
  id: string;
  type: string;
  created_at: string;
  test?: true;
  body: Record<string, unknown>;
};
export type EventFilters = {
  type?: string;
  channel_id?: string;
  since?: string;
  include_tests?: boolean;
  after?: string;
};

type Id = { id: string };

/** The routes of webhooks and events. */
export type WebhookRoutes = {
  "GET /v1/settings/developer/webhooks": { response: WebhookSettings };
  "POST /v1/settings/developer/webhooks/endpoints": {
    body: NewEndpoint;
    response: Endpoint & { secret: string };
  };
  "GET /v1/settings/developer/webhooks/endpoints/{id}": { path: Id; response: Endpoint };
  "PATCH /v1/settings/developer/webhooks/endpoints/{id}": {
    path: Id;
    body: EndpointFields & { enabled?: boolean };
    response: Endpoint;
  };
  "DELETE /v1/settings/developer/webhooks/endpoints/{id}": { path: Id; response: null };
  "POST /v1/settings/developer/webhooks/endpoints/{id}/rotate-secret": {
    path: Id;
    body: { overlap_seconds?: number };
    response: { secret: string; previous_secret_expires_at: string };
  };
  "POST /v1/settings/developer/webhooks/endpoints/{id}/test": {
    path: Id;
    body: { event_type?: string };
    response: Delivery;
  };
  "POST /v1/settings/developer/webhooks/trigger": { body: { event_type: string }; response: Triggered };
  "GET /v1/settings/developer/webhooks/deliveries": { query: DeliveryFilters; response: Page<Delivery> };
  "GET /v1/settings/developer/webhooks/deliveries/{id}": { path: Id; response: Delivery };
  "POST /v1/settings/developer/webhooks/deliveries/{id}/retry": {
    path: Id;
    body: { endpoint_id?: string };
    response: { data: Delivery[] };
  };
  "POST /v1/settings/developer/webhooks/deliveries/replay": {
    body: ReplayRange & { dry_run?: boolean };
    response: { id: string | null; matched: number };
  };
  "GET /v1/settings/developer/webhooks/deliveries/replays/{id}": { path: Id; response: Replay };
  "GET /v1/events": { query: EventFilters & { limit?: number }; response: Page<LoggedEvent> };
};
