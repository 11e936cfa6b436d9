/* What the API takes and gives about messages. */
import type { BodyOf, ResponseOf, RowOf } from "../../../../daemon/start/types/routes.ts";

export type NewMessage = BodyOf<"POST /v1/messages">;
export type SendResponse = ResponseOf<"POST /v1/messages">;
export type AcceptedMessage = Exclude<SendResponse, { status: "waiting" }>;
export type Message = ResponseOf<"GET /v1/messages/{id}">;
export type FoundMessage = RowOf<"GET /v1/messages/search">;
export type MessageStatus = ResponseOf<"GET /v1/messages/{id}/status">;
/** The result of one message of a batch: accepted, or refused with a problem. */
export type TimelineEntry = RowOf<"GET /v1/messages/{id}/timeline">;
export type BatchItem = RowOf<"POST /v1/messages/batch">;
export type Cancellation = ResponseOf<"GET /v1/messages/cancellations/{id}">;
export type CancellationFilters = BodyOf<"POST /v1/messages/cancel">;
