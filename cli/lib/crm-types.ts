/* What the API takes and gives about imports, records of the CRM and orders; see api-types.ts. */
import type { Page, Paging } from "./api-types.ts";

export type RefusedLine = { line: number; code: string; detail: string; record: string };

export type ContactImport = {
  id: string;
  status: string;
  format: string;
  encoding: string;
  file_name: string | null;
  dry_run: boolean;
  on_error: string;
  default_country: string | null;
  columns: { header: string; field: string | null }[];
  bytes: number;
  bytes_done: number;
  records: number;
  created: number;
  updated: number;
  unchanged: number;
  duplicates: number;
  refused: number;
  refused_lines: RefusedLine[];
  error: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
};

export type ImportPreview = {
  format: string;
  encoding: string;
  delimiter: string | null;
  columns: { header: string; field: string | null }[];
  records: {
    line: number;
    contact: Record<string, unknown> | null;
    refusal: { code: string; detail: string } | null;
  }[];
};

export type CrmRecord = {
  id: string;
  kind: string;
  name: string | null;
  custom_fields: Record<string, unknown>;
  pipeline_id: string | null;
  stage: string | null;
  amount: number | null;
  currency: string | null;
  due_at: string | null;
  completed_at: string | null;
  assignee_id: string | null;
  version: number;
  created_at: string;
  updated_at: string;
};
export type RecordChanges = Partial<{
  name: string;
  custom_fields: Record<string, unknown>;
  pipeline_id: string;
  stage: string;
  amount: number;
  currency: string;
  due_at: string;
  completed: boolean;
  assignee_id: string | null;
}>;
export type RecordFilters = Paging & {
  kind: string;
  pipeline_id?: string;
  stage?: string;
  assignee_id?: string;
  completed?: boolean;
};
export type Pipeline = {
  id: string;
  name: string;
  stages: { name: string; outcome: string }[];
  created_at: string;
};
export type RecordComment = {
  id: string;
  record_id: string;
  body: string;
  author: string | null;
  created_at: string;
};
export type RecordList = { id: string; name: string; entries: number; created_at: string };
export type ListEntry = { record_id: string; kind: string; display_name: string; added_at: string };
export type Relationship = {
  id: string;
  record_id: string;
  type: string;
  related_record_id: string;
  created_at: string;
};

export type Order = {
  id: string;
  order_no: string;
  status: string;
  payment_status: string;
  message_id: string;
  channel_id: string;
  conversation_id: string;
  contact_id: string | null;
  note: string;
  items: Record<string, unknown>[];
  created_at: string;
  updated_at: string;
};
export type OrderFilters = Paging & {
  channel_id?: string;
  contact_id?: string;
  status?: string;
  payment_status?: string;
};

type Id = { id: string };

export type CrmRoutes = {
  "GET /v1/contacts/imports": { query: Paging & { status?: string }; response: Page<ContactImport> };
  "GET /v1/contacts/imports/{id}": { path: Id; response: ContactImport };
  "POST /v1/contacts/imports/{id}/cancel": { path: Id; response: ContactImport };
  "GET /v1/crm/records": { query: RecordFilters; response: Page<CrmRecord> };
  "POST /v1/crm/records": { body: RecordChanges & { kind: string; name: string }; response: CrmRecord };
  "GET /v1/crm/records/{id}": { path: Id; response: CrmRecord };
  "PATCH /v1/crm/records/{id}": { path: Id; body: RecordChanges; response: CrmRecord };
  "DELETE /v1/crm/records/{id}": { path: Id; response: null };
  "GET /v1/crm/records/{id}/comments": { path: Id; query: Paging; response: Page<RecordComment> };
  "POST /v1/crm/records/{id}/comments": { path: Id; body: { body: string }; response: RecordComment };
  "DELETE /v1/crm/records/{id}/comments/{comment_id}": {
    path: Id & { comment_id: string };
    response: null;
  };
  "GET /v1/crm/records/{id}/relationships": { path: Id; query: Paging; response: Page<Relationship> };
  "POST /v1/crm/records/{id}/relationships": {
    path: Id;
    body: { type: string; related_record_id: string };
    response: Relationship;
  };
  "DELETE /v1/crm/records/{id}/relationships/{relationship_id}": {
    path: Id & { relationship_id: string };
    response: null;
  };
  "GET /v1/crm/pipelines": { query: Paging; response: Page<Pipeline> };
  "POST /v1/crm/pipelines": {
    body: { name: string; stages: { name: string; outcome: string }[] };
    response: Pipeline;
  };
  "GET /v1/crm/pipelines/{id}": { path: Id; response: Pipeline };
  "PATCH /v1/crm/pipelines/{id}": {
    path: Id;
    body: { name?: string; stages?: { name: string; outcome: string }[] };
    response: Pipeline;
  };
  "DELETE /v1/crm/pipelines/{id}": { path: Id; response: null };
  "GET /v1/crm/lists": { query: Paging; response: Page<RecordList> };
  "POST /v1/crm/lists": { body: { name: string }; response: RecordList };
  "GET /v1/crm/lists/{id}": { path: Id; response: RecordList };
  "PATCH /v1/crm/lists/{id}": { path: Id; body: { name: string }; response: RecordList };
  "DELETE /v1/crm/lists/{id}": { path: Id; response: null };
  "GET /v1/crm/lists/{id}/entries": { path: Id; query: Paging; response: Page<ListEntry> };
  "POST /v1/crm/lists/{id}/entries": {
    path: Id;
    body: { record_ids: string[] };
    response: { added: string[] };
  };
  "DELETE /v1/crm/lists/{id}/entries/{record_id}": { path: Id & { record_id: string }; response: null };
  "GET /v1/orders": { query: OrderFilters; response: Page<Order> };
  "GET /v1/orders/{id}": { path: Id; response: Order };
  "PATCH /v1/orders/{id}": { path: Id; body: { status?: string; payment_status?: string }; response: Order };
};
