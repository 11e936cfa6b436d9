/* Who may do what: keys, users and their logins, and the audit log. */
import type { ResponseOf, RowOf } from "../../../../daemon/start/types/routes.ts";

export type Key = RowOf<"GET /v1/api-keys">;
export type User = RowOf<"GET /v1/users">;
export type OpenLogin = RowOf<"GET /v1/auth/logins">;
export type Me = ResponseOf<"GET /v1/auth/me">;
export type Invitation = RowOf<"GET /v1/users/invitations">;
export type AuditEntry = RowOf<"GET /v1/audit">;
export type AuditHead = ResponseOf<"GET /v1/audit/head">;
