import { Elysia } from "elysia";
import { auditExportRoute } from "../../audit-export/routes.ts";
import { auditHeadRoute } from "../../auth/audit-chain/head-route.ts";
import { auditRoutes } from "../../auth/audit-routes.ts";
import { loginFactorRoute } from "../../auth/factors/login-factor-route.ts";
import { resetFactorsRoute } from "../../auth/factors/reset-route.ts";
import { factorRoutes } from "../../auth/factors/routes.ts";
import { stepUpRoute } from "../../auth/factors/step-up-route.ts";
import { invitationRoutes } from "../../auth/invitation-routes.ts";
import { loginRoutes } from "../../auth/login-routes.ts";
import { loginsRoutes } from "../../auth/logins-routes.ts";
import { passkeyLoginRoutes, passkeyRoutes } from "../../auth/passkeys/routes.ts";
import { keyRoutes } from "../../auth/routes.ts";
import { userRoutes } from "../../auth/user-routes.ts";
import { deviceRoutes } from "../../device-login/device-routes.ts";
import type { Http } from "../../http/server.ts";
import { createConnections } from "../../login-provider/connection.ts";
import { loginProviderRoutes } from "../../login-provider/routes.ts";
import { MESSAGE_TYPES } from "../../message-types/message-type.ts";
import { consentRoutes } from "../../oauth/consent-routes.ts";
import { retentionRoutes } from "../../organizations/retention-routes.ts";
import { organizationRoutes } from "../../organizations/routes.ts";
import { organizationSettingsRoutes } from "../../organizations/settings-routes.ts";
import { loginLinkRoutes } from "../../page/links/login-link-routes.ts";
import { pairingLinkRoutes } from "../../page/links/pairing-link-routes.ts";
import { pairingPageRoutes } from "../../page/links/pairing-page-routes.ts";
import { passkeyPageRoutes } from "../../page/links/passkey-page-routes.ts";
import { providerBrowserRoutes } from "../../provider-login/browser-routes.ts";
import { providerLogoutRoute } from "../../provider-login/logout-route.ts";
import { pushRoutes } from "../../push/routes.ts";
import type { Common } from "./common.ts";

/** Who gets in, by what, and what they did. `pageFor` has the page in place of a plain answer, for browsers. */
export function accessRoutes(
  http: Http,
  { shared, listing }: Common,
  pageFor: (request: Request, plain: string) => Promise<Response> | null,
) {
  const guards = {
    messageTypes: MESSAGE_TYPES,
    currency: shared.rateCards.currency,
    mayAsk: (platform: string) =>
      Object.entries(shared.providers).some(([name, one]) => name === platform && !one?.hasTypedChoices),
  };
  const links = new Elysia()
    .use(loginLinkRoutes(http, shared))
    .use(pairingLinkRoutes(http, listing("pairing links")))
    .use(pairingPageRoutes(http, shared))
    .use(passkeyPageRoutes(http, shared));
  const factors = new Elysia()
    .use(loginFactorRoute(http, shared))
    .use(passkeyRoutes(http, shared))
    .use(passkeyLoginRoutes(http, shared))
    .use(factorRoutes(http, shared))
    .use(stepUpRoute(http, shared))
    .use(resetFactorsRoute(http, shared));
  const byProvider = { ...shared, connections: createConnections(shared) };
  return new Elysia()
    .use(keyRoutes(http, { ...listing("keys"), ...guards }))
    .use(loginRoutes(http, shared))
    .use(factors)
    .use(organizationRoutes(http, shared))
    .use(organizationSettingsRoutes(http, shared))
    .use(retentionRoutes(http, shared))
    .use(
      new Elysia()
        .use(loginProviderRoutes(http, byProvider))
        .use(providerBrowserRoutes(http, byProvider))
        .use(providerLogoutRoute(http, byProvider)),
    )
    .use(loginsRoutes(http, listing("logins")))
    .use(pushRoutes(http, shared))
    .use(links)
    .use(deviceRoutes(http, { ...shared, pageFor }))
    .use(userRoutes(http, listing("users")))
    .use(invitationRoutes(http, listing("invitations")))
    .use(consentRoutes(http, { ...shared, ...guards }))
    .use(
      new Elysia()
        .use(auditRoutes(http, listing("audit")))
        .use(auditHeadRoute(http, shared))
        .use(auditExportRoute(http, shared)),
    );
}
