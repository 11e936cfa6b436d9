import { Elysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { answerCostRoute } from "./answer-route.ts";
import { forecastRoute } from "./forecast/routes.ts";
import { rateCardRoutes } from "./rate-card/routes.ts";
import type { RateCards } from "./rates/rate-cards.ts";

export type CostDependencies = { sql: Sql; reading: Reading; rateCards: RateCards };

/** What messages cost. */
export function costRoutes(http: Http, dependencies: CostDependencies) {
  return new Elysia()
    .use(rateCardRoutes(http, dependencies))
    .use(answerCostRoute(http, dependencies))
    .use(forecastRoute(http, dependencies));
}
