import { Elysia, t } from "elysia";
import type { Queryable, Sql } from "../../db/connection/client.ts";
import {
  type CrmRecordRow,
  createCrmRecord,
  deleteCrmRecord,
  findCrmRecord,
  listCrmRecords,
  updateCrmRecord,
} from "../../db/crm/records.ts";
import { found } from "../http/found.ts";
import { type Cursors, PagingQuery, page } from "../http/paging.ts";
import { problem } from "../http/problem.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { newId } from "../lib/ids.ts";
import { Type } from "../lib/typebox.ts";
import { etagOf, staleVersion, wantedVersion } from "./etag.ts";
import { CreateBody, columnsOf, UpdateBody } from "./fields.ts";
import { RecordKindSchema, showRecord } from "./record.ts";
import { DOCUMENTED } from "./record-documentation.ts";

export type CrmDependencies = { sql: Sql; reading: Reading; cursors: Cursors };

export const RecordId = Type.Object({ id: Type.String({ maxLength: 64 }) });

const ListQuery = Type.Object({
  ...PagingQuery,
  kind: RecordKindSchema,
  pipeline_id: Type.Optional(Type.String({ maxLength: 64 })),
  stage: Type.Optional(Type.String({ maxLength: 100 })),
  assignee_id: Type.Optional(Type.String({ format: "uuid" })),
  completed: t.Optional(t.BooleanString({ description: "Of tasks" })),
});

/** A record of any kind; throws 404. */
export async function mustFindRecord(
  sql: Queryable,
  organizationId: string,
  id: string,
): Promise<CrmRecordRow> {
  return found(await findCrmRecord(sql, organizationId, id), "record");
}

/** `/v1/crm/records`: contacts, companies, deals and tasks. */
export function recordRoutes(http: Http, { sql, reading, cursors }: CrmDependencies) {
  async function mustFindOwn(organizationId: string, id: string): Promise<CrmRecordRow> {
    const row = await mustFindRecord(sql, organizationId, id);
    if (row.kind === "contact") throw isContact(id);
    return row;
  }

  return new Elysia({ prefix: "/v1/crm/records" })
    .use(http)
    .get(
      "",
      async ({ caller, query }) => {
        const { kind, pipeline_id, assignee_id, stage, completed } = query;
        const filter = {
          kind: kind as CrmRecordRow["kind"],
          pipelineId: pipeline_id,
          stage,
          assigneeId: assignee_id,
          completed,
        };
        return await page({ reading: reading.of(caller), cursors }, query, {
          read: (sql, before, most) => listCrmRecords(sql, caller.organizationId, filter, before, most),
          show: showRecord,
          position: (row) => row.id,
        });
      },
      { permission: "crm:read", query: ListQuery, detail: DOCUMENTED.list },
    )
    .post(
      "",
      async ({ caller, body, set, once }) => {
        const record = await once(async (sql) => {
          const { kind, ...given } = body;
          const made = { id: newId("rec"), kind: kind as "company" | "deal" | "task" };
          const fields = await columnsOf(sql, caller.organizationId, made.kind, given, null);
          await createCrmRecord(sql, caller.organizationId, { ...made, fields });
          return { status: 201, body: showRecord(await mustFindRecord(sql, caller.organizationId, made.id)) };
        });
        set.headers.etag = etagOf(record.version);
        return record;
      },
      { permission: "crm:write", idempotent: true, body: CreateBody, detail: DOCUMENTED.create },
    )
    .get(
      "/:id",
      async ({ caller, params, set }) => {
        const row = await mustFindRecord(sql, caller.organizationId, params.id);
        set.headers.etag = etagOf(row.version);
        return showRecord(row);
      },
      { permission: "crm:read", params: RecordId, detail: DOCUMENTED.get },
    )
    .patch(
      "/:id",
      async ({ caller, params, body, request, set }) => {
        const before = await mustFindOwn(caller.organizationId, params.id);
        const fields = await columnsOf(sql, caller.organizationId, before.kind, body, before);
        const outcome = await updateCrmRecord(
          sql,
          caller.organizationId,
          params.id,
          fields,
          wantedVersion(request),
        );
        if (outcome === "stale") throw staleVersion();
        const row = await mustFindRecord(sql, caller.organizationId, params.id);
        set.headers.etag = etagOf(row.version);
        return showRecord(row);
      },
      { permission: "crm:write", params: RecordId, body: UpdateBody, detail: DOCUMENTED.update },
    )
    .delete(
      "/:id",
      async ({ caller, params, set }) => {
        await mustFindOwn(caller.organizationId, params.id);
        await deleteCrmRecord(sql, caller.organizationId, params.id);
        set.status = 204;
      },
      { permission: "crm:write", params: RecordId, detail: DOCUMENTED.remove },
    );
}

function isContact(id: string) {
  return problem(409, "record_is_contact", `a contact is changed and deleted under /v1/contacts/${id}`);
}
