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
import { type Cursors, PagingQuery } from "../http/paging.ts";
import { grants } from "../http/permissions.ts";
import type { Reading } from "../http/reading.ts";
import { resourceRoutes } from "../http/resource/routes.ts";
import type { Http } from "../http/server.ts";
import { newId } from "../lib/ids.ts";
import { type Static, Type } from "../lib/typebox.ts";
import { fill } from "./placeholders.ts";
import { QuickReplyBody, QuickReplyChanges, QuickReplySchema, showQuickReply } from "./quick-reply.ts";
import { holdFile, mustOwn, TAKEN, taken, textOf } from "./write.ts";

type Dependencies = { sql: Sql; reading: Reading; cursors: Cursors };

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
  return resourceRoutes(http, { reading, cursors }, "/v1/quick_replies", {
    ...{ noun: "quick reply", nouns: "quick replies" },
    may: { read: "messages:read", write: "messages:send" },
    ...{ query: ListQuery, order: "By their shortcuts" },
    ...{ schema: QuickReplySchema, body: QuickReplyBody, changes: QuickReplyChanges },
    says: {
      list: { errors: [404] },
      create: {
        description: "A key for some channels names those that it is for in `channel_ids`.",
        wording: { 409: TAKEN },
      },
      update: { wording: { 409: TAKEN } },
    },
    show: (row: QuickReplyRow) => showQuickReply(row),
    refuseOthers: mustOwn,
    async list(caller, query) {
      const { channelId, person } = await targetOf(sql, caller, query);
      const words = query.q?.trim() || undefined;
      const filter = {
        ...{ channelIds: caller.channelIds, channelId },
        words: words === undefined ? undefined : clean("/q", words),
      };
      return {
        read: (sql, after, most) => listQuickReplies(sql, caller.organizationId, filter, after, most),
        show: (row: QuickReplyRow) => showQuickReply(row, person === null ? null : fill(row.body, person)),
        position: (row) => row.shortcut,
      };
    },
    async find(caller, id) {
      const row = await findQuickReply(sql, caller.organizationId, id);
      return row?.channel_ids?.some((one) => mayUseChannel(caller, one)) === false ? null : row;
    },
    async make(caller, body) {
      const { title = body.shortcut, channel_ids = null, media_id = null } = body;
      const made = await textOf(sql, caller, { ...body, title, channel_ids, media_id });
      return async (sql) => {
        const row = await transact(sql, async (sql) => {
          await holdFile(sql, caller, made);
          return await insertQuickReply(sql, caller.organizationId, { ...made, id: newId("qr") });
        });
        if (row === null) throw taken(made.shortcut);
        return row;
      };
    },
    async change(caller, { id }, given) {
      const changes = await textOf(sql, caller, given);
      return await transact(sql, async (sql) => {
        await holdFile(sql, caller, changes);
        return await updateQuickReply(sql, caller.organizationId, id, changes);
      }).catch((cause: unknown) => {
        throw isShortcutTaken(cause) ? taken(given.shortcut ?? "") : cause;
      });
    },
    async remove(caller, { id }) {
      await deleteQuickReply(sql, caller.organizationId, id);
      return true;
    },
  });
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
