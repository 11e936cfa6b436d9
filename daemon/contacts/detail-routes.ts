import { Elysia } from "elysia";
import { type Queryable, transact } from "../../db/connection/client.ts";
import { addTags, insertNote, listNotes, listTags, removeTag } from "../../db/contacts/details.ts";
import { tagsInUse } from "../../db/contacts/tags-in-use.ts";
import { LIMITS } from "../../db/functions/limits.ts";
import { notFound } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { listOf, PagingQuery, page } from "../http/paging.ts";
import type { Http } from "../http/server.ts";
import { newId } from "../lib/ids.ts";
import { isPostgresText } from "../lib/postgres-text.ts";
import { retryDeadlock } from "../lib/retry-deadlock.ts";
import { Type } from "../lib/typebox.ts";
import { CONTACT_NOT_FOUND } from "./documentation.ts";
import { clean, tagsBody, tagsGiven } from "./fields.ts";
import { type ContactDependencies, mustFindContact } from "./find.ts";
import { NoteSchema, showNote, showTag, TagSchema } from "./record.ts";
import { documentedTags } from "./tags-in-use.ts";

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });
const IdAndTag = Type.Object({ id: Type.String({ maxLength: 64 }), name: Type.String({ maxLength: 64 }) });

const NoteBody = Type.Object(
  { body: Type.String({ minLength: 1, maxLength: 10_000 }) },
  { examples: [{ body: "Wants to be called after six." }] },
);
const TagsBody = tagsBody(LIMITS.most_tags, ["wholesale", "trial"]);

const missing = { wording: { 404: CONTACT_NOT_FOUND } };

/** Routes for a contact's notes and tags. */
export function detailRoutes(http: Http, { sql, reading, cursors }: ContactDependencies) {
  const noteCursors = cursors.of("notes");

  async function keyOf(one: Queryable, organizationId: string, id: string) {
    return { organizationId, contactId: (await mustFindContact(one, organizationId, id)).id };
  }

  async function tagsOf(one: Queryable, key: { organizationId: string; contactId: string }) {
    return { data: (await listTags(one, key)).map(showTag), meta: { next_cursor: null } };
  }

  return new Elysia()
    .use(http)
    .get(
      "/:id/notes",
      async ({ caller, params, query }) => {
        const key = await keyOf(sql, caller.organizationId, params.id);
        return await page({ reading: reading.of(caller), cursors: noteCursors }, query, {
          read: (sql, before, most) => listNotes(sql, key, before, most),
          show: showNote,
          position: (row) => row.id,
        });
      },
      {
        permission: "contacts:read",
        params: Id,
        query: Type.Object(PagingQuery),
        detail: documented({
          operation: "listContactNotes",
          summary: "List a contact's notes",
          ...missing,
          lists: NoteSchema,
        }),
      },
    )
    .post(
      "/:id/notes",
      async ({ caller, params, body, once }) =>
        await once(async (sql) => {
          const key = await keyOf(sql, caller.organizationId, params.id);
          const text = clean("/body", body.body);
          const note = await insertNote(sql, key, { id: newId("note"), body: text, author: caller.actor.id });
          return { status: 201, body: showNote(note) };
        }),
      {
        permission: "contacts:write",
        idempotent: true,
        params: Id,
        body: NoteBody,
        detail: documented({
          operation: "createContactNote",
          summary: "Add a note to a contact",
          description: `A contact has at most ${LIMITS.most_notes.toLocaleString("en")} notes; after a merge, those of both.`,
          ...missing,
          responses: { 201: { description: "The note", schema: NoteSchema } },
        }),
      },
    )
    .get(
      "/tags",
      async ({ caller }) => ({
        data: await tagsInUse(sql, caller.organizationId, "contact"),
        meta: { next_cursor: null },
      }),
      { permission: "contacts:read", detail: documentedTags("listTagsOfContacts", "contacts") },
    )
    .get(
      "/:id/tags",
      async ({ caller, params }) => await tagsOf(sql, await keyOf(sql, caller.organizationId, params.id)),
      {
        permission: "contacts:read",
        params: Id,
        detail: documented({
          operation: "listContactTags",
          summary: "List a contact's tags",
          ...missing,
          responses: { 200: { description: "By name, in one page", schema: listOf(TagSchema) } },
        }),
      },
    )
    .post(
      "/:id/tags",
      async ({ caller, params, body, once }) =>
        await once(async (sql) => {
          const key = await keyOf(sql, caller.organizationId, params.id);
          const { added, removed } = tagsGiven(body);
          await transact(sql, async (transaction) => {
            if (added.length > 0) await addTags(transaction, key, added);
            for (const name of new Set(removed))
              if (!(await removeTag(transaction, key, name))) throw notFound("tag");
          });
          return { status: 201, body: await tagsOf(sql, key) };
        }),
      {
        permission: "contacts:write",
        idempotent: true,
        params: Id,
        body: TagsBody,
        detail: documented({
          operation: "addContactTags",
          summary: "Tag a contact",
          ...missing,
          responses: { 201: { description: "All tags of the contact", schema: listOf(TagSchema) } },
        }),
      },
    )
    .delete(
      "/:id/tags/:name",
      async ({ caller, params: { id, name }, set }) => {
        const isRemoved = await retryDeadlock(async () => {
          const key = await keyOf(sql, caller.organizationId, id);
          return isPostgresText(name) && (await removeTag(sql, key, name));
        });
        if (!isRemoved) throw notFound("tag");
        set.status = 204;
      },
      {
        permission: "contacts:write",
        params: IdAndTag,
        detail: documented({
          operation: "removeContactTag",
          summary: "Remove a tag from a contact",
          ...missing,
          responses: { 204: { description: "Removed" } },
        }),
      },
    );
}
