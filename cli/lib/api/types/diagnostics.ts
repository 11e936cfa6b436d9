/* What the API says of the daemon's surroundings; see api-types.ts. */
import type { ResponseOf } from "./api.ts";

export type Diagnostics = ResponseOf<"GET /v1/diagnostics">;
