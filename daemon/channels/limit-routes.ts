import { Elysia } from "elysia";
import { findChannel } from "../../db/channels/channels.ts";
import { findPortfolioUse } from "../../db/channels/portfolios.ts";
import type { Sql } from "../../db/connection/client.ts";
import { pauseLeft } from "../../db/lanes/lanes.ts";
import { findMarketingHolds } from "../../db/messages/marketing-holds.ts";
import { openedSince } from "../../db/whatsapp-web/messages.ts";
import { mayUseChannel } from "../http/caller.ts";
import { found } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import type { Providers } from "../providers/provider.ts";
import { LimitsSchema, showLimits } from "./limits.ts";

const DAY_MS = 24 * 3600_000;

/** `/v1/channels/{id}/limits`: what a channel may send, and what of it is used. */
export function limitRoutes(http: Http, { sql, providers }: { sql: Sql; providers: Providers }) {
  return new Elysia({ prefix: "/v1/channels" }).use(http).get(
    "/:id/limits",
    async ({ caller, params }) => {
      const { organizationId } = caller;
      const isTheirs = mayUseChannel(caller, params.id);
      const channel = found(isTheirs ? await findChannel(sql, organizationId, params.id) : null, "channel");
      const lane = { organizationId, kind: "channel", laneId: channel.id };
      const since = new Date(Date.now() - DAY_MS);
      return showLimits(channel, providers[channel.platform], {
        portfolio: await findPortfolioUse(sql, organizationId, channel.id),
        opened: await openedSince(sql, { organizationId, channelId: channel.id }, since),
        marketing: await findMarketingHolds(sql, { organizationId, channelId: channel.id }),
        pausedMs: await pauseLeft(sql, lane),
        now: new Date(),
      });
    },
    {
      permission: "channels:read",
      params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
      detail: documented({
        operation: "getChannelLimits",
        summary: "Get a channel's limits",
        description:
          "How fast the channel sends, how many people it may still write to first, and what WhatsApp holds it back from. Meta's limits are read with each check of the number and changed by Meta's webhooks.",
        shows: LimitsSchema,
      }),
    },
  );
}
