import { Elysia } from "elysia";
import { callPermissionRoutes } from "../../channels/asking/call-permission-routes.ts";
import { presenceRoutes } from "../../channels/asking/presence-routes.ts";
import { channelHealthRoutes } from "../../channels/health/routes.ts";
import { labelRoutes } from "../../channels/labels/routes.ts";
import { limitRoutes } from "../../channels/limit-routes.ts";
import { lookupRoutes } from "../../channels/lookup-routes.ts";
import { passkeyRoutes } from "../../channels/passkey/routes.ts";
import { channelRoutes } from "../../channels/routes.ts";
import { sessionMoveRoutes } from "../../channels/session-move/routes.ts";
import { sessionRoutes } from "../../channels/session-routes.ts";
import { usernameRoutes } from "../../channels/usernames/routes.ts";
import { groupRoutes } from "../../groups/routes.ts";
import type { Http } from "../../http/server.ts";
import { createInbox } from "../../inbound/facts/inbox.ts";
import { customerRoutes } from "../../onboarding/customer-routes.ts";
import { onboardingRoutes } from "../../onboarding/routes.ts";
import { sandboxNumberRoutes } from "../../onboarding/sandbox-routes.ts";
import type { KeepDependencies } from "../../past/keep.ts";
import { pastRoutes } from "../../past/routes.ts";
import type { Common } from "./common.ts";

/** Channels, and what their numbers can and may do. */
export function numberRoutes(http: Http, { shared, listing }: Common) {
  return new Elysia()
    .use(channelRoutes(http, listing("channels")))
    .use(sessionRoutes(http, shared))
    .use(new Elysia().use(passkeyRoutes(http, shared)).use(sessionMoveRoutes(http, shared)))
    .use(pastRoutes(http, { ...shared, receive: receiver(shared) }))
    .use(lookupRoutes(http, shared))
    .use(presenceRoutes(http, shared))
    .use(new Elysia().use(groupRoutes(http, shared)).use(callPermissionRoutes(http, shared)))
    .use(
      new Elysia()
        .use(limitRoutes(http, shared))
        .use(usernameRoutes(http, shared))
        .use(labelRoutes(http, shared)),
    )
    .use(channelHealthRoutes(http, shared))
    .use(
      new Elysia()
        .use(onboardingRoutes(http, shared))
        .use(sandboxNumberRoutes(http, shared))
        .use(customerRoutes(http, shared)),
    );
}

/** Takes what is known of a channel as its platform's own news. */
function receiver({ takeInbound }: Common["shared"]): KeepDependencies["receive"] {
  return async ({ platform, organization_id: organizationId, id: channelId }, facts) =>
    await createInbox(platform, takeInbound)({ organizationId, channelId }, facts);
}
