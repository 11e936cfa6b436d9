import { Elysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import type { Http } from "../http/server.ts";
import { answerCostRoute } from "./answer-route.ts";
import { rateCardRoutes } from "./rate-card/routes.ts";
import type { RateCards } from "./rates/rate-cards.ts";
import { costSettingsRoutes } from "./settings-routes.ts";

export type CostDependencies = { sql: Sql; rateCards: RateCards };

/** What messages cost, and what it is counted in. */
export function costRoutes(http: Http, dependencies: CostDependencies) {
  return new Elysia()
    .use(rateCardRoutes(http, dependencies))
    .use(costSettingsRoutes(http, dependencies))
    .use(answerCostRoute(http, dependencies));
}
