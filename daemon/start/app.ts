import { Elysia } from "elysia";
import { approvalRoutes } from "../approvals/routes.ts";
import { auditRoutes } from "../auth/audit-routes.ts";
import { invitationRoutes } from "../auth/invitation-routes.ts";
import { loginRoutes } from "../auth/login-routes.ts";
import { loginsRoutes } from "../auth/logins-routes.ts";
import { createPasswords } from "../auth/password.ts";
import { keyRoutes } from "../auth/routes.ts";
import { createThrottle } from "../auth/throttle.ts";
import { userRoutes } from "../auth/user-routes.ts";
import { broadcastRoutes } from "../broadcasts/routes.ts";
import { budgetRoutes } from "../budgets/routes.ts";
import { callPermissionRoutes } from "../channels/asking/call-permission-routes.ts";
import { presenceRoutes } from "../channels/asking/presence-routes.ts";
import { channelHealthRoutes } from "../channels/health/routes.ts";
import { limitRoutes } from "../channels/limit-routes.ts";
import { lookupRoutes } from "../channels/lookup-routes.ts";
import { passkeyRoutes } from "../channels/passkey/routes.ts";
import { channelRoutes } from "../channels/routes.ts";
import { sessionRoutes } from "../channels/session-routes.ts";
import { usernameRoutes } from "../channels/usernames/routes.ts";
import { contactRoutes } from "../contacts/routes.ts";
import { contactSettingsRoutes } from "../contacts/settings-routes.ts";
import { conversationRoutes } from "../conversations/routes.ts";
import { inboxRuleRoutes } from "../conversations/rules/routes.ts";
import { invoiceRoutes } from "../costs/invoice/routes.ts";
import { costRoutes } from "../costs/routes.ts";
import { costSumRoutes } from "../costs/sums/routes.ts";
import { crmRoutes } from "../crm/routes.ts";
import { deviceRoutes } from "../device-login/device-routes.ts";
import { docsRoutes } from "../docs/routes.ts";
import { describeEvents } from "../events/documentation.ts";
import { eventRoutes } from "../events/routes.ts";
import { tryProxies } from "../gateway/number/try-proxies.ts";
import { createTunnels } from "../gateway/number/tunnels.ts";
import { groupRoutes } from "../groups/routes.ts";
import { diagnosticsRoutes } from "../health/diagnostics-routes.ts";
import { healthRoutes } from "../health/routes.ts";
import { servingOf } from "../http/listening.ts";
import type { RequestObserver } from "../http/observer.ts";
import type { DescribedRoute } from "../http/openapi/openapi.ts";
import { createCursors } from "../http/paging.ts";
import { createSenderReader } from "../http/sender.ts";
import { createHttp } from "../http/server.ts";
import { createApiGuard } from "../http/without-api.ts";
import { exportRoutes } from "../imports/export-routes.ts";
import { numberCheckRoutes } from "../imports/number-check-routes.ts";
import { importRoutes } from "../imports/routes.ts";
import { failedInboundRoutes } from "../inbound/failed-routes.ts";
import { inboundRoutes } from "../inbound/routes.ts";
import { createSignatureGuard } from "../inbound/signed.ts";
import { createRequestNotes } from "../logs/notes.ts";
import { logRoutes } from "../logs/routes.ts";
import { mcpRoutes } from "../mcp/routes.ts";
import { openUploadedFile } from "../media/outgoing/uploaded-file.ts";
import { mediaRoutes } from "../media/routes.ts";
import { resumableRoutes } from "../media/uploads/resumable/routes.ts";
import { MESSAGE_TYPES } from "../message-types/message-type.ts";
import { messageRoutes } from "../messages/routes.ts";
import { createAddressReader } from "../oauth/addresses.ts";
import { challenging } from "../oauth/challenge.ts";
import { consentRoutes } from "../oauth/consent-routes.ts";
import { createDocuments } from "../oauth/documents.ts";
import { oauthRoutes } from "../oauth/routes.ts";
import { findMissingFields } from "../onboarding/missing-fields.ts";
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
import { quickReplyImportRoutes } from "../quick-replies/import/routes.ts";
import { quickReplyRoutes } from "../quick-replies/routes.ts";
import { templateRoutes } from "../templates/routes.ts";
import { timelineRoutes } from "../timeline/routes.ts";
import { webhookRoutes } from "../webhooks/routes.ts";
import type { AppDependencies } from "./types/app-dependencies.ts";

