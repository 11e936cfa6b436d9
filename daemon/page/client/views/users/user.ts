import type { RowOf } from "../../api/call.ts";

export type User = RowOf<"GET /v1/users">;
