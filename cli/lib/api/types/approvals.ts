/* What the API gives about approvals. */
import type { ResponseOf } from "../../../../daemon/start/types/routes.ts";

export type Approval = ResponseOf<"GET /v1/approvals/{id}">;
