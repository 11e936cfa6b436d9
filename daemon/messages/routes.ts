import { Elysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import { withCurrentNames } from "../../db/contacts/current-names.ts";
import { listMessages } from "../../db/messages/lists.ts";
import { findMessage, findMessageByProviderId, type MessageRow } from "../../db/messages/messages.ts";
import { MessageErrorSchema, MessageStatus, StatusHistorySchema } from "../events/message-fields.ts";
import type { Caller } from "../http/caller.ts";
import { notFound } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { type Cursors, listOf, PagingQuery, page } from "../http/paging.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { type Static, Type } from "../lib/typebox.ts";
import type { Providers } from "../providers/provider.ts";
import { soughtRecipient } from "./accept/send-fields.ts";
import { asksBeside, BesideQuery, readBeside } from "./beside.ts";
import { cancellationRoutes } from "./cancel/cancellation-routes.ts";
import { withSides } from "./files/with-sides.ts";
import { mustFind, UUID, visible } from "./find.ts";
import { MessageSchema, showError, showMessage } from "./record.ts";
import { searchRoute } from "./search/route.ts";
import { type SendRouteDependencies, sendRoutes } from "./send-routes.ts";
import { showMessages } from "./show-messages.ts";
import type { TemplateDefinitions } from "./template-definitions.ts";
import { withWaiting } from "./waiting/with-waiting.ts";

const RECORDED =
  "This is the time when Waypost recorded the message, by which lists are ordered; a message that came in late has an earlier `created_at`";

const ListQuery = Type.Object({
  ...PagingQuery,
  ...BesideQuery,
  channel_id: Type.Optional(Type.String()),
  conversation_id: Type.Optional(Type.String()),
  contact_id: Type.Optional(Type.String()),
  direction: Type.Optional(Type.Union([Type.Literal("inbound"), Type.Literal("outbound")])),
  status: Type.Optional(MessageStatus),
  type: Type.Optional(Type.String()),
  to: Type.Optional(Type.String()),
  recipient: Type.Optional(
    Type.String({ description: "The user id or LID that messages without a number went to or came from" }),
  ),
  broadcast_id: Type.Optional(Type.String({ maxLength: 64 })),
  created_after: Type.Optional(
    Type.String({ format: "date-time", description: `At or after this time. ${RECORDED}` }),
  ),
  created_before: Type.Optional(
    Type.String({ format: "date-time", description: `Before this time. ${RECORDED}` }),
  ),
});

const { properties } = listOf(MessageSchema);
const MessagesSchema = Type.Object({
  data: properties.data,
  meta: Type.Object({
    ...properties.meta.properties,
    has_newer: Type.Optional(
      Type.Boolean({ description: "With `before`, `after` or `around`: whether newer ones follow these" }),
    ),
  }),
});

const StatusSchema = Type.Object(
  {
    message_id: Type.String(),
    provider_message_id: Type.Union([Type.String(), Type.Null()]),
    channel_id: Type.String(),
    status: MessageStatus,
    error: Type.Union([MessageErrorSchema, Type.Null()]),
    updated_at: Type.String(),
    history: StatusHistorySchema,
  },
  {
    title: "MessageProgress",
    examples: [
      {
        message_id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
        provider_message_id: "wamid.HBgLMTQxNTU1NTAxMjM",
        channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
        status: "sent",
        error: null,
        updated_at: "2026-11-21T09:30:00.120Z",
        history: [
          { status: "queued", at: "2026-11-21T09:30:00.000Z" },
          { status: "sent", at: "2026-11-21T09:30:00.120Z" },
        ],
      },
    ],
  },
);

type ReadDependencies = {
  sql: Sql;
  reading: Reading;
  cursors: Cursors;
  templates: TemplateDefinitions;
  providers: Providers;
};

/** `/v1/messages`: sending, and reading messages. */
export function messageRoutes(http: Http, dependencies: SendRouteDependencies & ReadDependencies) {
  return new Elysia()
    .use(sendRoutes(http, dependencies))
    .use(cancellationRoutes(http, dependencies))
    .use(searchRoute(http, dependencies))
    .use(readRoutes(http, dependencies));
}

function readRoutes(http: Http, { sql, reading, cursors, templates, providers }: ReadDependencies) {
  /** The neighbours of a message. */
  async function beside(caller: Caller, query: Static<typeof ListQuery>) {
    const { shown, hasNewer, next } = await reading.of(caller).read(async (sql) => {
      const { rows, hasOlder, hasNewer } = await readBeside(sql, caller, query);
      return {
        shown: await withWaiting(sql, providers, await withSides(sql, rows)),
        hasNewer,
        next: hasOlder ? rows.at(-1) : undefined,
      };
    });
    const data = await Promise.all(shown.map(({ row, waiting }) => showMessage(templates, row, waiting)));
    const next_cursor = next === undefined ? null : cursors.seal(next.id);
    return { data, meta: { next_cursor, has_newer: hasNewer } };
  }

  return new Elysia({ prefix: "/v1/messages" })
    .use(http)
    .get(
      "",
      async ({ caller, query }) => {
        if (asksBeside(query)) return await beside(caller, query);
        return await page({ reading: reading.of(caller), cursors }, query, {
          async read(sql, before, most) {
            const { organizationId } = caller;
            const filter = await withCurrentNames(sql, organizationId, filterOf(caller, query));
            const found = await listMessages(sql, organizationId, filter, before, most);
            const rows = await withSides(sql, found.rows);
            return { ...found, rows: await withWaiting(sql, providers, rows) };
          },
          show: ({ row, waiting }) => showMessage(templates, row, waiting),
          position: ({ row }) => row.id,
        });
      },
      {
        permission: "messages:read",
        query: ListQuery,
        detail: documented({
          operation: "listMessages",
          summary: "List messages",
          description:
            "Newest first. In a conversation, `before`, `after` and `around` read the neighbours of one of its messages.",
          errors: [404],
          responses: { 200: { description: "Newest first", schema: MessagesSchema } },
        }),
      },
    )
    .get(
      "/:id",
      async ({ caller, params }) => {
        const message = await mustFind(sql, caller, params.id);
        const [shown] = await showMessages(sql, { providers, templates }, [message]);
        if (shown === undefined) throw notFound("message");
        return shown;
      },
      {
        permission: "messages:read",
        params: Type.Object({ id: Type.String() }),
        detail: documented({ operation: "getMessage", summary: "Get a message", shows: MessageSchema }),
      },
    )
    .get(
      "/:id/status",
      async ({ caller, params, query }) =>
        showStatus(await findEither(sql, caller, params.id, query.channel_id)),
      {
        permission: "messages:read",
        params: Type.Object({
          id: Type.String({ description: "Our id or, with `channel_id`, the provider's" }),
        }),
        query: Type.Object({ channel_id: Type.Optional(Type.String()) }),
        detail: documented({
          operation: "getMessageStatus",
          summary: "Get a message's status",
          responses: { 200: { description: "Its status", schema: StatusSchema } },
        }),
      },
    );
}

function filterOf(caller: Caller, query: Static<typeof ListQuery>) {
  return {
    channelIds: caller.channelIds,
    channelId: query.channel_id,
    conversationId: query.conversation_id,
    contactId: query.contact_id,
    direction: query.direction,
    status: query.status,
    type: query.type,
    to: query.to === undefined ? undefined : soughtRecipient(query.to),
    recipient: query.recipient,
    broadcastId: query.broadcast_id,
    createdAfter: query.created_after === undefined ? undefined : new Date(query.created_after),
    createdBefore: query.created_before === undefined ? undefined : new Date(query.created_before),
  };
}

async function findEither(
  sql: Sql,
  caller: Caller,
  id: string,
  channelId: string | undefined,
): Promise<MessageRow> {
  if (UUID.test(id)) {
    const row = await findMessage(sql, caller.organizationId, id);
    return visible(
      caller,
      row !== null && (channelId === undefined || row.channel_id === channelId) ? row : null,
    );
  }
  const row =
    channelId === undefined ? null : await findMessageByProviderId(sql, caller.organizationId, channelId, id);
  return visible(caller, row);
}

function showStatus(row: MessageRow) {
  return {
    message_id: row.id,
    provider_message_id: row.provider_message_id,
    channel_id: row.channel_id,
    status: row.status as Static<typeof MessageStatus>,
    error: showError(row),
    updated_at: row.updated_at.toISOString(),
    history: row.status_history,
  };
}
