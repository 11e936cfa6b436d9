import { Elysia } from "elysia";
import {
  findRelationship,
  linkRecords,
  listRelationships,
  type RelationshipRow,
  unlinkRecords,
} from "../../db/crm/links.ts";
import { gone } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { PagingQuery, page } from "../http/paging.ts";
import type { Http } from "../http/server.ts";
import { newId } from "../lib/ids.ts";
import { Type } from "../lib/typebox.ts";
import { wrong } from "./fields.ts";
import { type CrmDependencies, mustFindRecord, RecordId } from "./record-routes.ts";

const RelationshipSchema = Type.Object(
  {
    id: Type.String(),
    record_id: Type.String(),
    type: Type.String({ description: "The relation to the other record" }),
    related_record_id: Type.String(),
    created_at: Type.String(),
  },
  {
    title: "Relationship",
    examples: [
      {
        id: "rel_01JDB2M5S8V0ZC3K7Q2M4N6P91",
        record_id: "rec_01JDB2M5S8V0ZC3K7Q2M4N6P8X",
        type: "belongs_to",
        related_record_id: "rec_01JDB2M5S8V0ZC3K7Q2M4N6P8W",
        created_at: "2026-11-21T09:30:00.000Z",
      },
    ],
  },
);

const RelationshipBody = Type.Object(
  {
    type: Type.String({ pattern: "^[a-z][a-z0-9_]{0,49}$" }),
    related_record_id: Type.String({ maxLength: 64 }),
  },
  { examples: [{ type: "belongs_to", related_record_id: "rec_01JDB2M5S8V0ZC3K7Q2M4N6P8W" }] },
);

const RelationshipId = Type.Object({
  ...RecordId.properties,
  relationship_id: Type.String({ maxLength: 64 }),
});

/** `/v1/crm/records/{id}/relationships`: a record's relationships with others. */
export function relationshipRoutes(http: Http, { sql, reading, cursors }: CrmDependencies) {
  return new Elysia({ prefix: "/v1/crm/records/:id/relationships" })
    .use(http)
    .get(
      "",
      async ({ caller, params, query }) => {
        await mustFindRecord(sql, caller.organizationId, params.id);
        return await page({ reading: reading.of(caller), cursors }, query, {
          read: (sql, before, most) => listRelationships(sql, caller.organizationId, params.id, before, most),
          show,
          position: (row) => row.id,
        });
      },
      {
        permission: "crm:read",
        params: RecordId,
        query: Type.Object(PagingQuery),
        detail: documented({
          operation: "listRelationships",
          summary: "List the relationships of a record",
          description: "In both directions.",
          lists: RelationshipSchema,
        }),
      },
    )
    .post(
      "",
      async ({ caller, params, body, once }) => {
        await mustFindRecord(sql, caller.organizationId, params.id);
        const link = { record_id: params.id, related_record_id: body.related_record_id, type: body.type };
        if (link.record_id === link.related_record_id)
          throw wrong("related_record_id", "a record can't be linked to itself");
        return await once(async (sql) => {
          const outcome = await linkRecords(sql, caller.organizationId, { id: newId("rel"), ...link });
          const row = await findRelationship(sql, caller.organizationId, link);
          if (outcome === "missing" || row === null) throw wrong("related_record_id", "no such record");
          return { status: outcome === "linked" ? 201 : 200, body: show(row) };
        });
      },
      {
        permission: "crm:write",
        idempotent: true,
        params: RecordId,
        body: RelationshipBody,
        detail: documented({
          operation: "linkRecords",
          summary: "Link a record to another",
          description: "Sends `crm.relationship.linked`, unless they are already linked in this way.",
          responses: {
            200: { description: "They were already linked", schema: RelationshipSchema },
            201: { description: "Linked", schema: RelationshipSchema },
          },
        }),
      },
    )
    .delete(
      "/:relationship_id",
      async ({ caller, params, set }) => {
        gone(
          set,
          await unlinkRecords(sql, caller.organizationId, params.id, params.relationship_id),
          "relationship",
        );
      },
      {
        permission: "crm:write",
        params: RelationshipId,
        detail: documented({
          operation: "unlinkRecords",
          summary: "End a relationship",
          description: "Sends `crm.relationship.unlinked`.",
          responses: { 204: { description: "Ended" } },
        }),
      },
    );
}

function show({ created_at, ...row }: RelationshipRow) {
  return { ...row, created_at: created_at.toISOString() };
}
