import type { ContactImport } from "../../lib/api/types/imports.ts";
import type { Column } from "../../lib/output/column.ts";

export const importColumns: Column<ContactImport>[] = [
  { title: "id", value: (job) => job.id },
  { title: "status", value: (job) => job.status, kind: "status" },
  { title: "records", value: (job) => job.records },
  { title: "created", value: (job) => job.created, optional: 4 },
  { title: "updated", value: (job) => job.updated, optional: 5 },
  { title: "unchanged", value: (job) => job.unchanged, optional: 7 },
  { title: "duplicates", value: (job) => job.duplicates, optional: 6 },
  { title: "refused", value: (job) => job.refused },
  { title: "incomplete", value: (job) => job.incomplete, optional: true },
  { title: "ambiguous", value: (job) => job.ambiguous_numbers.count, optional: true },
  { title: "dry run", value: (job) => job.dry_run, optional: true },
  { title: "file", value: (job) => job.file_name, cut: true },
  { title: "started", value: (job) => job.started_at, kind: "time", optional: 3 },
  { title: "error", value: (job) => job.error, optional: true },
];
