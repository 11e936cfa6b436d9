import { Elysia } from "elysia";
import {
  addEntries,
  deleteList,
  findList,
  insertList,
  knownRecords,
  type ListRow,
  listEntries,
  listLists,
  removeEntry,
  renameList,
} from "../../db/crm/lists.ts";
import { found, gone } from "../http/found.ts";
import { PagingQuery, page } from "../http/paging.ts";
import type { Http } from "../http/server.ts";
import { newId } from "../lib/ids.ts";
import { isPostgresText } from "../lib/postgres-text.ts";
import { Type } from "../lib/typebox.ts";
import { wrong } from "./fields.ts";
import { EntriesBody, ListBody, showEntry, showList } from "./list.ts";
import { DOCUMENTED } from "./list-documentation.ts";
import { type CrmDependencies, RecordId } from "./record-routes.ts";

const Paging = Type.Object(PagingQuery);
const EntryId = Type.Object({ ...RecordId.properties, record_id: Type.String({ maxLength: 64 }) });

/** `/v1/crm/lists`: lists of records, put together by hand. */
export function listRoutes(http: Http, { sql, reading, cursors }: CrmDependencies) {
  const entryCursors = cursors.of("entries");

  async function mustFind(organizationId: string, id: string): Promise<ListRow> {
    return found(await findList(sql, organizationId, id), "list");
  }

  async function requireRecords(organizationId: string, ids: readonly string[]): Promise<void> {
    const known = await knownRecords(sql, organizationId, ids);
    const absent = ids.findIndex((id) => !known.has(id));
    if (absent !== -1) throw wrong(`record_ids/${absent}`, "no such record");
  }

  return new Elysia({ prefix: "/v1/crm/lists" })
    .use(http)
    .get(
      "",
      async ({ caller, query }) =>
        await page({ reading: reading.of(caller), cursors }, query, {
          read: (sql, before, most) => listLists(sql, caller.organizationId, before, most),
          show: showList,
          position: (row) => row.id,
        }),
      { permission: "crm:read", query: Paging, detail: DOCUMENTED.list },
    )
    .post(
      "",
      async ({ caller, body, once }) => {
        requirePostgresText(body.name);
        return await once(async (sql) => {
          const made = await insertList(sql, caller.organizationId, newId("lst"), body.name);
          return { status: 201, body: showList(made) };
        });
      },
      { permission: "crm:write", idempotent: true, body: ListBody, detail: DOCUMENTED.create },
    )
    .get("/:id", async ({ caller, params }) => showList(await mustFind(caller.organizationId, params.id)), {
      permission: "crm:read",
      params: RecordId,
      detail: DOCUMENTED.get,
    })
    .patch(
      "/:id",
      async ({ caller, params, body: { name } }) => {
        requirePostgresText(name);
        await renameList(sql, caller.organizationId, params.id, name);
        return showList(await mustFind(caller.organizationId, params.id));
      },
      { permission: "crm:write", params: RecordId, body: ListBody, detail: DOCUMENTED.update },
    )
    .delete(
      "/:id",
      async ({ caller, params, set }) => {
        gone(set, await deleteList(sql, caller.organizationId, params.id), "list");
      },
      { permission: "crm:write", params: RecordId, detail: DOCUMENTED.remove },
    )
    .get(
      "/:id/entries",
      async ({ caller, params, query }) => {
        await mustFind(caller.organizationId, params.id);
        return await page({ reading: reading.of(caller), cursors: entryCursors }, query, {
          read: (sql, before, most) => listEntries(sql, caller.organizationId, params.id, before, most),
          show: showEntry,
          position: (row) => String(row.position),
        });
      },
      { permission: "crm:read", params: RecordId, query: Paging, detail: DOCUMENTED.entries },
    )
    .post(
      "/:id/entries",
      async ({ caller, params, body, once }) => {
        await mustFind(caller.organizationId, params.id);
        await requireRecords(caller.organizationId, body.record_ids);
        const ids = [...new Set(body.record_ids)];
        return await once(async (sql) => {
          return {
            status: 200,
            body: { added: await addEntries(sql, caller.organizationId, params.id, ids) },
          };
        });
      },
      {
        permission: "crm:write",
        idempotent: true,
        params: RecordId,
        body: EntriesBody,
        detail: DOCUMENTED.add,
      },
    )
    .delete(
      "/:id/entries/:record_id",
      async ({ caller, params, set }) => {
        gone(set, await removeEntry(sql, caller.organizationId, params.id, params.record_id), "entry");
      },
      { permission: "crm:write", params: EntryId, detail: DOCUMENTED.take },
    );
}

function requirePostgresText(name: string): void {
  if (!isPostgresText(name)) throw wrong("name", "it has characters that can't be stored");
}
