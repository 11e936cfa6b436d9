import type { Template, TemplateSync } from "../../lib/api/types/templates.ts";
import type { Column } from "../../lib/output/column.ts";

export const templateColumns: Column<Template>[] = [
  { title: "id", value: (template) => template.id },
  { title: "name", value: (template) => template.name, cut: 24 },
  { title: "language", value: (template) => template.language },
  { title: "category", value: (template) => template.category, optional: true },
  { title: "status", value: (template) => template.status, kind: "status" },
  { title: "quality", value: (template) => template.quality, optional: true },
  { title: "updated", value: (template) => template.updated_at, kind: "time", optional: true },
];

export const templateDetails: Column<Template>[] = [
  ...templateColumns,
  { title: "rejected reason", value: (template) => template.rejected_reason },
  { title: "channel", value: (template) => template.channel_id },
  { title: "components", value: (template) => JSON.stringify(template.components) },
  { title: "created", value: (template) => template.created_at, kind: "time" },
];

export const syncColumns: Column<TemplateSync>[] = [
  { title: "id", value: (sync) => sync.id },
  { title: "status", value: (sync) => sync.status, kind: "status" },
  { title: "created", value: (sync) => sync.created },
  { title: "updated", value: (sync) => sync.updated },
  { title: "deleted", value: (sync) => sync.deleted },
  { title: "error", value: (sync) => sync.error },
];
