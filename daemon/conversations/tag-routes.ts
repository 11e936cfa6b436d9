import { Elysia } from "elysia";
import type { Queryable } from "../../db/connection/client.ts";
import { tagsInUse } from "../../db/contacts/tags-in-use.ts";
import { listConversationTags, MOST_TAGS, tagConversation } from "../../db/conversations/tags.ts";
import { labelNames } from "../../db/whatsapp-web/labels.ts";
import type { Asking } from "../channels/asking/ask.ts";
import { tagsBody, tagsGiven } from "../contacts/fields.ts";
import { showTag } from "../contacts/record.ts";
import { refused } from "../contacts/refused.ts";
import { documentedTags } from "../contacts/tags-in-use.ts";
import type { Caller } from "../http/caller.ts";
import { notFound } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { listOf } from "../http/paging.ts";
import type { Http } from "../http/server.ts";
import { isPostgresText } from "../lib/postgres-text.ts";
import { Type } from "../lib/typebox.ts";
import { mustFindConversation } from "./find.ts";
import { labelOnPhone, labelsChanged, WORDING, withLabels } from "./labels.ts";

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });
const IdAndTag = Type.Object({ id: Type.String({ maxLength: 64 }), name: Type.String({ maxLength: 64 }) });

const ConversationTagSchema = Type.Object(
  { name: Type.String(), created_at: Type.String() },
  { title: "ConversationTag", examples: [{ name: "complaint", created_at: "2026-11-21T09:30:00.000Z" }] },
);
const TagsBody = tagsBody(MOST_TAGS, ["complaint", "new"]);

/** Routes for a conversation's tags. Each change emits `conversation.updated` with all tags; those that are labels of a phone change there as well. */
export function conversationTagRoutes(http: Http, asking: Asking) {
  const { sql } = asking;
  async function keyOf(one: Queryable, caller: Caller, id: string) {
    const { id: conversationId } = await mustFindConversation(one, caller, id);
    return { organizationId: caller.organizationId, conversationId };
  }

  async function tagsOf(one: Queryable, key: { organizationId: string; conversationId: string }) {
    return { data: (await listConversationTags(one, key)).map(showTag), meta: { next_cursor: null } };
  }

  async function change(one: Queryable, caller: Caller, id: string, given: ReturnType<typeof tagsGiven>) {
    const key = await keyOf(one, caller, id);
    const outcome = await tagConversation(one, key, given);
    if (outcome === "missing") throw notFound("tag");
    if (outcome === "too_many") throw refused("/names", `a conversation has at most ${MOST_TAGS} tags`);
    return { status: 201, body: await tagsOf(one, key) };
  }

  return new Elysia()
    .use(http)
    .get(
      "/tags",
      async ({ caller: { organizationId, channelIds } }) => ({
        data: withLabels(
          await tagsInUse(sql, organizationId, "conversation", channelIds),
          await labelNames(sql, organizationId, channelIds),
        ),
        meta: { next_cursor: null },
      }),
      { permission: "messages:read", detail: documentedTags("listTagsOfConversations", "conversations") },
    )
    .get("/:id/tags", async ({ caller, params }) => await tagsOf(sql, await keyOf(sql, caller, params.id)), {
      permission: "messages:read",
      params: Id,
      detail: documented({
        operation: "listConversationTags",
        summary: "List a conversation's tags",
        responses: { 200: { description: "By name, in one page", schema: listOf(ConversationTagSchema) } },
      }),
    })
    .post(
      "/:id/tags",
      async ({ caller, params, body, once, onceElsewhere }) => {
        const given = tagsGiven(body);
        const row = await mustFindConversation(sql, caller, params.id);
        const labels = await labelsChanged(sql, row, given);
        if (labels.length === 0) return await once((one) => change(one, caller, params.id, given));
        return await onceElsewhere(async () => {
          if (given.removed.some((name) => !row.tags.includes(name))) throw notFound("tag");
          await labelOnPhone(asking, row, labels);
          return await change(sql, caller, params.id, given);
        });
      },
      {
        permission: "messages:send",
        idempotent: true,
        params: Id,
        body: TagsBody,
        detail: documented({
          operation: "addConversationTags",
          summary: "Tag a conversation",
          description:
            "A change sends `conversation.updated`, with all tags. A tag that is a label of a number in the WhatsApp Business app changes on the phone, too.",
          wording: WORDING,
          responses: {
            201: { description: "All tags of the conversation", schema: listOf(ConversationTagSchema) },
          },
        }),
      },
    )
    .delete(
      "/:id/tags/:name",
      async ({ caller, params: { id, name }, set }) => {
        const row = await mustFindConversation(sql, caller, id);
        if (!isPostgresText(name) || !row.tags.includes(name)) throw notFound("tag");
        await labelOnPhone(asking, row, await labelsChanged(sql, row, { removed: [name] }));
        if ((await tagConversation(sql, await keyOf(sql, caller, id), { removed: [name] })) === "missing")
          throw notFound("tag");
        set.status = 204;
      },
      {
        permission: "messages:send",
        params: IdAndTag,
        detail: documented({
          operation: "removeConversationTag",
          summary: "Remove a tag from a conversation",
          description:
            "A tag that is a label of a number in the WhatsApp Business app goes on the phone, too.",
          wording: WORDING,
          responses: { 204: { description: "Removed" } },
        }),
      },
    );
}
