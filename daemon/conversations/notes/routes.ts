import { Elysia } from "elysia";
import type { Queryable, Sql } from "../../../db/connection/client.ts";
import {
  addConversationNote,
  listColleagues,
  listConversationNotes,
} from "../../../db/conversations/notes.ts";
import { LIMITS } from "../../../db/functions/limits.ts";
import { permissionsOf, ROLES } from "../../auth/roles.ts";
import { clean } from "../../contacts/fields.ts";
import { refused } from "../../contacts/refused.ts";
import type { Caller } from "../../http/caller.ts";
import { documented } from "../../http/openapi/documentation.ts";
import { type Cursors, listOf, PagingQuery, page } from "../../http/paging.ts";
import { grants } from "../../http/permissions.ts";
import type { Reading } from "../../http/reading.ts";
import type { Http } from "../../http/server.ts";
import { newId } from "../../lib/ids.ts";
import { Type } from "../../lib/typebox.ts";
import { mustFindConversation } from "../find.ts";
import { ColleagueSchema, NoteBody, NoteSchema, showColleague, showNote } from "./record.ts";

type Dependencies = { sql: Sql; reading: Reading; cursors: Cursors };

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });
/** Those whose users may read conversations. */
const READERS = Object.keys(ROLES).filter((role) => grants(permissionsOf(role), "messages:read"));

/** Routes for what colleagues write to each other about a conversation, and for who they are. */
export function conversationNoteRoutes(http: Http, { sql, reading, cursors }: Dependencies) {
  const noteCursors = cursors.of("conversation notes");

  async function keyOf(one: Queryable, caller: Caller, id: string) {
    const { id: conversationId } = await mustFindConversation(one, caller, id);
    return { organizationId: caller.organizationId, conversationId };
  }

  return new Elysia()
    .use(http)
    .get(
      "/colleagues",
      async ({ caller }) => ({
        data: (await listColleagues(sql, caller.organizationId, READERS)).map(showColleague),
        meta: { next_cursor: null },
      }),
      {
        permission: "messages:read",
        detail: documented({
          operation: "listColleagues",
          summary: "List who works in conversations",
          description: "The users that a conversation can be assigned to and a note can mention.",
          responses: { 200: { description: "By name, in one page", schema: listOf(ColleagueSchema) } },
        }),
      },
    )
    .get(
      "/:id/notes",
      async ({ caller, params, query }) => {
        const key = await keyOf(sql, caller, params.id);
        return await page({ reading: reading.of(caller), cursors: noteCursors }, query, {
          read: (sql, before, most) => listConversationNotes(sql, key, before, most),
          show: showNote,
          position: (row) => row.id,
        });
      },
      {
        permission: "messages:read",
        params: Id,
        query: Type.Object(PagingQuery),
        detail: documented({
          operation: "listConversationNotes",
          summary: "List a conversation's notes",
          lists: NoteSchema,
        }),
      },
    )
    .post(
      "/:id/notes",
      async ({ caller, params, body: { body, mentions = [] }, once }) =>
        await once(async (sql) => {
          const key = await keyOf(sql, caller, params.id);
          await refuseStrangers(sql, caller.organizationId, mentions);
          const text = clean("/body", body);
          const note = { id: newId("note"), body: text, author: caller.actor.id, mentions };
          return { status: 201, body: showNote(await addConversationNote(sql, key, note)) };
        }),
      {
        permission: "messages:send",
        idempotent: true,
        params: Id,
        body: NoteBody,
        detail: documented({
          operation: "createConversationNote",
          summary: "Add a note to a conversation",
          description: `Colleagues read it between the messages; the contact never sees it. \`conversation.note_created\` names its author and the users that it mentions. A conversation has at most ${LIMITS.most_notes.toLocaleString("en")} notes. Notes are deleted with the contact.`,
          responses: { 201: { description: "The note", schema: NoteSchema } },
        }),
      },
    );
}

/** Throws 422 where somebody is mentioned who may not read conversations. */
async function refuseStrangers(
  sql: Queryable,
  organizationId: string,
  mentions: readonly string[],
): Promise<void> {
  if (mentions.length === 0) return;
  const colleagues = new Set((await listColleagues(sql, organizationId, READERS)).map(({ id }) => id));
  const stranger = mentions.findIndex((id) => !colleagues.has(id.toLowerCase()));
  if (stranger >= 0)
    throw refused(`/mentions/${stranger}`, "no user who can read this conversation has this id");
}
