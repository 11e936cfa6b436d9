/* What the API says of requests that it answered; see api-types.ts. */
import type { QueryOf, RowOf } from "./api.ts";

export type RequestLine = RowOf<"GET /v1/logs/requests">;
export type RequestFilters = QueryOf<"GET /v1/logs/requests">;
