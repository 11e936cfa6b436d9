/* What the API takes and gives about webhooks and events. */
import type { BodyOf, QueryOf, ResponseOf, RowOf } from "../../../../daemon/start/types/routes.ts";

export type Endpoint = ResponseOf<"GET /v1/settings/developer/webhooks/endpoints/{id}">;
export type EndpointFields = BodyOf<"PATCH /v1/settings/developer/webhooks/endpoints/{id}">;
type WebhookSettings = ResponseOf<"GET /v1/settings/developer/webhooks">;
export type EventType = WebhookSettings["events"][number];

export type Delivery = RowOf<"GET /v1/settings/developer/webhooks/deliveries">;
export type DeliveryDetail = ResponseOf<"GET /v1/settings/developer/webhooks/deliveries/{id}">;
export type ReplayRange = BodyOf<"POST /v1/settings/developer/webhooks/deliveries/replay">;
export type Replay = ResponseOf<"GET /v1/settings/developer/webhooks/deliveries/replays/{id}">;
export type Triggered = ResponseOf<"POST /v1/settings/developer/webhooks/trigger">;

/** An event of the log: what webhooks carry as body, and around it what they carry in headers. */
export type LoggedEvent = RowOf<"GET /v1/events">;
export type EventFilters = QueryOf<"GET /v1/events">;
