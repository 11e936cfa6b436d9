/* What the API says of the daemon, and of what is around it. */
import type { ResponseOf } from "../../../../daemon/start/types/routes.ts";

export type Health = ResponseOf<"GET /v1/health">;
export type Diagnostics = ResponseOf<"GET /v1/diagnostics">;
export type Drift = ResponseOf<"GET /v1/drift">["data"][number];
