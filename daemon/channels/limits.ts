import type { ChannelRow } from "../../db/channels/channels.ts";
import type { PortfolioUse } from "../../db/channels/portfolios.ts";
import type { MarketingHold } from "../../db/messages/marketing-holds.ts";
import { Nullable, type Static, Type } from "../lib/typebox.ts";
import type { Platform } from "../providers/provider.ts";

const Literals = <const Name extends string>(...names: Name[]) =>
  Type.Unsafe<Name>(Type.Union(names.map((name) => Type.Literal(name))));

/** A channel's limits and their use, as the API shows them. */
export const LimitsSchema = Type.Object(
  {
    throughput: Type.Object({
      per_second: Type.Number({ description: "Messages a second that the channel sends at most" }),
      source: Literals("meta", "setting", "coexistence", "default"),
    }),
    messaging: Nullable(
      Type.Object(
        {
          scope: Literals("portfolio", "number"),
          portfolio_id: Nullable(Type.String({ description: "Meta's id of the business" })),
          limit: Nullable(Type.Integer({ description: "People in 24 hours; null is no limit" })),
          used: Type.Integer({
            description: "People written to within the last 24 hours, from all numbers of the portfolio",
          }),
          resets: Type.Array(
            Type.Object({
              at: Type.String(),
              room: Type.Integer({
                description: "How many of the people that your organisation wrote to leave the count then",
              }),
            }),
          ),
        },
        {
          description:
            "How many people all numbers of the portfolio together may write to outside the service window. Null while Meta has not said, and for paired numbers",
        },
      ),
    ),
    new_contacts: Nullable(
      Type.Object(
        { per_day: Type.Integer(), used: Type.Integer() },
        { description: "People who never wrote to a paired number; null where they are not limited" },
      ),
    ),
    new_chats: Nullable(
      Type.Object(
        {
          status: Nullable(
            Type.String({
              description:
                "`NONE`; `FIRST_WARNING` or `SECOND_WARNING`, at which messages go on; or `CAPPED`: those to people who never wrote wait until the cycle ends",
            }),
          ),
          total: Nullable(
            Type.Integer({ description: "Chats that may be begun in a cycle; null: no limit" }),
          ),
          used: Nullable(Type.Integer()),
          cycle_start: Nullable(Type.String()),
          cycle_end: Nullable(Type.String()),
          ote_status: Nullable(Type.String({ description: "As WhatsApp names it" })),
          mv_status: Nullable(Type.String({ description: "As WhatsApp names it" })),
        },
        {
          description: "How WhatsApp counts the chats that a paired number begins; null where it did not say",
        },
      ),
    ),
    restrictions: Type.Array(
      Type.Object({
        scope: Literals("number", "person", "new_contacts"),
        conversation_id: Nullable(Type.String({ description: "Of a person" })),
        reason: Type.String({
          description: "`marketing_limit`: only marketing templates are held back, everything else continues",
        }),
        until: Type.String(),
      }),
    ),
  },
  {
    title: "Limits",
    examples: [
      {
        throughput: { per_second: 80, source: "meta" },
        messaging: {
          scope: "portfolio",
          portfolio_id: "506914307656634",
          limit: 250,
          used: 250,
          resets: [{ at: "2026-11-22T09:30:00.000Z", room: 250 }],
        },
        ...{ new_contacts: null, new_chats: null, restrictions: [] },
      },
    ],
  },
);

type Limits = Static<typeof LimitsSchema>;

/** The known use of a channel's limits. */
export type Use = {
  portfolio: PortfolioUse | null;
  /** When a paired number began chats within the last 24 hours. */
  opened: readonly Date[];
  /** Who gets no marketing for now. */
  marketing: readonly MarketingHold[];
  /** For how many milliseconds nothing may be sent; 0: it may. */
  pausedMs: number;
  now: Date;
};

/** A channel's limits as the API shows them. */
export function showLimits(channel: ChannelRow, platform: Platform | undefined, use: Use): Limits {
  const perDay = platform?.newContactsPerDay?.(channel, use.now) ?? null;
  return {
    throughput: platform?.throughputOf?.(channel) ?? { per_second: 0, source: "default" },
    messaging: use.portfolio === null ? null : messagingOf(channel, use.portfolio),
    new_contacts: perDay === null ? null : { per_day: perDay, used: use.opened.length },
    new_chats: channel.new_chats && newChatsOf(channel.new_chats),
    restrictions: [...ofNumber(channel, use), ...ofOthers(channel, use.now), ...ofMarketing(use)],
  };
}

function newChatsOf({ status, total, used, ...chats }: NonNullable<ChannelRow["new_chats"]>) {
  return {
    ...{ status: status ?? null, total: total ?? null, used: used ?? null },
    ...{ cycle_start: chats.cycle_start ?? null, cycle_end: chats.cycle_end ?? null },
    ...{ ote_status: chats.ote_status ?? null, mv_status: chats.mv_status ?? null },
  };
}

function messagingOf({ portfolio_id }: ChannelRow, portfolio: PortfolioUse): Limits["messaging"] {
  return {
    scope: portfolio_id === null ? "number" : "portfolio",
    portfolio_id,
    limit: portfolio.messaging_limit,
    used: portfolio.used,
    resets: portfolio.resets.map(({ at, room }) => ({ at: new Date(at).toISOString(), room })),
  };
}

function ofNumber(channel: ChannelRow, { pausedMs, now }: Use): Limits["restrictions"] {
  if (pausedMs <= 0) return [];
  const until = new Date(now.getTime() + pausedMs).toISOString();
  const reason = channel.status_reason ?? "the platform takes nothing";
  return [{ scope: "number", conversation_id: null, reason, until }];
}

function ofOthers({ restrictions }: ChannelRow, now: Date): Limits["restrictions"] {
  return restrictions
    .filter(({ until }) => Date.parse(until) > now.getTime())
    .map(({ scope, conversation_id, reason, until }) => ({
      scope,
      conversation_id,
      reason,
      until: new Date(until).toISOString(),
    }));
}

function ofMarketing({ marketing }: Use): Limits["restrictions"] {
  return marketing.map(({ conversation_id, until }) => ({
    scope: "person",
    conversation_id,
    reason: "marketing_limit",
    until: until.toISOString(),
  }));
}
