import { Elysia } from "elysia";
import { documented } from "../http/openapi/documentation.ts";
import type { Http } from "../http/server.ts";
import { type OverviewDependencies, readOverview } from "./overview.ts";
import { OVERVIEW_EXAMPLE, OverviewSchema } from "./schema.ts";

/** `/v1/overview`: how everything an organisation has is doing, in one answer. */
export function overviewRoutes(http: Http, dependencies: OverviewDependencies) {
  return new Elysia().use(http).get("/v1/overview", ({ caller }) => readOverview(dependencies, caller), {
    permission: "channels:read",
    detail: documented({
      tags: ["Health"],
      operation: "getOverview",
      summary: "Get an overview of channels, lanes and endpoints",
      description:
        "Channels, what waits in their lanes, what went through in the last minute, the state of webhooks, and recent failures. Counts stop at 10,000 items for each lane, fewer if there are many lanes. `waypost top` shows it.",
      responses: {
        200: { description: "As of now", schema: OverviewSchema, example: OVERVIEW_EXAMPLE },
      },
    }),
  });
}
