/* What the API says of what came in and could not be processed. */
import type { RowOf } from "../../../../daemon/start/types/routes.ts";

export type FailedInbound = RowOf<"GET /v1/inbound/failed">;
