/* What the API takes and gives about contacts. */
import type { BodyOf, ResponseOf, RowOf } from "../../../../daemon/start/types/routes.ts";

export type Contact = ResponseOf<"GET /v1/contacts/{id}">;
export type ContactIdentity = RowOf<"GET /v1/contacts/{id}/identities">;
export type ContactFields = BodyOf<"POST /v1/contacts">;
export type Identifier = BodyOf<"POST /v1/contacts/lookup">["identifiers"][number];
export type ContactNote = RowOf<"GET /v1/contacts/{id}/notes">;
export type ContactTag = RowOf<"GET /v1/contacts/{id}/tags">;
export type Consent = RowOf<"GET /v1/contacts/{id}/consents">;
export type Suppression = RowOf<"GET /v1/contacts/{id}/suppressions">;
/** How a contact's identities changed. */
export type ContactChange = RowOf<"GET /v1/contacts/{id}/history">;
export type Erasure = ResponseOf<"GET /v1/contacts/erasures/{id}">;
export type ContactSettings = ResponseOf<"GET /v1/settings/contacts">;
