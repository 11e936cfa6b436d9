import { Elysia } from "elysia";
import { documented } from "../http/openapi/documentation.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import { type Over, readHistory } from "./history.ts";
import { HISTORY_EXAMPLE, HistorySchema } from "./history-schema.ts";
import { type OverviewDependencies, readOverview } from "./overview.ts";
import { OVERVIEW_EXAMPLE, OverviewSchema } from "./schema.ts";

/** `/v1/overview`: how everything an organisation has is doing, in one answer. */
export function overviewRoutes(http: Http, dependencies: OverviewDependencies) {
  return new Elysia()
    .use(http)
    .get("/v1/overview", ({ caller }) => readOverview(dependencies, caller), {
      permission: "channels:read",
      detail: documented({
        operation: "getOverview",
        summary: "Get an overview of channels, lanes and endpoints",
        description:
          "Channels, what waits in their lanes, what went through in the last minute, the state of webhooks, and recent failures. Counts stop at 10,000 items for each lane, fewer if there are many lanes. `waypost top` shows it.",
        responses: {
          200: { description: "As of now", schema: OverviewSchema, example: OVERVIEW_EXAMPLE },
        },
      }),
    })
    .get(
      "/v1/overview/history",
      ({ caller, query }) =>
        readHistory(dependencies.reading, caller, {
          over: query.over ?? "hour",
          channelId: query.channel_id,
        }),
      {
        permission: "messages:read",
        query: HistoryQuery,
        detail: documented({
          operation: "getOverviewHistory",
          summary: "Get what went through over an hour, a day or a month",
          description:
            "Messages in and out, failures by reason, how long messages waited, and webhooks, in steps of a minute, a quarter hour or six hours. Counted every few seconds from the log of events, for as long as 62 days. `waypost traffic` shows it.",
          errors: [404],
          responses: {
            200: { description: "One point for each step", schema: HistorySchema, example: HISTORY_EXAMPLE },
          },
        }),
      },
    );
}

const HistoryQuery = Type.Object({
  over: Type.Optional(
    Type.Union(
      ["hour", "day", "month"].map((over) => Type.Literal(over as Over)),
      { default: "hour" },
    ),
  ),
  channel_id: Type.Optional(Type.String({ maxLength: 64, description: "Only this channel" })),
});
