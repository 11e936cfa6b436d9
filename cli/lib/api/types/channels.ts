/* What the API takes and gives about channels. */
import type { BodyOf, ResponseOf, RowOf } from "../../../../daemon/start/types/routes.ts";

export type Channel = ResponseOf<"GET /v1/channels/{id}">;
export type NewChannel = BodyOf<"POST /v1/channels">;
export type Limits = ResponseOf<"GET /v1/channels/{id}/limits">;
export type ChannelHealth = ResponseOf<"GET /v1/channels/{id}/health">;
export type PairingLink = RowOf<"GET /v1/channels/{id}/links">;
export type OwnUsername = ResponseOf<"GET /v1/channels/{id}/username">;
export type ChannelLabel = ResponseOf<"GET /v1/channels/{id}/labels">["data"][number];
export type StatusPost = ResponseOf<"POST /v1/channels/{id}/status">;
export type OwnProfile = ResponseOf<"GET /v1/channels/{id}/profile">;
export type Qr = ResponseOf<"GET /v1/channels/{id}/qr">;
export type Assertion = BodyOf<"POST /v1/channels/{id}/passkey">["assertion"];
export type CallPermission = ResponseOf<"GET /v1/channels/{id}/call_permissions/{person}">;
export type PersonPresence = ResponseOf<"GET /v1/channels/{id}/presence/{person}">;
export type LookedUp = RowOf<"POST /v1/channels/{id}/contacts/lookup">;
