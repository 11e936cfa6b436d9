/** What costs can be summed by. */
export const COST_GROUPS = [
  "day",
  "month",
  "channel",
  "account",
  "category",
  "country",
  "broadcast",
  "template",
  "contact",
  "key",
  "user",
] as const;

export type CostGroup = (typeof COST_GROUPS)[number];

/** Those that cost_sums has, beside cost_accounts; the others have tables of their own. */
export type SummedGroup = Exclude<CostGroup, "contact" | "template">;

/** Whose costs, of which days (`2026-10-01`, both included), and of what alone; absent is all. */
export type CostFilter = {
  organizationId: string;
  currency: string;
  from: string;
  to: string;
  /** Null is all. */
  channelIds: readonly string[] | null;
  /** What this account at Meta was billed. */
  accountId?: string | undefined;
  category?: string | undefined;
  country?: string | undefined;
  broadcastId?: string | undefined;
  key?: string | undefined;
};
