/* Who may do what: keys, users and their logins, and the audit log; see api-types.ts. */
import type { BodyOf, QueryOf, ResponseOf, RowOf } from "./api.ts";

export type Key = RowOf<"GET /v1/api-keys">;
export type NewKey = BodyOf<"POST /v1/api-keys">;
export type User = RowOf<"GET /v1/users">;
export type UserChanges = BodyOf<"PATCH /v1/users/{id}">;
export type Me = ResponseOf<"GET /v1/auth/me">;
export type Invitation = RowOf<"GET /v1/users/invitations">;
export type AuditEntry = RowOf<"GET /v1/audit">;
export type AuditFilters = QueryOf<"GET /v1/audit">;
