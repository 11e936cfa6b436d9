import { findPortfolioUse } from "../../db/channels/portfolios.ts";
import type { Sql } from "../../db/connection/client.ts";
import { shareOpen } from "./audience/window.ts";
import type { Plan } from "./plan/plan.ts";
import type { Route } from "./template/definition.ts";

const DAY_SECONDS = 24 * 3600;

/** How many seconds a broadcast to so many people takes at the pace and within the limits that hold now. */
export async function estimateSeconds(
  sql: Sql,
  { window, rate_per_second }: Plan,
  routes: readonly Route[],
  people: number,
): Promise<number> {
  const allowed = routes.reduce((sum, { channel, platform }) => sum + perSecond(platform, channel), 0);
  const pace = Math.min(rate_per_second ?? Infinity, allowed);
  const open = window === null ? 1 : shareOpen(window);
  return Math.ceil(Math.max(people / pace / open, await limitedSeconds(sql, routes, people)));
}

/** Without a limit of the platform, all is sent at once. */
function perSecond(platform: Route["platform"], channel: Route["channel"]): number {
  return platform.throughputOf?.(channel).per_second || Infinity;
}

/** As many as there is room for go today, and the limit's worth on each of the days that follow. */
async function limitedSeconds(sql: Sql, [route]: readonly Route[], people: number): Promise<number> {
  if (route === undefined) return 0;
  const use = await findPortfolioUse(sql, route.channel.organization_id, route.channel.id);
  const limit = use?.messaging_limit ?? null;
  if (use === null || limit === null || limit <= 0) return 0;
  const later = people - Math.max(0, limit - use.used);
  return Math.max(0, Math.ceil(later / limit)) * DAY_SECONDS;
}
