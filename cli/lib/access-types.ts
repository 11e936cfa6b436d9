/* Who may do what: keys, users and their logins, and the audit log. */
import type { Page, Paging } from "./api-types.ts";

export type Key = {
  id: string;
  name: string;
  permissions: string[];
  channel_ids: string[] | null;
  prefix: string;
  last4: string;
  expires_at: string | null;
  last_used_at: string | null;
  created_at: string;
};
export type NewKey = { name: string; permissions: string[]; channel_ids?: string[]; expires_at?: string };

export type SessionUser = { id: string; name: string; email: string; created_at: string };
export type User = SessionUser & { role: string; disabled: boolean };
export type UserChanges = { name?: string; role?: string; disabled?: boolean };
export type Me = {
  organization_id: string;
  actor: { type: string; id: string };
  permissions: string[];
  user: User | null;
};
export type Invitation = {
  id: string;
  email: string;
  role: string | null;
  created_at: string;
  expires_at: string;
};

export type AuditEntry = {
  id: string;
  action: string;
  actor: { type: string; id: string | null };
  target: { type: string; id: string | null };
  address: string | null;
  request_id: string | null;
  changes: Record<string, unknown>;
  created_at: string;
};
export type AuditFilters = Paging & {
  action?: string;
  actor_id?: string;
  target_id?: string;
  since?: string;
  until?: string;
};

type ById = { path: { id: string } };

export type AccessRoutes = {
  "GET /v1/api-keys": { query: Paging; response: Page<Key> };
  "POST /v1/api-keys": { body: NewKey; response: Key & { key: string } };
  "POST /v1/api-keys/{id}/rotate": ById & {
    body: { overlap_seconds?: number };
    response: Key & { key: string; previous_key_expires_at: string };
  };
  "DELETE /v1/api-keys/{id}": ById & { response: null };
  "POST /v1/auth/login": { body: { email: string; password: string }; response: SessionUser };
  "POST /v1/auth/logout": { response: null };
  "GET /v1/auth/me": { response: Me };
  "POST /v1/auth/password": { body: { current_password: string; password: string }; response: null };
  "POST /v1/auth/reset": { body: { token: string; password: string }; response: null };
  "POST /v1/auth/invitations/accept": {
    body: { token: string; name: string; password: string };
    response: SessionUser;
  };
  "GET /v1/users": { query: Paging; response: Page<User> };
  "PATCH /v1/users/{id}": ById & { body: UserChanges; response: User };
  "DELETE /v1/users/{id}": ById & { response: null };
  "POST /v1/users/invitations": {
    body: { email: string; role: string };
    response: Invitation & { token: string };
  };
  "GET /v1/users/invitations": { query: Paging; response: Page<Invitation> };
  "DELETE /v1/users/invitations/{id}": ById & { response: null };
  "GET /v1/audit": { query: AuditFilters; response: Page<AuditEntry> };
};
