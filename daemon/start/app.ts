import { Elysia } from "elysia";
import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import type { Replica } from "../../db/connection/replica.ts";
import type { InboundBacklog } from "../../db/inbound/inbound.ts";
import { auditRoutes } from "../auth/audit-routes.ts";
import type { Authenticator } from "../auth/authenticate.ts";
import { invitationRoutes } from "../auth/invitation-routes.ts";
import { loginRoutes } from "../auth/login-routes.ts";
import { loginsRoutes } from "../auth/logins-routes.ts";
import { createPasswords } from "../auth/password.ts";
import { keyRoutes } from "../auth/routes.ts";
import { createThrottle } from "../auth/throttle.ts";
import { userRoutes } from "../auth/user-routes.ts";
import type { RateCard } from "../broadcasts/rate-card.ts";
import { broadcastRoutes } from "../broadcasts/routes.ts";
import type { SessionAnswers } from "../channels/asking/answers.ts";
import { presenceRoutes } from "../channels/asking/presence-routes.ts";
import type { ChannelCache } from "../channels/cache.ts";
import { channelHealthRoutes } from "../channels/health/routes.ts";
import { limitRoutes } from "../channels/limit-routes.ts";
import { lookupRoutes } from "../channels/lookup-routes.ts";
import { passkeyRoutes } from "../channels/passkey/routes.ts";
import { channelRoutes } from "../channels/routes.ts";
import { sessionRoutes } from "../channels/session-routes.ts";
import type { Role } from "../config/roles.ts";
import { contactRoutes } from "../contacts/routes.ts";
import { contactSettingsRoutes } from "../contacts/settings-routes.ts";
import type { Activity } from "../conversations/activity/activity.ts";
import { conversationRoutes } from "../conversations/routes.ts";
import { inboxRuleRoutes } from "../conversations/rules/routes.ts";
import { crmRoutes } from "../crm/routes.ts";
import { deviceRoutes } from "../device-login/device-routes.ts";
import { docsRoutes } from "../docs/routes.ts";
import type { EgressGuard } from "../egress/guard.ts";
import { describeEvents } from "../events/documentation.ts";
import { eventRoutes } from "../events/routes.ts";
import type { EventTail } from "../events/tail.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { tryProxies } from "../gateway/number/try-proxies.ts";
import { createTunnels } from "../gateway/number/tunnels.ts";
import { groupRoutes } from "../groups/routes.ts";
import { diagnosticsRoutes } from "../health/diagnostics-routes.ts";
import type { Metrics } from "../health/metrics.ts";
import type { OutsideUrls } from "../health/outside-hosts.ts";
import type { Parts } from "../health/readiness.ts";
import type { Room } from "../health/room.ts";
import { healthRoutes } from "../health/routes.ts";
import { servingOf } from "../http/listening.ts";
import type { RequestObserver } from "../http/observer.ts";
import type { DescribedRoute } from "../http/openapi/openapi.ts";
import { createCursors } from "../http/paging.ts";
import type { Reading } from "../http/reading.ts";
import { createSenderReader } from "../http/sender.ts";
import { createHttp } from "../http/server.ts";
import { createApiGuard } from "../http/without-api.ts";
import { exportRoutes } from "../imports/export-routes.ts";
import { numberCheckRoutes } from "../imports/number-check-routes.ts";
import { importRoutes } from "../imports/routes.ts";
import { failedInboundRoutes } from "../inbound/failed-routes.ts";
import type { InboundWork } from "../inbound/process/process.ts";
import { type InboundDependencies, inboundRoutes } from "../inbound/routes.ts";
import { createSignatureGuard } from "../inbound/signed.ts";
import type { Limits } from "../limits/limits.ts";
import { createRequestNotes } from "../logs/notes.ts";
import type { RequestLog } from "../logs/request-log.ts";
import { logRoutes } from "../logs/routes.ts";
import { mcpRoutes } from "../mcp/routes.ts";
import { openUploadedFile } from "../media/outgoing/uploaded-file.ts";
import { type MediaDependencies, mediaRoutes } from "../media/routes.ts";
import type { MediaStore } from "../media/stores/store.ts";
import { resumableRoutes } from "../media/uploads/resumable/routes.ts";
import { messageRoutes } from "../messages/routes.ts";
import type { SendRouteDependencies } from "../messages/send-routes.ts";
import type { TemplateDefinitions } from "../messages/template-definitions.ts";
import { onboardingRoutes } from "../onboarding/routes.ts";
import { sandboxNumberRoutes } from "../onboarding/sandbox-routes.ts";
import { orderRoutes } from "../orders/routes.ts";
import { organizationRoutes } from "../organizations/routes.ts";
import { overviewRoutes } from "../overview/routes.ts";
import { loginLinkRoutes } from "../page/links/login-link-routes.ts";
import { pairingLinkRoutes } from "../page/links/pairing-link-routes.ts";
import { pairingPageRoutes } from "../page/links/pairing-page-routes.ts";
import { passkeyPageRoutes } from "../page/links/passkey-page-routes.ts";
import { asksForPage, createShell, isPagePath, pageRoutes } from "../page/routes.ts";
import type { Providers } from "../providers/provider.ts";
import { quickReplyImportRoutes } from "../quick-replies/import/routes.ts";
import { quickReplyRoutes } from "../quick-replies/routes.ts";
import type { Secrets } from "../secrets/envelope.ts";
import type { AccountTemplates } from "../templates/account-templates.ts";
import { templateRoutes } from "../templates/routes.ts";
import { timelineRoutes } from "../timeline/routes.ts";
import { webhookRoutes } from "../webhooks/routes.ts";

