/* What the API takes and gives about imports, records of the CRM and orders. */
import type { BodyOf, ResponseOf, RowOf } from "../../../../daemon/start/types/routes.ts";

export type ContactImport = ResponseOf<"GET /v1/contacts/imports/{id}">;
export type ImportPreview = ResponseOf<"POST /v1/contacts/import/preview">;

export type CrmRecord = ResponseOf<"GET /v1/crm/records/{id}">;
export type RecordChanges = BodyOf<"PATCH /v1/crm/records/{id}">;
export type Pipeline = ResponseOf<"GET /v1/crm/pipelines/{id}">;
export type RecordComment = RowOf<"GET /v1/crm/records/{id}/comments">;
export type RecordList = ResponseOf<"GET /v1/crm/lists/{id}">;
export type ListEntry = RowOf<"GET /v1/crm/lists/{id}/entries">;
export type Relationship = RowOf<"GET /v1/crm/records/{id}/relationships">;

export type Order = ResponseOf<"GET /v1/orders/{id}">;
