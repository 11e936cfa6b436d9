import { Elysia } from "elysia";
import type { Http } from "../http/server.ts";
import { deliveryRoutes } from "./delivery-routes.ts";
import { endpointActions } from "./endpoint-actions.ts";
import { type EndpointDependencies, endpointRoutes } from "./endpoint-routes.ts";
import { resendRoutes } from "./resend-routes.ts";

/** `/v1/settings/developer/webhooks`: the endpoints that events are delivered to, and every attempt. */
export function webhookRoutes(
  http: Http,
  dependencies: EndpointDependencies & Parameters<typeof deliveryRoutes>[1],
) {
  return new Elysia()
    .use(endpointRoutes(http, dependencies))
    .use(endpointActions(http, dependencies))
    .use(deliveryRoutes(http, dependencies))
    .use(resendRoutes(http, dependencies));
}
