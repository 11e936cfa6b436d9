/* What the API takes and gives about budgets. */
import type { RequestOf, ResponseOf } from "../../../../daemon/start/types/routes.ts";

export type Budget = ResponseOf<"GET /v1/budgets/{id}">;
export type NewBudget = RequestOf<"POST /v1/budgets">["body"];
