import { Elysia } from "elysia";
import { invoiceRoutes } from "../../costs/invoice/routes.ts";
import { costRoutes } from "../../costs/routes.ts";
import { crmRoutes } from "../../crm/routes.ts";
import { docsRoutes } from "../../docs/routes.ts";
import { describeEvents } from "../../events/documentation.ts";
import { eventRoutes } from "../../events/routes.ts";
import { FRONTS } from "../../fronts/fronts.ts";
import { diagnosticsRoutes } from "../../health/diagnostics-routes.ts";
import { healthRoutes } from "../../health/routes.ts";
import { createNameGuard, servingOf } from "../../http/listening.ts";
import type { RequestObserver } from "../../http/observer.ts";
import type { DescribedRoute } from "../../http/openapi/openapi.ts";
import { createHttp, type Http } from "../../http/server.ts";
import { createApiGuard } from "../../http/without-api.ts";
import { failedInboundRoutes } from "../../inbound/failed-routes.ts";
import { inboundRoutes } from "../../inbound/routes.ts";
import { createSignatureGuard } from "../../inbound/signed.ts";
import { createRequestNotes } from "../../logs/notes.ts";
import { logRoutes } from "../../logs/routes.ts";
import { mcpRoutes } from "../../mcp/routes.ts";
import { challenging } from "../../oauth/challenge.ts";
import { oauthRoutes } from "../../oauth/routes.ts";
import { overviewRoutes } from "../../overview/routes.ts";
import { asksForPage, createShell, isPagePath, pageRoutes } from "../../page/routes.ts";
import { createCarry } from "../../webhooks/forms/carry.ts";
import { webhookRoutes } from "../../webhooks/routes.ts";
import type { AppDependencies } from "../types/app-dependencies.ts";
import { accessRoutes } from "./access-routes.ts";
import { type Common, commonOf } from "./common.ts";
import { fileRoutes } from "./file-routes.ts";
import { messagingRoutes } from "./messaging-routes.ts";
import { numberRoutes } from "./number-routes.ts";
import { sellingRoutes } from "./selling-routes.ts";

/** The HTTP API: every resource's routes on one base. */
export function createApp(dependencies: AppDependencies) {
  const common = commonOf(dependencies);
  const { shared, listing } = common;
  const hasPage = dependencies.page === "on";
  const routes = (): readonly DescribedRoute[] => app.routes.filter(({ path }) => !isPagePath(path));
  const http = httpOf(shared, routes);
  const shell = createShell(dependencies.outside);
  const pageFor = (request: Request, plain: string) =>
    hasPage && asksForPage(request) ? shell(request, plain) : null;
  // in groups: the compiler gives up on too long a chain.
  // leaves unknown fields out; Elysia's own way makes {"0":"x"} of "x" and {} of [], where an object is expected
  const app = new Elysia({ serve: servingOf(dependencies.log, dependencies.transport), normalize: "typebox" })
    .use(http)
    .use(docsRoutes({ routes, webhooks: describeEvents }))
    .use(healthRoutes(http, shared))
    .use(diagnosticsRoutes(http, shared))
    .use(overviewRoutes(http, shared))
    .use(costRoutes(http, shared))
    .use(invoiceRoutes(http, shared))
    .use(numberRoutes(http, common))
    .use(messagingRoutes(http, common))
    .use(webhookRoutes(http, listing("deliveries")))
    .use(eventRoutes(http, { ...listing("events"), carry: createCarry(shared) }))
    .use(logRoutes(http, shared))
    .use(accessRoutes(http, common, pageFor))
    .use(fileRoutes(http, common))
    .use(crmRoutes(http, listing("crm")))
    .use(sellingRoutes(http, common))
    .use(failedInboundRoutes(http, listing("inbound")))
    .use(inboundRoutes(http, shared));
  // not part of what clients are typed from
  const handle = (request: Request): Promise<Response> => app.handle(request);
  app.use(mcpRoutes(http, { ...shared, routes, handle }));
  for (const front of FRONTS) app.use(front.routes(http, { ...shared, handle }));
  if (hasPage) app.use(oauthRoutes(http, shared)).use(pageRoutes({ routes, shell }));
  return app;
}

/** What every route goes through: who asks, whether they may, and what is noted of it. */
function httpOf(shared: Common["shared"], routes: () => readonly DescribedRoute[]): Http {
  const { sql, authenticator, log, metrics, secrets, limits, requestLog, senderOf, room, fileRoom } = shared;
  const observers: RequestObserver[] = [
    {
      completed: ({ method }, { route, status, durationMs }) =>
        metrics.answered(method, route, status, durationMs / 1000),
    },
    {
      failed: (_, { extras: { cause } }) => {
        room.note(cause);
        fileRoom.note(cause);
      },
    },
    createRequestNotes(authenticator, senderOf, requestLog),
    shared.readNotes.observer,
  ];
  const elsewhere = [createNameGuard(shared.transport.isForLoopback), createApiGuard(shared.roles)];
  return createHttp({
    ...{ sql, secrets, log, routes, senderOf, limits, observers, fronts: FRONTS },
    guard: shared.page === "on" ? challenging(authenticator, shared.addressesOf) : authenticator,
    headers: shared.outside.sandbox ? { "waypost-sandbox": "true" } : {},
    refuseUnsigned: createSignatureGuard(shared.appSecret),
    refuseElsewhere: (request) => elsewhere.forEach((refuse) => void refuse(request)),
    requestSeconds: shared.transport.requestSeconds,
    isServing: shared.isServing,
  });
}

/** The API's type: what the CLI's client is typed from. */
export type App = ReturnType<typeof createApp>;