/** The HTTP API: every resource's routes on one base. */
export function createApp(dependencies: AppDependencies) {
  const { sql, authenticator, log, metrics, secrets, limits, requestLog, transport } = dependencies;
  const senderOf = createSenderReader(transport.behindProxy, transport.isTls);
  const addressesOf = createAddressReader(senderOf, transport.publicUrl);
  const hasPage = dependencies.page === "on";
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
    ...{ sql, secrets, log, routes, senderOf, limits, observers },
    guard: hasPage ? challenging(authenticator, addressesOf) : authenticator,
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
    missingFields: () => findMissingFields(dependencies.providers),
    senderOf,
    addressesOf,
    publicUrl: transport.publicUrl,
    pepper: secrets.derive("api keys"),
    tokenPepper: secrets.derive("tokens"),
    passwords: createPasswords(),
    throttle: createThrottle(sql),
    documents: createDocuments(dependencies.guard),
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
    .use(new Elysia().use(groupRoutes(http, shared)).use(callPermissionRoutes(http, shared)))
    .use(new Elysia().use(limitRoutes(http, shared)).use(usernameRoutes(http, shared)))
    .use(channelHealthRoutes(http, shared));
  const links = new Elysia()
    .use(loginLinkRoutes(http, shared))
    .use(pairingLinkRoutes(http, listing("pairing links")))
    .use(pairingPageRoutes(http, shared))
    .use(passkeyPageRoutes(http, shared));
  const shell = createShell(dependencies.outside.sandbox);
  const pageFor = (request: Request, plain: string) =>
    hasPage && asksForPage(request) ? shell(request, plain) : null;
  const mayAsk = (platform: string) =>
    Object.entries(dependencies.providers).some(([name, one]) => name === platform && !one?.hasTypedChoices);
  const { currency } = dependencies.rateCards;
  const guards = { messageTypes: MESSAGE_TYPES, currency, mayAsk };
  const access = new Elysia()
    .use(keyRoutes(http, { ...listing("keys"), ...guards }))
    .use(loginRoutes(http, shared))
    .use(organizationRoutes(http, shared))
    .use(loginsRoutes(http, listing("logins")))
    .use(links)
    .use(deviceRoutes(http, { ...shared, pageFor }))
    .use(userRoutes(http, listing("users")))
    .use(invitationRoutes(http, listing("invitations")))
    .use(consentRoutes(http, { ...shared, ...guards }))
    .use(auditRoutes(http, listing("audit")));
  const selling = new Elysia()
    .use(orderRoutes(http, listing("orders")))
    .use(broadcastRoutes(http, { ...listing("broadcasts"), openFile }))
    .use(costSumRoutes(http, listing("costs")))
    .use(budgetRoutes(http, listing("budgets")))
    .use(approvalRoutes(http, listing("approvals")));
  // leaves unknown fields out; Elysia's own way makes {"0":"x"} of "x" and {} of [], where an object is expected
  const app = new Elysia({ serve: servingOf(log, transport), normalize: "typebox" })
    .use(http)
    .use(docsRoutes({ routes, webhooks: describeEvents }))
    .use(healthRoutes(http, shared))
    .use(diagnosticsRoutes(http, shared))
    .use(overviewRoutes(http, shared))
    .use(costRoutes(http, shared))
    .use(invoiceRoutes(http, shared))
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
  if (hasPage) app.use(oauthRoutes(http, shared)).use(pageRoutes({ routes, shell }));
  return app;
}

/** The API's type: what the CLI's client is typed from. */
export type App = ReturnType<typeof createApp>;
