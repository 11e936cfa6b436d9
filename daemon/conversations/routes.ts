import { Elysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import { isColleague } from "../../db/conversations/assignees.ts";
import { updateConversation } from "../../db/conversations/conversations.ts";
import { listConversations } from "../../db/conversations/lists.ts";
import { findTeam } from "../../db/teams/teams.ts";
import { refuseMistaken } from "../http/mistaken-names.ts";
import { documented } from "../http/openapi/documentation.ts";
import { type Cursors, listOf, PagingQuery, page } from "../http/paging.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import type { Activity } from "./activity/activity.ts";
import { activityRoute } from "./activity/route.ts";
import { archiveRoutes } from "./archive-routes.ts";
import { type BlockDependencies, blockRoutes } from "./block-routes.ts";
import { countsRoute } from "./counts-route.ts";
import { FilterQuery, filterOf, UserId } from "./filter.ts";
import { mustFindConversation, readerOf } from "./find.ts";
import { handoverRoute } from "./handover-route.ts";
import { holdRoutes } from "./hold-routes.ts";
import { legalHoldRoutes } from "./legal-hold-routes.ts";
import { nextRoute } from "./next-route.ts";
import { conversationNoteRoutes } from "./notes/routes.ts";
import { readRoute } from "./read-route.ts";
import { ConversationSchema, ConversationStatus, showConversation } from "./record.ts";
import { mustBeUser, noSuchTeam, noSuchUser } from "./refusals.ts";
import { SnoozedUntil, untilOf } from "./snooze.ts";
import { conversationTagRoutes } from "./tag-routes.ts";
import { unreadRoute } from "./unread-route.ts";

export type ConversationDependencies = {
  sql: Sql;
  reading: Reading;
  cursors: Cursors;
  activity: Activity;
} & BlockDependencies;

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });

const ListQuery = Type.Object({ ...PagingQuery, ...FilterQuery });

const UpdateBody = Type.Object(
  {
    status: Type.Optional(ConversationStatus),
    assignee_id: Type.Optional(
      Type.Union([UserId, Type.Literal("me"), Type.Null()], {
        description: "A user's id, or `me` for the user who is logged in; null removes the assignment",
      }),
    ),
    team_id: Type.Optional(
      Type.Union([Type.String({ maxLength: 64 }), Type.Null()], {
        description: "A team's id; null takes it from its team. Its assignee stays",
      }),
    ),
    snoozed_until: Type.Optional(SnoozedUntil),
  },
  { minProperties: 1, examples: [{ status: "closed" }, { assignee_id: null }] },
);

const MISTAKEN = {
  tags: "add tags with POST /v1/conversations/{id}/tags, and remove one with DELETE /v1/conversations/{id}/tags/{name}",
  assignee: "write `assignee_id`",
  team: "write `team_id`",
};

/** What is out of the way: one part, since the types of many are too deep for the compiler. */
function asideRoutes(http: Http, dependencies: BlockDependencies) {
  return new Elysia()
    .use(archiveRoutes(http, dependencies))
    .use(blockRoutes(http, dependencies))
    .use(legalHoldRoutes(http, dependencies));
}

/** `/v1/conversations`: the messages with one contact on one channel, together. */
export function conversationRoutes(
  http: Http,
  { sql, reading, cursors, activity, ...dependencies }: ConversationDependencies,
) {
  return new Elysia({ prefix: "/v1/conversations" })
    .use(http)
    .use(conversationTagRoutes(http, { sql, ...dependencies }))
    .use(readRoute(http, dependencies))
    .use(unreadRoute(http, dependencies))
    .use(conversationNoteRoutes(http, { sql, reading, cursors }))
    .use(activityRoute(http, { sql, activity }))
    .use(countsRoute(http, { reading }))
    .use(nextRoute(http, dependencies))
    .use(handoverRoute(http, { sql, ...dependencies }))
    .use(holdRoutes(http, { sql, ...dependencies }))
    .use(asideRoutes(http, { sql, ...dependencies }))
    .get(
      "",
      async ({ caller, query }) =>
        await page({ reading: reading.of(caller), cursors }, query, {
          read: async (sql, before, most) => {
            const filter = await filterOf(sql, caller, query);
            return await listConversations(sql, readerOf(caller), filter, before, most);
          },
          show: (row) => showConversation(dependencies, row),
          position: (row) => row.message_id ?? "",
        }),
      {
        permission: "messages:read",
        query: ListQuery,
        detail: documented({
          operation: "listConversations",
          summary: "List conversations",
          description: "Those that have messages.",
          responses: {
            200: { description: "Newest message first", schema: listOf(ConversationSchema) },
          },
        }),
      },
    )
    .get(
      "/:id",
      async ({ caller, params }) =>
        await showConversation(dependencies, await mustFindConversation(sql, caller, params.id)),
      {
        permission: "messages:read",
        params: Id,
        detail: documented({
          operation: "getConversation",
          summary: "Get a conversation",
          shows: ConversationSchema,
        }),
      },
    )
    .patch(
      "/:id",
      async ({ caller, params, body: { status, assignee_id: given, team_id, snoozed_until } }) => {
        const assignee_id = given === "me" ? mustBeUser(caller) : given;
        await mustFindConversation(sql, caller, params.id);
        if (typeof assignee_id === "string" && !(await isColleague(sql, caller.organizationId, assignee_id)))
          throw noSuchUser();
        if (typeof team_id === "string" && (await findTeam(sql, caller.organizationId, team_id)) === null)
          throw noSuchTeam();
        await updateConversation(sql, caller.organizationId, params.id, {
          by: caller.actor.id,
          ...(status === undefined ? {} : { status }),
          ...(assignee_id === undefined ? {} : { assignee_id }),
          ...(team_id === undefined ? {} : { team_id }),
          ...(snoozed_until === undefined ? {} : { snoozed_until: untilOf(status, snoozed_until) }),
        });
        return await showConversation(dependencies, await mustFindConversation(sql, caller, params.id));
      },
      {
        permission: "messages:send",
        transform: ({ body }) => refuseMistaken(body, MISTAKEN),
        params: Id,
        body: UpdateBody,
        detail: documented({
          operation: "updateConversation",
          summary: "Update a conversation",
          description:
            "Changes its status, assignee or team. A snoozed conversation opens again at `snoozed_until`, and when the person writes before. A change sends `conversation.updated`.",
          shows: ConversationSchema,
        }),
      },
    );
}
