import type {
  CrmRecord,
  ListEntry,
  Pipeline,
  RecordComment,
  RecordList,
  Relationship,
} from "../../lib/api/types/crm.ts";
import type { Column } from "../../lib/output/column.ts";

export const recordColumns: Column<CrmRecord>[] = [
  { title: "id", value: (record) => record.id },
  { title: "kind", value: (record) => record.kind },
  { title: "name", value: (record) => record.name, cut: 24 },
  { title: "stage", value: (record) => record.stage, optional: true },
  { title: "amount", value: (record) => record.amount, optional: true },
  { title: "due", value: (record) => record.due_at, kind: "time", optional: true },
  { title: "completed", value: (record) => record.completed_at, kind: "time", optional: true },
  { title: "updated", value: (record) => record.updated_at, kind: "time", optional: true },
];

export const recordDetails: Column<CrmRecord>[] = [
  ...recordColumns,
  { title: "currency", value: (record) => record.currency },
  { title: "pipeline", value: (record) => record.pipeline_id },
  { title: "assignee", value: (record) => record.assignee_id },
  { title: "custom fields", value: (record) => JSON.stringify(record.custom_fields) },
  { title: "version", value: (record) => record.version },
  { title: "created", value: (record) => record.created_at, kind: "time" },
];

export const commentColumns: Column<RecordComment>[] = [
  { title: "id", value: (comment) => comment.id },
  { title: "author", value: (comment) => comment.author, optional: true },
  { title: "created", value: (comment) => comment.created_at, kind: "time" },
  { title: "body", value: (comment) => comment.body },
];

export const relationshipColumns: Column<Relationship>[] = [
  { title: "id", value: (one) => one.id },
  { title: "record", value: (one) => one.record_id },
  { title: "type", value: (one) => one.type },
  { title: "other", value: (one) => one.related_record_id },
];

export const pipelineColumns: Column<Pipeline>[] = [
  { title: "id", value: (pipeline) => pipeline.id },
  { title: "name", value: (pipeline) => pipeline.name, cut: 16 },
  { title: "stages", value: (pipeline) => pipeline.stages.map(({ name }) => name) },
];

export const listColumns: Column<RecordList>[] = [
  { title: "id", value: (list) => list.id },
  { title: "name", value: (list) => list.name, cut: 20 },
  { title: "entries", value: (list) => list.entries },
];

export const entryColumns: Column<ListEntry>[] = [
  { title: "id", value: (entry) => entry.record_id },
  { title: "kind", value: (entry) => entry.kind },
  { title: "name", value: (entry) => entry.display_name, cut: 24 },
  { title: "added", value: (entry) => entry.added_at, kind: "time", optional: true },
];
