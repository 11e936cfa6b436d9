import { Elysia } from "elysia";
import {
  type CommentRow,
  createComment,
  deleteComment,
  findComment,
  listComments,
} from "../../db/crm/links.ts";
import { found, gone, notFound } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { PagingQuery, page } from "../http/paging.ts";
import type { Http } from "../http/server.ts";
import { newId } from "../lib/ids.ts";
import { isPostgresText } from "../lib/postgres-text.ts";
import { Nullable, Type } from "../lib/typebox.ts";
import { wrong } from "./fields.ts";
import { type CrmDependencies, mustFindRecord, RecordId } from "./record-routes.ts";

const CommentSchema = Type.Object(
  {
    id: Type.String(),
    record_id: Type.String(),
    body: Type.String(),
    author: Nullable(Type.String({ description: "The API key or user that wrote it" })),
    created_at: Type.String(),
  },
  {
    title: "Comment",
    examples: [
      {
        id: "cmt_01JDB2M5S8V0ZC3K7Q2M4N6P8Z",
        record_id: "rec_01JDB2M5S8V0ZC3K7Q2M4N6P8W",
        body: "Wants a visit in spring.",
        author: "key_01JDB2M5S8V0ZC3K7Q2M4N6P8B",
        created_at: "2026-11-21T09:30:00.000Z",
      },
    ],
  },
);

const CommentBody = Type.Object(
  { body: Type.String({ minLength: 1, maxLength: 10_000 }) },
  { examples: [{ body: "Wants a visit in spring." }] },
);

const CommentId = Type.Object({ ...RecordId.properties, comment_id: Type.String({ maxLength: 64 }) });

/** `/v1/crm/records/{id}/comments`: the comments on a record. */
export function commentRoutes(http: Http, { sql, reading, cursors }: CrmDependencies) {
  return new Elysia({ prefix: "/v1/crm/records/:id/comments" })
    .use(http)
    .get(
      "",
      async ({ caller, params, query }) => {
        await mustFindRecord(sql, caller.organizationId, params.id);
        return await page({ reading: reading.of(caller), cursors }, query, {
          read: (sql, before, most) => listComments(sql, caller.organizationId, params.id, before, most),
          show,
          position: (row) => row.id,
        });
      },
      {
        permission: "crm:read",
        params: RecordId,
        query: Type.Object(PagingQuery),
        detail: documented({
          operation: "listComments",
          summary: "List the comments on a record",
          lists: CommentSchema,
        }),
      },
    )
    .post(
      "",
      async ({ caller, params, body, once }) => {
        if (!isPostgresText(body)) throw wrong("body", "it has characters that can't be stored");
        return await once(async (sql) => {
          const comment = { id: newId("cmt"), recordId: params.id, body: body.body, author: caller.actor.id };
          if (!(await createComment(sql, caller.organizationId, comment))) throw notFound("record");
          const row = found(await findComment(sql, caller.organizationId, params.id, comment.id), "comment");
          return { status: 201, body: show(row) };
        });
      },
      {
        permission: "crm:write",
        idempotent: true,
        params: RecordId,
        body: CommentBody,
        detail: documented({
          operation: "createComment",
          summary: "Comment on a record",
          description: "Sends `crm.comment.created`.",
          creates: CommentSchema,
        }),
      },
    )
    .delete(
      "/:comment_id",
      async ({ caller, params, set }) => {
        gone(set, await deleteComment(sql, caller.organizationId, params.id, params.comment_id), "comment");
      },
      {
        permission: "crm:write",
        params: CommentId,
        detail: documented({
          operation: "deleteComment",
          summary: "Delete a comment",
          description: "Sends `crm.comment.deleted`.",
          responses: { 204: { description: "Deleted" } },
        }),
      },
    );
}

function show({ created_at, ...row }: CommentRow) {
  return { ...row, created_at: created_at.toISOString() };
}
