import type { Sql } from "../../../../db/connection/client.ts";
import type { ChargeInput } from "../../../../db/costs/message-price.ts";
import { type InboundWrite, writeAtOnce } from "../../../../db/inbound/inbound.ts";
import { type Figure, figure, quantile } from "../report.ts";

/** As many as Meta's calls have together in one commit. */
const AT_ONCE = 50;

type Stored = { organization_id: string; channel_id: string; id: string };

/** How long the deliveries of messages take to be written, without costs and with them, in turns. */
export async function measureStatuses(sql: Sql, count: number, rounds: number): Promise<Figure[]> {
  const messages = await sql<Stored[]>`
    select organization_id, channel_id, id::text as id from messages
    where direction = 'outbound' and status = 'queued' order by id limit ${count * rounds * 2}`;
  const took: Record<"without" | "with", number[]> = { without: [], with: [] };
  const each = Math.floor(messages.length / rounds / 2);
  for (let round = 0; round < rounds; round++)
    for (const kind of ["without", "with"] as const)
      took[kind].push(await timeOf(sql, messages.splice(0, each), kind === "with"));
  const without = quantile(took.without, 0.5);
  return [
    figure("a delivery written without costs", without, "ms", { digits: 3 }),
    figure("with costs", (quantile(took.with, 0.5) / without) * 100, "% of that"),
  ];
}

/** Milliseconds for each. */
async function timeOf(sql: Sql, messages: Stored[], withCosts: boolean): Promise<number> {
  const startedAt = performance.now();
  const { length } = messages;
  while (messages.length > 0) {
    const some = messages.splice(0, AT_ONCE);
    const writes: InboundWrite[] = some.map(({ organization_id, channel_id, id }) => ({
      ...{ kind: "statuses", organization_id, channel_id },
      given: [{ ...namesOf(id), status: "delivered", at: new Date(), error: null, pricing: PRICING }],
    }));
    if (withCosts) writes.push({ kind: "costs", given: some.map(chargeOf) });
    if (!(await writeAtOnce(sql, ["bench"], writes))) throw new Error("the route was not free");
  }
  return (performance.now() - startedAt) / length;
}

const PRICING = '{"billable":true,"pricing_model":"PMP","type":"regular","category":"utility"}';

function namesOf(id: string) {
  return { message_id: id, provider_message_id: `wamid.${id}` };
}

function chargeOf({ organization_id, channel_id, id }: Stored): ChargeInput {
  return {
    ...{ organization_id, channel_id, ...namesOf(id), state: "billed", type: "regular", at: new Date() },
    ...{ currency: "EUR", category: "utility", country: "US", day: "2026-11-26", basis: "rc_bench" },
    ...{ tiers: '[{"above":0,"amount":0.02},{"above":100000,"amount":0.01}]' },
    ...{ participant: "", number: "14155550000", unit: "business", market: "US", counted: "utility" },
  };
}
