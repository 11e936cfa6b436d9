import { Elysia } from "elysia";
import { type AuditRow, listAudit } from "../../db/auth/audit.ts";
import { documented } from "../http/openapi/documentation.ts";
import { type Cursors, PagingQuery, page } from "../http/paging.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { Nullable, Type } from "../lib/typebox.ts";

const EntrySchema = Type.Object(
  {
    id: Type.String(),
    kind: Type.Union(["change", "export", "read"].map((kind) => Type.Literal(kind))),
    action: Type.String({ description: "The action, such as `key.created`" }),
    actor: Type.Object({
      type: Type.Union(
        ["key", "user", "command", "link", "elicitation", "whatsapp"].map((type) => Type.Literal(type)),
      ),
      id: Nullable(Type.String()),
    }),
    target: Type.Object({ type: Type.String(), id: Nullable(Type.String()) }),
    address: Nullable(Type.String({ description: "Where the request came from" })),
    request_id: Nullable(Type.String()),
    changes: Type.Record(Type.String(), Type.Unknown()),
    created_at: Type.String({ format: "date-time" }),
  },
  {
    title: "AuditEntry",
    examples: [
      {
        id: "aud_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
        kind: "change",
        action: "key.created",
        actor: { type: "user", id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11" },
        target: { type: "key", id: "key_01JDB2M5S8V0ZC3K7Q2M4N6P8B" },
        address: "203.0.113.7",
        request_id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a12",
        changes: { name: "CI", permissions: ["messages:send"] },
        created_at: "2026-11-21T09:30:00.000Z",
      },
    ],
  },
);

/** `/v1/audit`: who did what. */
export function auditRoutes(http: Http, { reading, cursors }: { reading: Reading; cursors: Cursors }) {
  return new Elysia({ prefix: "/v1/audit" }).use(http).get(
    "",
    async ({ caller, query }) =>
      await page({ reading: reading.of(caller), cursors }, query, {
        read: (sql, before, most) => listAudit(sql, caller.organizationId, query, before, most),
        show,
        position: (row) => row.id,
      }),
    {
      permission: "audit:read",
      query: Type.Object({
        ...PagingQuery,
        kind: Type.Optional(
          Type.Union(
            ["change", "export", "read", "all"].map((kind) => Type.Literal(kind)),
            { description: "Without it: changes and exports; reads are many" },
          ),
        ),
        action: Type.Optional(Type.String({ maxLength: 64 })),
        actor_id: Type.Optional(Type.String({ maxLength: 64 })),
        target_id: Type.Optional(Type.String({ maxLength: 64 })),
        since: Type.Optional(Type.String({ format: "date-time" })),
        until: Type.Optional(Type.String({ format: "date-time" })),
      }),
      detail: documented({
        operation: "listAudit",
        summary: "List the audit log",
        description:
          "Entries of changes are written in the same transaction as the change, and never changed. Reads of people are written within a second after the answer; the same read by the same caller within an hour is one entry.",
        lists: EntrySchema,
      }),
    },
  );
}

function show(row: AuditRow) {
  const { id, kind, action, address, request_id, changes, created_at } = row;
  return {
    ...{ id, kind, action },
    actor: { type: row.actor_type, id: row.actor_id },
    target: { type: row.target_type, id: row.target_id },
    ...{ address, request_id },
    changes: JSON.parse(changes),
    created_at: created_at.toISOString(),
  };
}