/** Everything the API is made of; who makes it is in daemon.ts. */
export type AppDependencies = Pick<SendRouteDependencies, "accept" | "rateCards"> & {
  sql: Sql;
  reading: Reading;
  log: Logger;
  secrets: Secrets;
  authenticator: Authenticator;
  channels: ChannelCache;
  templates: TemplateDefinitions;
  accountTemplates: AccountTemplates;
  providers: Providers;
  gateway: Pick<Gateway, "prepare">;
  answers: SessionAnswers;
  guard: EgressGuard;
  media: MediaStore;
  uploads: MediaDependencies["uploads"];
  metrics: Metrics;
  drift: InboundDependencies["drift"];
  tail: EventTail;
  activity: Activity;
  appSecret: string | undefined;
  verifyToken: string | undefined;
  cell?: string | undefined;
  storeInbound: InboundWork["store"];
  roles: readonly Role[];
  parts: () => Parts;
  missingRoles: () => Promise<Role[]>;
  backlog: () => Promise<InboundBacklog>;
  isServing: () => boolean;
  room: Room;
  fileRoom: Room;
  rateCard: RateCard | null;
  limits: Limits;
  requestLog: RequestLog;
  databaseHosts: number;
  replica: Pick<Replica, "facts"> | null;
  outside: OutsideUrls & { sandbox: boolean; home: string; organizationMediaGb: number };
  /** Whether the page is served. */
  page: "on" | "off";
  transport: { behindProxy: boolean; isTls: boolean; requestSeconds: number; publicUrl?: string | undefined };
};

