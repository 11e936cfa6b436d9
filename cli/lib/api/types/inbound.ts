/* What the API says of what came in and could not be processed. */
import type { RowOf } from "./routes.ts";

export type FailedInbound = RowOf<"GET /v1/inbound/failed">;
