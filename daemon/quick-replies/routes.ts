import { Elysia } from "elysia";
import { type Sql, transact } from "../../db/connection/client.ts";
import { findContact } from "../../db/contacts/contacts.ts";
import {
  deleteQuickReply,
  findQuickReply,
  insertQuickReply,
  isShortcutTaken,
  listQuickReplies,
  type QuickReplyRow,
  updateQuickReply,
} from "../../db/quick-replies/quick-replies.ts";
import { type Person, personOf } from "../contacts/field-of.ts";
import { clean } from "../contacts/fields.ts";
import { mustFindConversation } from "../conversations/find.ts";
import { type Caller, mayUseChannel } from "../http/caller.ts";
import { notFound } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { type Cursors, listOf, PagingQuery, page } from "../http/paging.ts";
import { grants } from "../http/permissions.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { newId } from "../lib/ids.ts";
import { type Static, Type } from "../lib/typebox.ts";
import { fill } from "./placeholders.ts";
import { QuickReplyBody, QuickReplyChanges, QuickReplySchema, showQuickReply } from "./quick-reply.ts";
import { holdFile, mustOwn, TAKEN, taken, textOf } from "./write.ts";

type Dependencies = { sql: Sql; reading: Reading; cursors: Cursors };

const tags = ["Quick replies"];
const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });

const ListQuery = Type.Object({
  ...PagingQuery,
  channel_id: Type.Optional(Type.String({ maxLength: 64, description: "Only those for this channel" })),
  conversation_id: Type.Optional(
    Type.String({
      maxLength: 64,
      description: "Only those for its channel, with `filled` for its contact",
    }),
  ),
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description: "What the shortcut begins with, or what the title or the body has",
    }),
  ),
});

/** `/v1/quick_replies`: answers that people keep to write them again. */
export function quickReplyRoutes(http: Http, { sql, reading, cursors }: Dependencies) {
  /** One that the caller may use: it is for all channels, or for one of the caller's. Throws 404. */
  async function mustFind(caller: Caller, id: string): Promise<QuickReplyRow> {
    const row = await findQuickReply(sql, caller.organizationId, id);
    if (row === null || row.channel_ids?.some((one) => mayUseChannel(caller, one)) === false)
      throw notFound("quick reply");
    return row;
  }

  return new Elysia({ prefix: "/v1/quick_replies" })
    .use(http)
    .get(
      "",
      async ({ caller, query }) => {
        const { channelId, person } = await targetOf(sql, caller, query);
        const words = query.q?.trim() || undefined;
        const filter = {
          ...{ channelIds: caller.channelIds, channelId },
          words: words === undefined ? undefined : clean("/q", words),
        };
        return await page({ reading: reading.of(caller), cursors }, query, {
          read: (sql, after, most) => listQuickReplies(sql, caller.organizationId, filter, after, most),
          show: (row) => showQuickReply(row, person === null ? null : fill(row.body, person)),
          position: (row) => row.shortcut,
        });
      },
      {
        permission: "messages:read",
        query: ListQuery,
        detail: documented({
          tags,
          operation: "listQuickReplies",
          summary: "List quick replies",
          errors: [404],
          responses: { 200: { description: "By their shortcuts", schema: listOf(QuickReplySchema) } },
        }),
      },
    )
    .post(
      "",
      async ({ caller, body, once }) => {
        const { title = body.shortcut, channel_ids = null, media_id = null } = body;
        const made = await textOf(sql, caller, { ...body, title, channel_ids, media_id });
        return await once(async (sql) => {
          const row = await transact(sql, async (sql) => {
            await holdFile(sql, caller, made);
            return await insertQuickReply(sql, caller.organizationId, { ...made, id: newId("qr") });
          });
          if (row === null) throw taken(made.shortcut);
          return { status: 201, body: showQuickReply(row) };
        });
      },
      {
        permission: "messages:send",
        idempotent: true,
        body: QuickReplyBody,
        detail: documented({
          tags,
          operation: "createQuickReply",
          summary: "Create a quick reply",
          description: "A key for some channels names those that it is for in `channel_ids`.",
          errors: [409],
          wording: { 409: TAKEN },
          responses: { 201: { description: "Created", schema: QuickReplySchema } },
        }),
      },
    )
    .get("/:id", async ({ caller, params }) => showQuickReply(await mustFind(caller, params.id)), {
      permission: "messages:read",
      params: Id,
      detail: documented({
        tags,
        operation: "getQuickReply",
        summary: "Get a quick reply",
        errors: [404],
        responses: { 200: { description: "The quick reply", schema: QuickReplySchema } },
      }),
    })
    .patch(
      "/:id",
      async ({ caller, params, body }) => {
        mustOwn(caller, await mustFind(caller, params.id));
        const changes = await textOf(sql, caller, body);
        const row = await transact(sql, async (sql) => {
          await holdFile(sql, caller, changes);
          return await updateQuickReply(sql, caller.organizationId, params.id, changes);
        }).catch((cause: unknown) => {
          throw isShortcutTaken(cause) ? taken(body.shortcut ?? "") : cause;
        });
        if (row === null) throw notFound("quick reply");
        return showQuickReply(row);
      },
      {
        permission: "messages:send",
        params: Id,
        body: QuickReplyChanges,
        detail: documented({
          tags,
          operation: "updateQuickReply",
          summary: "Change a quick reply",
          errors: [404, 409],
          wording: { 409: TAKEN },
          responses: { 200: { description: "The quick reply", schema: QuickReplySchema } },
        }),
      },
    )
    .delete(
      "/:id",
      async ({ caller, params, set }) => {
        mustOwn(caller, await mustFind(caller, params.id));
        await deleteQuickReply(sql, caller.organizationId, params.id);
        set.status = 204;
      },
      {
        permission: "messages:send",
        params: Id,
        detail: documented({
          tags,
          operation: "deleteQuickReply",
          summary: "Delete a quick reply",
          errors: [404],
          responses: { 204: { description: "Deleted" } },
        }),
      },
    );
}

/** The channel that quick replies are listed for, and the person whose fields are put into them. */
async function targetOf(
  sql: Sql,
  caller: Caller,
  { channel_id, conversation_id }: Static<typeof ListQuery>,
): Promise<{ channelId: string | undefined; person: Person | null }> {
  if (conversation_id === undefined) return { channelId: channel_id, person: null };
  const { channel_id: channelId, contact_id } = await mustFindConversation(sql, caller, conversation_id);
  const contact = contact_id === null ? null : await findContact(sql, caller.organizationId, contact_id);
  // it was deleted
  if (contact === null) return { channelId, person: NOBODY };
  const person = personOf(contact);
  if (grants(caller.permissions, "contacts:read")) return { channelId, person };
  // what a conversation shows of its contact, and no more
  const { name, phone_number } = person.contact;
  return { channelId, person: { ...NOBODY, contact: { ...NOBODY.contact, name, phone_number } } };
}

const NOBODY: Person = {
  contact: { name: null, phone_number: null, email: null, external_id: null },
  fields: {},
};
