/* What the API takes and gives about connecting paired numbers; see api-types.ts. */
import type { ResponseOf, RowOf } from "./api.ts";

export type Connecting = ResponseOf<"POST /v1/channels/{id}/connect">;
export type Qr = ResponseOf<"GET /v1/channels/{id}/qr">;
export type LookedUp = RowOf<"POST /v1/channels/{id}/contacts/lookup">;
