import { Elysia } from "elysia";
import { approvalRoutes } from "../../approvals/routes.ts";
import { broadcastRoutes } from "../../broadcasts/routes.ts";
import { budgetRoutes } from "../../budgets/routes.ts";
import { costSumRoutes } from "../../costs/sums/routes.ts";
import type { Http } from "../../http/server.ts";
import { orderRoutes } from "../../orders/routes.ts";
import type { Common } from "./common.ts";

/** What is sold, and what messages cost. */
export function sellingRoutes(http: Http, { listing, openFile }: Common) {
  return new Elysia()
    .use(orderRoutes(http, listing("orders")))
    .use(broadcastRoutes(http, { ...listing("broadcasts"), openFile }))
    .use(costSumRoutes(http, listing("costs")))
    .use(budgetRoutes(http, listing("budgets")))
    .use(approvalRoutes(http, listing("approvals")));
}