/** The HTTP API: every resource's routes on one base. */
export function createApp(dependencies: AppDependencies) {
  const { sql, authenticator, log, metrics, secrets, limits, requestLog, transport } = dependencies;
  const senderOf = createSenderReader(transport.behindProxy, transport.isTls);
  const observers: RequestObserver[] = [
    {
      completed: ({ method }, { route, status, durationMs }) =>
        metrics.answered(method, route, status, durationMs / 1000),
    },
    {
      failed: (_, { extras: { cause } }) => {
        dependencies.room.note(cause);
        dependencies.fileRoom.note(cause);
      },
    },
    createRequestNotes(authenticator, senderOf, requestLog),
  ];
  const routes = (): readonly DescribedRoute[] => app.routes.filter(({ path }) => !isPagePath(path));
  const http = createHttp({
    ...{ sql, secrets, guard: authenticator, log, routes, senderOf, limits, observers },
    headers: dependencies.outside.sandbox ? { "waypost-sandbox": "true" } : {},
    refuseUnsigned: createSignatureGuard(dependencies.appSecret),
    refuseElsewhere: createApiGuard(dependencies.roles),
    requestSeconds: transport.requestSeconds,
    isServing: dependencies.isServing,
  });
  const cursors = createCursors(secrets.derive("cursors"));
  const canConvert = () => dependencies.uploads.converter.findFfmpeg() !== null;
  const tunnels = createTunnels(secrets, dependencies.guard);
  const { webSocketUrl } = dependencies.outside;
  const shared = {
    ...dependencies,
    ...{ cursors, canConvert },
    tryProxies: (organizationId: string) => tryProxies({ sql, tunnels, webSocketUrl }, organizationId),
    senderOf,
    publicUrl: transport.publicUrl,
    pepper: secrets.derive("api keys"),
    tokenPepper: secrets.derive("tokens"),
    passwords: createPasswords(),
    throttle: createThrottle(sql),
  };
  const openFile = openUploadedFile.bind(null, { sql, store: dependencies.media });
  const listing = (name: string) => ({ ...shared, cursors: cursors.of(name) });
  // some by themselves: the compiler gives up on too long a chain
  const numbers = new Elysia()
    .use(channelRoutes(http, listing("channels")))
    .use(sessionRoutes(http, shared))
    .use(passkeyRoutes(http, shared))
    .use(lookupRoutes(http, shared))
    .use(presenceRoutes(http, shared))
    .use(groupRoutes(http, shared))
    .use(limitRoutes(http, shared))
    .use(channelHealthRoutes(http, shared));
  const links = new Elysia()
    .use(loginLinkRoutes(http, shared))
    .use(pairingLinkRoutes(http, listing("pairing links")))
    .use(pairingPageRoutes(http, shared))
    .use(passkeyPageRoutes(http, shared));
  const shell = createShell(dependencies.outside.sandbox);
  const pageFor = (request: Request, plain: string) =>
    dependencies.page === "on" && asksForPage(request) ? shell(request, plain) : null;
  const access = new Elysia()
    .use(keyRoutes(http, listing("keys")))
    .use(loginRoutes(http, shared))
    .use(organizationRoutes(http, shared))
    .use(loginsRoutes(http, listing("logins")))
    .use(links)
    .use(deviceRoutes(http, { ...shared, pageFor }))
    .use(userRoutes(http, listing("users")))
    .use(invitationRoutes(http, listing("invitations")))
    .use(auditRoutes(http, listing("audit")));
  const selling = new Elysia()
    .use(orderRoutes(http, listing("orders")))
    .use(broadcastRoutes(http, { ...listing("broadcasts"), openFile }));
  // leaves unknown fields out; Elysia's own way makes {"0":"x"} of "x" and {} of [], where an object is expected
  const app = new Elysia({ serve: servingOf(log, transport), normalize: "typebox" })
    .use(http)
    .use(docsRoutes({ routes, webhooks: describeEvents }))
    .use(healthRoutes(http, shared))
    .use(diagnosticsRoutes(http, shared))
    .use(overviewRoutes(http, shared))
    .use(numbers)
    .use(new Elysia().use(onboardingRoutes(http, shared)).use(sandboxNumberRoutes(http, shared)))
    .use(templateRoutes(http, { ...listing("templates"), openFile }))
    .use(messageRoutes(http, listing("messages")))
    .use(timelineRoutes(http, shared))
    .use(conversationRoutes(http, listing("conversations")))
    .use(quickReplyRoutes(http, listing("quick replies")))
    .use(quickReplyImportRoutes(http))
    .use(contactRoutes(http, listing("contacts")))
    .use(contactSettingsRoutes(http, shared))
    .use(inboxRuleRoutes(http, shared))
    .use(webhookRoutes(http, listing("deliveries")))
    .use(eventRoutes(http, listing("events")))
    .use(logRoutes(http, shared))
    .use(access)
    .use(mediaRoutes(http, listing("media")))
    .use(resumableRoutes(http, { ...listing("uploads"), ...dependencies.uploads }))
    .use(importRoutes(http, listing("imports")))
    .use(numberCheckRoutes(http, shared))
    .use(exportRoutes(http, shared))
    .use(crmRoutes(http, listing("crm")))
    .use(selling)
    .use(failedInboundRoutes(http, listing("inbound")))
    .use(inboundRoutes(http, shared));
  // not part of what clients are typed from
  app.use(mcpRoutes(http, { ...shared, routes, handle: (request) => app.handle(request) }));
  if (dependencies.page === "on") app.use(pageRoutes({ routes, shell }));
  return app;
}

/** The API's type: what the CLI's client is typed from. */
export type App = ReturnType<typeof createApp>;
