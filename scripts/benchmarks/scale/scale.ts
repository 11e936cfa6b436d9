/**
 * What a message costs as an installation grows: with one daemon, two and four on one Postgres, and with none, a
 * million and ten million messages stored. Several daemons on one machine don't make it faster: they show what it
 * costs that they share a database.
 */
import { cpus } from "node:os";
import { connect, type Sql } from "../../../db/connection/client.ts";
import type { Whose } from "../stage/postgres.ts";
import type { Server } from "../stage/process.ts";
import type { OpenStage, Stage } from "../stage/stage.ts";
import { type DeliveryStage, openDeliveryStage } from "../webhooks/deliveries.ts";
import { grownBy, tableSizes } from "./disk.ts";
import { fill } from "./fill.ts";
import { makeNumbers, type Numbers } from "./numbers.ts";
import { type Level, type ScaleReport, showLevel, showScale } from "./report.ts";
import { measureRounds, type Round, type RoundPlan } from "./rounds.ts";
import type { ScaleSizes } from "./sizes.ts";

const FULL: RoundPlan = { messages: 6000, warmUp: 1500, rounds: 3, connections: 64 };
const QUICK: RoundPlan = { messages: 16, warmUp: 4, rounds: 1, connections: 4 };
/** Each has a lane of its own, which one daemon holds at a time, and so has its endpoint. */
const NUMBERS = 4;

/** Measures each number of daemons beside each number of stored messages, which is on a database of its own. */
export async function measureScale(
  first: Stage,
  quick: boolean,
  open: OpenStage,
  { whose, scale }: { whose: Whose; scale: ScaleSizes },
): Promise<{ report: ScaleReport; text: string }> {
  const plan = quick ? QUICK : FULL;
  const levels: Level[] = [];
  for (const [nth, stored] of scale.stored.entries()) {
    const stage = nth === 0 ? first : await open(whose);
    const level = await measureLevel(stage, stored, scale, plan);
    levels.push(level);
    // the next may take long
    process.stderr.write(`${showLevel(level).join("\n")}\n`);
    // its daemon would go on beside the next one's
    await stage.close();
  }
  const report = {
    ...{ at: new Date().toISOString(), quick, messages: plan.messages, connections: plan.connections },
    machine: `${cpus().length} processors, Bun ${Bun.version}, ${first.postgres}`,
    levels,
  };
  return { report, text: showScale(report) };
}

async function measureLevel(
  stage: Stage,
  stored: number,
  scale: ScaleSizes,
  plan: RoundPlan,
): Promise<Level> {
  const run = await openDeliveryStage(stage);
  const sql = connect(stage.daemonDatabaseUrl, { max: 2, statementTimeoutMs: 0 });
  const others: Server[] = [];
  try {
    const numbers = await makeNumbers(stage, NUMBERS, run.receiverUrl);
    const filled = await fill(sql, { ...(await organizationOf(sql)), ...numbers }, stored, scale);
    const level: Level = { stored, filled, byDaemons: [], disk: [] };
    if (filled.skipped !== null) return level;
    const before = await tableSizes(sql);
    for (const daemons of scale.daemons) {
      while (others.length < daemons - 1) others.push(await stage.startAnother());
      process.stderr.write(`${daemons} daemons, ${stored} messages stored\n`);
      level.byDaemons.push({ daemons, rounds: await withDaemons(run, sql, numbers, others, plan) });
    }
    const sent = (plan.warmUp + plan.messages * plan.rounds) * scale.daemons.length;
    return { ...level, disk: grownBy(before, await tableSizes(sql), sent) };
  } finally {
    for (const other of others) await other.stop();
    await sql.end();
    await run.close();
  }
}

/** The load comes to all daemons, and from all numbers, whatever the number of daemons. */
async function withDaemons(
  run: DeliveryStage,
  sql: Sql,
  { channelIds }: Numbers,
  others: readonly Server[],
  plan: RoundPlan,
): Promise<Round[]> {
  const { daemon } = run.stage;
  const running = [daemon, ...others.map(({ url, pid }) => ({ ...daemon, url, pid }))];
  const entrances = channelIds.map((channelId, nth) => ({
    ...(running[nth % running.length] ?? daemon),
    channelId,
  }));
  return await measureRounds(
    run,
    sql,
    entrances,
    running.map(({ pid }) => pid),
    plan,
  );
}

async function organizationOf(sql: Sql): Promise<{ organizationId: string }> {
  const [row] = await sql<{ organizationId: string }[]>`
    select organization_id as "organizationId" from organizations limit 1`;
  if (row === undefined) throw new Error("there is no organisation");
  return row;
}
