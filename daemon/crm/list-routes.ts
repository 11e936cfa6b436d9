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
import { resourceRoutes } from "../http/resource/routes.ts";
import type { Http } from "../http/server.ts";
import { newId } from "../lib/ids.ts";
import { isPostgresText } from "../lib/postgres-text.ts";
import { Type } from "../lib/typebox.ts";
import { wrong } from "./fields.ts";
import { EntriesBody, ListBody, ListSchema, showEntry, showList } from "./list.ts";
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

  const lists = resourceRoutes(http, { reading, cursors }, "/v1/crm/lists", {
    ...{ noun: "list", nouns: "lists", query: Paging, schema: ListSchema, body: ListBody, changes: ListBody },
    may: { read: "crm:read", write: "crm:write" },
    says: {
      list: { summary: "List the lists of records" },
      update: { summary: "Rename a list" },
      delete: { description: "Its records stay. Sends `crm.list.entry_removed` for each." },
    },
    show: showList,
    list: async ({ organizationId }) => ({
      read: (sql, before, most) => listLists(sql, organizationId, before, most),
    }),
    find: ({ organizationId }, id) => findList(sql, organizationId, id),
    async make({ organizationId }, { name }) {
      requirePostgresText(name);
      return (sql) => insertList(sql, organizationId, newId("lst"), name);
    },
    async change({ organizationId }, { id }, { name }) {
      requirePostgresText(name);
      await renameList(sql, organizationId, id, name);
      return await findList(sql, organizationId, id);
    },
    remove: ({ organizationId }, { id }) => deleteList(sql, organizationId, id),
  });
  const entries = new Elysia({ prefix: "/v1/crm/lists" })
    .use(http)
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
  return new Elysia().use(lists).use(entries);
}

function requirePostgresText(name: string): void {
  if (!isPostgresText(name)) throw wrong("name", "it has characters that can't be stored");
}
