import { Elysia } from "elysia";
import { isColleague } from "../../db/conversations/assignees.ts";
import { takeNextConversation } from "../../db/conversations/next.ts";
import { documented } from "../http/openapi/documentation.ts";
import { problem } from "../http/problem.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import { FilterQuery, filterOf, UserId } from "./filter.ts";
import { mustFindConversation, readerOf } from "./find.ts";
import { ConversationSchema, type ShowDependencies, showConversation } from "./record.ts";
import { mustBeUser, noSuchUser } from "./refusals.ts";

const NextBody = Type.Object(
  {
    assignee_id: Type.Optional({
      ...UserId,
      description:
        "The user who gets it. Default: the user who is logged in; with an API key, it has to be given",
    }),
    channel_id: Type.Optional(Type.String({ description: "Only of this channel" })),
    team_id: FilterQuery.team_id,
    tag: Type.Optional(Type.String({ maxLength: 64, description: "Only with this tag" })),
    q: FilterQuery.q,
    handled_by: FilterQuery.handled_by,
    status: Type.Optional(Type.Literal("open", { description: "Nobody waits in others" })),
  },
  { examples: [{}, { channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R" }] },
);

/** `POST /v1/conversations/next`. */
export function nextRoute(http: Http, dependencies: ShowDependencies) {
  return new Elysia().use(http).post(
    "/next",
    async ({ caller, body, once }) =>
      await once(async (sql) => {
        const { assignee_id, ...query } = body ?? {};
        const user = assignee_id ?? mustBeUser(caller);
        if (!(await isColleague(sql, caller.organizationId, user))) throw noSuchUser();
        const id = await takeNextConversation(
          sql,
          readerOf(caller),
          await filterOf(sql, caller, query),
          user,
        );
        if (id === null) throw nobodyWaits();
        const row = await mustFindConversation(sql, caller, id);
        return { status: 200, body: await showConversation(dependencies, row) };
      }),
    {
      permission: "messages:send",
      idempotent: true,
      body: Type.Optional(NextBody),
      detail: documented({
        operation: "takeNextConversation",
        summary: "Take the conversation that waits longest",
        description:
          "Assigns the open conversation whose contact waits longest for an answer, among those without an assignee, of a team that the user is in or of none, that nobody else holds and whose contact did not opt out. Two who ask at once get two different ones. `404` with the code `nobody_waits` when there is none.",
        errors: [404],
        shows: ConversationSchema,
      }),
    },
  );
}

function nobodyWaits() {
  return problem(
    404,
    "nobody_waits",
    "nobody waits for an answer in an open conversation without an assignee, of your teams or of none",
  );
}
