/* What the API takes and gives about broadcasts. */
import type { BodyOf, ResponseOf, RowOf } from "../../../../daemon/start/types/routes.ts";

export type Broadcast = ResponseOf<"GET /v1/broadcasts/{id}">;
export type NewBroadcast = BodyOf<"POST /v1/broadcasts">;
export type BroadcastPreview = ResponseOf<"POST /v1/broadcasts/{id}/preview">;
export type BroadcastPerson = RowOf<"GET /v1/broadcasts/{id}/people">;
export type BroadcastReport = ResponseOf<"GET /v1/broadcasts/{id}/report">;
