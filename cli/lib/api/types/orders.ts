/* What the API takes and gives about orders. */
import type { ResponseOf } from "../../../../daemon/start/types/routes.ts";

export type Order = ResponseOf<"GET /v1/orders/{id}">;
