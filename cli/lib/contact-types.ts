/* What the API takes and gives about contacts; see api-types.ts. */
import type { Page, Paging } from "./api-types.ts";

export type ContactIdentity = {
  id: string;
  type: string;
  value: string;
  source: string | null;
  verified: boolean;
  created_at: string;
};
export type Contact = {
  id: string;
  phone_number: string | null;
  name: string | null;
  email: string | null;
  external_source: string | null;
  external_id: string | null;
  custom_fields: Record<string, unknown>;
  identities: ContactIdentity[];
  tags: string[];
  version: number;
  created_at: string;
  updated_at: string;
};
export type ContactFields = {
  phone_number?: string | null;
  name?: string | null;
  email?: string | null;
  external_source?: string | null;
  external_id?: string | null;
  custom_fields?: Record<string, unknown> | null;
  tags?: string[];
};
export type ContactFilters = Paging & {
  q?: string;
  tag?: string;
  phone?: string;
  email?: string;
  external_source?: string;
  external_id?: string;
  updated_after?: string;
};
export type Identifier = { type: string; value: string; source?: string };
export type ContactNote = { id: string; body: string; author: string | null; created_at: string };
export type ContactTag = { name: string; created_at: string };
export type Consent = {
  channel: string;
  state: string;
  source: string | null;
  proof: string | null;
  expires_at: string | null;
  created_at: string;
  updated_at: string;
};
export type NewConsent = { state: string; source?: string; proof?: string; expires_at?: string };
export type Suppression = { channel: string; reason: string; until: string | null; created_at: string };
export type NewSuppression = { channel: string; reason: string; until?: string };

/** How a contact's identities changed. */
export type ContactChange = {
  id: string;
  action: string;
  detail: Record<string, unknown>;
  created_at: string;
};
export type ContactSettings = {
  default_country: string | null;
  opt_out: { enabled: boolean; languages: Record<string, unknown> };
};

type Id = { path: { id: string } };
type OfChannel = { path: { id: string; channel: string } };

export type ContactRoutes = {
  "GET /v1/contacts": { query: ContactFilters; response: Page<Contact> };
  "POST /v1/contacts": { body: ContactFields; response: Contact };
  "POST /v1/contacts/lookup": { body: { identifiers: Identifier[] }; response: Contact };
  "GET /v1/contacts/phone/{phone}": { path: { phone: string }; response: Contact };
  "GET /v1/contacts/{id}": Id & { response: Contact };
  "PATCH /v1/contacts/{id}": Id & { body: Omit<ContactFields, "tags">; response: Contact };
  "DELETE /v1/contacts/{id}": Id & { response: null };
  "POST /v1/contacts/{id}/merge": Id & { body: { contact_id: string }; response: Contact };
  "GET /v1/contacts/{id}/identities": Id & { response: Page<ContactIdentity> };
  "GET /v1/contacts/{id}/history": Id & { query: Paging; response: Page<ContactChange> };
  "GET /v1/settings/contacts": { response: ContactSettings };
  "PATCH /v1/settings/contacts": { body: Record<string, unknown>; response: ContactSettings };
  "GET /v1/contacts/{id}/notes": Id & { query: Paging; response: Page<ContactNote> };
  "POST /v1/contacts/{id}/notes": Id & { body: { body: string }; response: ContactNote };
  "GET /v1/contacts/{id}/tags": Id & { response: Page<ContactTag> };
  "POST /v1/contacts/{id}/tags": Id & { body: { names: string[] }; response: Page<ContactTag> };
  "DELETE /v1/contacts/{id}/tags/{name}": { path: { id: string; name: string }; response: null };
  "GET /v1/contacts/{id}/consents": Id & { response: Page<Consent> };
  "PUT /v1/contacts/{id}/consent/{channel}": OfChannel & { body: NewConsent; response: Consent };
  "GET /v1/contacts/{id}/suppressions": Id & { response: Page<Suppression> };
  "POST /v1/contacts/{id}/suppressions": Id & { body: NewSuppression; response: Suppression };
  "DELETE /v1/contacts/{id}/suppressions/{channel}": OfChannel & { response: null };
};
