import type { ResponseOf } from "../../api/call.ts";

/** What the daemon says of how everything is. */
export type Overview = ResponseOf<"GET /v1/overview">;
