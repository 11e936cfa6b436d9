import { show } from "../../lib/actions/show.ts";
import type { AuditHead } from "../../lib/api/types/access.ts";
import { command } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/column.ts";

const columns: Column<AuditHead>[] = [
  { title: "position", value: (head) => head.position },
  { title: "hash", value: (head) => head.hash },
  { title: "signed", value: (head) => head.signed_at, kind: "time" },
  { title: "whole since", value: (head) => head.since, kind: "time" },
  { title: "broken", value: (head) => head.broken_at, kind: "time", optional: true },
  { title: "public key", value: (head) => head.public_key },
];

export const auditHead = command({
  path: "audit head",
  summary: "Show the signed head of the audit log",
  description:
    "Show the signed head of the audit log. Keep it where nobody who can write to the database gets at it: waypostd audit verify --head then proves that nothing before it was changed.",
  output: "How far the log is signed, the hash of all until there, when, and the installation's key.",
  examples: [{ description: "Note it", command: "waypost audit head --json > head.json" }],
  run: ({ cli }) => show(cli, "GET /v1/audit/head", {}, columns),
});
