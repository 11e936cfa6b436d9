/* What the API takes and gives about conversations. */
import type { ResponseOf } from "../../../../daemon/start/types/routes.ts";

export type Conversation = ResponseOf<"GET /v1/conversations/{id}">;
