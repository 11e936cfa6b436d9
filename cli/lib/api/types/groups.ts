/* What the API gives about groups. */
import type { ResponseOf, RowOf } from "../../../../daemon/start/types/routes.ts";

export type ListedGroup = RowOf<"GET /v1/channels/{id}/groups">;
export type Group = ResponseOf<"GET /v1/channels/{id}/groups/{group_id}">;
export type GroupOutcome = RowOf<"POST /v1/channels/{id}/groups/{group_id}/participants">;
export type JoinRequest = RowOf<"GET /v1/channels/{id}/groups/{group_id}/join_requests">;
export type AnsweredRequest = RowOf<"POST /v1/channels/{id}/groups/{group_id}/join_requests">;
export type GroupInvite = ResponseOf<"GET /v1/channels/{id}/groups/{group_id}/invite">;
