/* What the API says of what came in and could not be processed; see api-types.ts. */
import type { QueryOf, RowOf } from "./api.ts";

export type FailedInbound = RowOf<"GET /v1/inbound/failed">;
export type FailedInboundFilters = QueryOf<"GET /v1/inbound/failed">;
