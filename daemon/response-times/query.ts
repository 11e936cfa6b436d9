import { isZoneOfDatabase } from "../../db/budgets/budgets.ts";
import type { Queryable } from "../../db/connection/client.ts";
import { dayAfter } from "../../db/costs/days.ts";
import type { TimeFilter, TimeGroup } from "../../db/response-times/response-times.ts";
import { requireToo } from "../auth/require-too.ts";
import { refused } from "../contacts/refused.ts";
import { type Caller, mayUseChannel } from "../http/caller.ts";
import { notFound } from "../http/found.ts";
import { isZone } from "../lib/time/local-time.ts";
import { type Static, Type } from "../lib/typebox.ts";

const DAYS_SHOWN = 30;

const day = (description: string) =>
  Type.Optional(Type.String({ pattern: "^2\\d{3}-\\d\\d-\\d\\d$", examples: ["2026-10-01"], description }));

export const TimesQuery = Type.Object({
  group_by: Type.Optional(
    Type.Union(
      (["user", "team", "channel", "hour"] as const).map((name) => Type.Literal(name)),
      {
        default: "channel",
        description:
          "`user`: who answered or closed, API keys too; it needs `audit:read`. `hour`: of the day at which the person wrote",
      },
    ),
  ),
  from: day("The first day on which somebody answered or closed. Absent: 29 days before the last"),
  to: day("The last day. Absent: today"),
  time_zone: Type.Optional(
    Type.String({
      maxLength: 64,
      default: "UTC",
      description: "The time zone of days and hours, such as `Europe/Berlin`",
    }),
  ),
  channel_id: Type.Optional(Type.String({ maxLength: 64, description: "Only this channel" })),
  team_id: Type.Optional(Type.String({ maxLength: 64, description: "Only what was this team's" })),
});

export type Question = { groupBy: TimeGroup; filter: TimeFilter };

/**
 * Reads the query of a caller. Throws 403 for who may not see what colleagues do, 404 for a channel that the key is not
 * for, and 422 for what can't be answered.
 */
export async function questionOf(
  sql: Queryable,
  caller: Caller,
  {
    group_by: groupBy = "channel",
    time_zone: zone = "UTC",
    channel_id,
    team_id,
    ...given
  }: Static<typeof TimesQuery>,
): Promise<Question> {
  if (groupBy === "user") requireToo(caller, "audit:read");
  if (channel_id !== undefined && !mayUseChannel(caller, channel_id)) throw notFound("channel");
  if (!isZone(zone) || !(await isZoneOfDatabase(sql, zone)))
    throw refused("/time_zone", "is not a time zone such as Europe/Berlin");
  const to = given.to ?? new Intl.DateTimeFormat("sv", { timeZone: zone }).format(new Date());
  requireDay("/to", to);
  const from = given.from ?? dayAfter(to, 1 - DAYS_SHOWN);
  requireDay("/from", from);
  if (from > to) throw refused("/from", `${from} comes after ${to}`);
  const channelIds = channel_id === undefined ? caller.channelIds : [channel_id];
  return {
    groupBy,
    filter: { organizationId: caller.organizationId, from, to, zone, channelIds, teamId: team_id },
  };
}

/** Throws 422 for what no calendar has, such as 2026-02-30. */
function requireDay(path: string, day: string): void {
  const at = new Date(day);
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day))
    throw refused(path, `there is no day ${day}`);
}
