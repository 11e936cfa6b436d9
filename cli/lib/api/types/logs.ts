/* What the API says of requests that it answered. */
import type { QueryOf, RowOf } from "../../../../daemon/start/types/routes.ts";

export type RequestLine = RowOf<"GET /v1/logs/requests">;
export type RequestFilters = QueryOf<"GET /v1/logs/requests">;
