import { Elysia } from "elysia";
import type { Http } from "../http/server.ts";
import { commentRoutes } from "./comment-routes.ts";
import { listRoutes } from "./list-routes.ts";
import { pipelineRoutes } from "./pipeline-routes.ts";
import { type CrmDependencies, recordRoutes } from "./record-routes.ts";
import { relationshipRoutes } from "./relationship-routes.ts";

/** `/v1/crm`: records, and what is said, listed and linked of them. */
export function crmRoutes(http: Http, dependencies: CrmDependencies) {
  return new Elysia()
    .use(recordRoutes(http, dependencies))
    .use(commentRoutes(http, dependencies))
    .use(relationshipRoutes(http, dependencies))
    .use(pipelineRoutes(http, dependencies))
    .use(listRoutes(http, dependencies));
}
