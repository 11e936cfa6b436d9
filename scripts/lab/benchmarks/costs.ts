/** A year's costs by everything that they are summed by, and what a rate card costs those who accept and report messages. */
import { COST_GROUPS } from "../../../db/costs/question.ts";
import { measureStatuses } from "./costs/statuses.ts";
import { storeCosts, YEAR } from "./costs/stored.ts";
import type { Options } from "./options.ts";
import { postMessages } from "./post-messages.ts";
import { type Figure, figure, quantile } from "./report.ts";
import type { Stage } from "./stage.ts";

const FULL = {
  messages: 10_000_000,
  contacts: 100_000,
  countries: 30,
  times: 20,
  seconds: 2,
  rounds: 5,
  statuses: 2000,
};
const QUICK = { messages: 300, contacts: 10, countries: 1, times: 2, seconds: 1, rounds: 1, statuses: 10 };
const LIMIT_MS = 50;
const CONNECTIONS = 64;
const CARD = { currency: "EUR", valid_from: "2020-01-01", prices: { "*": { utility: 0.01, service: 0.01 } } };

/** `stored` is how many messages the sums of the year are of. */
export async function measureCosts(stage: Stage, { quick, stored }: Options): Promise<Figure[]> {
  const plan = { ...(quick ? QUICK : FULL), ...(stored > 0 ? { messages: stored } : {}) };
  const ratios = await measureCard(stage, plan);
  const [owner] = await stage.sql<{ organizationId: string }[]>`
    select organization_id as "organizationId" from organizations`;
  if (owner === undefined) throw new Error("there is no organisation");
  await storeCosts(stage.sql, { ...owner, ...plan });
  const [rows] = await stage.sql<{ count: number }[]>`select count(*)::integer as count from cost_sums`;
  const figures = [figure("rows of sums", rows?.count ?? 0, "", { digits: 0 })];
  for (const group of COST_GROUPS) figures.push(...(await measureYear(stage, group, plan.times)));
  return [...figures, ...ratios];
}

async function measureYear({ daemon }: Stage, group: string, times: number): Promise<Figure[]> {
  const took: number[] = [];
  const query = new URLSearchParams({ ...YEAR, group_by: group });
  for (let nth = 0; nth <= times; nth++) {
    const startedAt = performance.now();
    await daemon.api("GET", `/v1/costs?${query}`);
    if (nth > 0) took.push(performance.now() - startedAt);
  }
  return [
    figure(`a year by ${group}, p50`, quantile(took, 0.5), "ms", { atMost: LIMIT_MS }),
    figure(`a year by ${group}, p95`, quantile(took, 0.95), "ms"),
  ];
}

/** The same without a rate card and with one, in turns: what differs is what the card costs. */
async function measureCard(stage: Stage, { seconds, rounds, statuses }: typeof FULL): Promise<Figure[]> {
  const accepted: Record<"without" | "with", number[]> = { without: [], with: [] };
  for (let round = 0; round < rounds; round++) {
    for (const kind of ["without", "with"] as const) {
      await setCard(stage, kind === "with");
      const load = await postMessages(stage.daemon, {
        connections: CONNECTIONS,
        warmUpSeconds: 1,
        seconds: seconds + 1,
      });
      accepted[kind].push(load.received / load.seconds);
    }
  }
  const share = quantile(accepted.with, 0.5) / quantile(accepted.without, 0.5);
  return [
    figure("accepted without a rate card", quantile(accepted.without, 0.5), "a second", { digits: 0 }),
    figure("with one", share * 100, "% of that"),
    ...(await measureStatuses(stage.sql, statuses, rounds)),
  ];
}

async function setCard({ daemon }: Stage, isSet: boolean): Promise<void> {
  if (isSet) await daemon.api("PUT", "/v1/rate-card", CARD);
  else
    await daemon
      .api("DELETE", `/v1/rate-card?valid_from=${CARD.valid_from}`)
      // the first time there is none
      .catch(() => {});
}
