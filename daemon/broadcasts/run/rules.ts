import type { BroadcastRow } from "../../../db/broadcasts/broadcasts.ts";
import { type BroadcastKey, lastOutcomes } from "../../../db/broadcasts/work.ts";
import type { Sql } from "../../../db/connection/client.ts";
import type { Plan } from "../plan/plan.ts";
import type { Route } from "../template/definition.ts";

const USUAL_LAST = 100;
const QUALITIES = ["GREEN", "YELLOW", "RED"];

type Broken = { rule: string; detail: string };

/** The rule by which a broadcast has to stop now; null when there is none. */
export async function brokenRule(
  sql: Sql,
  key: BroadcastKey,
  { resumed_at }: BroadcastRow,
  { stop }: Plan,
  routes: readonly Route[],
): Promise<Broken | null> {
  if (stop === null) return null;
  const { failed_percent, marketing_refused_percent, of_last = USUAL_LAST, quality } = stop;
  const fallen = quality === undefined ? null : fallenQuality(routes, quality);
  if (fallen !== null || (failed_percent ?? marketing_refused_percent) === undefined) return fallen;
  const { outcomes, failed, refused } = await lastOutcomes(sql, key, resumed_at ?? new Date(0), of_last);
  // fewer say too little
  if (outcomes < of_last) return null;
  const share = (count: number) => (count / outcomes) * 100;
  if (share(failed) >= (failed_percent ?? Infinity))
    return { rule: "failed_percent", detail: `${failed} of the last ${outcomes} messages failed` };
  if (share(refused) >= (marketing_refused_percent ?? Infinity))
    return {
      rule: "marketing_refused_percent",
      detail: `WhatsApp refused ${refused} of the last ${outcomes} messages as too much marketing`,
    };
  return null;
}

function fallenQuality(routes: readonly Route[], worst: string): Broken | null {
  const rank = (rating: string | null) => QUALITIES.indexOf(rating ?? "");
  const fallen = routes.find(({ channel }) => rank(channel.quality_rating) >= rank(worst));
  if (fallen === undefined) return null;
  const { name, quality_rating } = fallen.channel;
  return { rule: "quality", detail: `the quality of the number ${name} is ${quality_rating}` };
}
