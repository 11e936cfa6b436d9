import { Elysia } from "elysia";
import type { Http } from "../http/server.ts";
import { commentRoutes } from "./comment-routes.ts";
import { listRoutes } from "./list-routes.ts";
import { pipelineRoutes } from "./pipeline-routes.ts";
import { type CrmDependencies, recordRoutes } from "./record-routes.ts";
import { relationshipRoutes } from "./relationship-routes.ts";

/** `/v1/crm`: records, their comments, lists and relationships. */
export function crmRoutes(http: Http, { sql, reading, cursors }: CrmDependencies) {
  const listing = (name: string) => ({ sql, reading, cursors: cursors.of(name) });
  return new Elysia()
    .use(recordRoutes(http, listing("records")))
    .use(commentRoutes(http, listing("comments")))
    .use(relationshipRoutes(http, listing("relationships")))
    .use(pipelineRoutes(http, listing("pipelines")))
    .use(listRoutes(http, listing("lists")));
}
