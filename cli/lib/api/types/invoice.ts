/* What the API says of WhatsApp's invoice. */
import type { ResponseOf } from "../../../../daemon/start/types/routes.ts";

export type Invoice = ResponseOf<"GET /v1/costs/invoice">;
