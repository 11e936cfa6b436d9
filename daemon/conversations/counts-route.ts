import { Elysia } from "elysia";
import { countConversations } from "../../db/conversations/counts.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import { FilterQuery, filterOf } from "./filter.ts";
import { readerOf } from "./find.ts";

const CountsSchema = Type.Object(
  {
    all: Type.Integer(),
    mine: Type.Integer({ description: "Assigned to the user who is logged in; 0 with an API key" }),
    my_teams: Type.Integer({ description: "Of teams that the user is in; 0 with an API key" }),
    unassigned: Type.Integer(),
    unread: Type.Integer({ description: "With messages that the caller has not read" }),
    unanswered: Type.Integer({ description: "Whose contact waits for an answer" }),
  },
  {
    title: "ConversationCounts",
    examples: [{ all: 120, mine: 14, my_teams: 26, unassigned: 31, unread: 9, unanswered: 22 }],
  },
);

/** `GET /v1/conversations/counts`. */
export function countsRoute(http: Http, { reading }: { reading: Reading }) {
  return new Elysia().use(http).get(
    "/counts",
    async ({ caller, query }) =>
      await reading.of(caller).read(async (sql) => {
        const filter = await filterOf(sql, caller, query);
        const user = caller.actor.type === "user" ? caller.actor.id : null;
        return await countConversations(sql, readerOf(caller), filter, user);
      }),
    {
      permission: "messages:read",
      query: Type.Object(FilterQuery),
      detail: documented({
        operation: "countConversations",
        summary: "Count conversations",
        description:
          "How many conversations the filter leaves, and what they are. Exact at the moment of the request, except that those count, too, whose messages the retention has dropped, which no list shows.",
        responses: { 200: { description: "The counts", schema: CountsSchema } },
      }),
    },
  );
}
