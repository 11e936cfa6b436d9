/** What a daemon does that has nothing to do: transactions a second, and processor time, with channels and endpoints that wait. */
import { cpus } from "node:os";
import { connect } from "../../db/connection/client.ts";
import { atMost, showTarget, type Target } from "./report.ts";
import type { Stage } from "./stage/stage.ts";
import { between, workSoFar } from "./stage/work.ts";
import { quantile, rounded } from "./statistics.ts";

/** Of one round; the share of a processor in percent, null where it can't be read. */
type Idle = { transactionsPerSecond: number; daemonPercent: number | null; postgresPercent: number | null };

export type IdleReport = {
  at: string;
  quick: boolean;
  machine: string;
  channels: number;
  endpoints: number;
  rounds: Idle[];
  targets: Target[];
};

type Plan = { channels: number; endpoints: number; settleSeconds: number; seconds: number; rounds: number };

const FULL: Plan = { channels: 20, endpoints: 50, settleSeconds: 15, seconds: 60, rounds: 3 };
const QUICK: Plan = { channels: 2, endpoints: 2, settleSeconds: 0, seconds: 0.5, rounds: 1 };
const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";

/** Counts what is done while nothing is asked. */
export async function measureIdle(
  stage: Stage,
  quick: boolean,
): Promise<{ report: IdleReport; text: string }> {
  const plan = quick ? QUICK : FULL;
  const sql = connect(stage.daemonDatabaseUrl, { max: 1 });
  try {
    await makeChannels(stage, plan.channels);
    for (let nth = 0; nth < plan.endpoints; nth++)
      await stage.daemon.api("POST", ENDPOINTS, { url: `http://127.0.0.1:9/${nth}` });
    await Bun.sleep(plan.settleSeconds * 1000);
    const rounds: Idle[] = [];
    for (let nth = 0; nth < plan.rounds; nth++) {
      const before = await workSoFar(sql, [stage.daemon.pid], false);
      await Bun.sleep(plan.seconds * 1000);
      const work = between(before, await workSoFar(sql, [stage.daemon.pid], false));
      const percent = (ms: number | null) => (ms === null ? null : rounded(ms / plan.seconds / 10));
      rounds.push({
        transactionsPerSecond: rounded(work.transactions / plan.seconds),
        daemonPercent: percent(work.daemonMs),
        postgresPercent: percent(work.postgresMs),
      });
    }
    const found = {
      at: new Date().toISOString(),
      quick,
      channels: plan.channels,
      endpoints: plan.endpoints,
      rounds,
    };
    const machine = `${cpus().length} processors, Bun ${Bun.version}, ${stage.postgres}`;
    const report = { ...found, machine, targets: targetsOf(rounds) };
    return { report, text: show(report) };
  } finally {
    await sql.end();
  }
}

/** Numbers like the sandbox's own, of which it has one. */
async function makeChannels({ daemon, daemonDatabaseUrl }: Stage, count: number): Promise<void> {
  const sql = connect(daemonDatabaseUrl, { max: 1 });
  try {
    await sql`
      insert into channels (organization_id, id, platform, status, name, phone_number_id, waba_id, access_token, settings)
      select organization_id, prefixed_id('ch'), platform, status, name, phone_number_id || '-' || nth, waba_id,
        access_token, settings
      from channels, generate_series(2, ${count}::integer) as nth where id = ${daemon.channelId}`;
  } finally {
    await sql.end();
  }
}

function targetsOf(rounds: readonly Idle[]): Target[] {
  const middle = (of: (idle: Idle) => number | null) =>
    quantile(
      rounds.map((idle) => of(idle) ?? 0),
      0.5,
    );
  return [
    atMost(
      5,
      "/s",
      "transactions while idle",
      middle(({ transactionsPerSecond }) => transactionsPerSecond),
    ),
    atMost(
      0.5,
      " %",
      "processor of the idle daemon",
      middle(({ daemonPercent }) => daemonPercent),
    ),
    atMost(
      0.5,
      " %",
      "processor of its Postgres",
      middle(({ postgresPercent }) => postgresPercent),
    ),
  ];
}

function show({ machine, channels, endpoints, rounds, targets }: IdleReport): string {
  const percent = (value: number | null) => (value === null ? "–" : `${value} %`);
  return [
    machine,
    "",
    `${channels} channels and ${endpoints} endpoints, nothing to do:`,
    ...rounds.map(
      (idle, nth) =>
        `  round ${nth + 1}: ${idle.transactionsPerSecond} transactions a second, daemon ${percent(idle.daemonPercent)}, Postgres ${percent(idle.postgresPercent)} of a processor`,
    ),
    "",
    ...targets.map(showTarget),
    "",
  ].join("\n");
}
