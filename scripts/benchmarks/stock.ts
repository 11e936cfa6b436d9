/** What a daemon does on Debian's Postgres, as it comes, of what it does on the embedded one. */
import { type Accepting, type AcceptPlan, load, together } from "./accept.ts";
import { type EndToEnd, measureEndToEnd } from "./end-to-end.ts";
import { atMost, showTarget, type Target } from "./report.ts";
import { measureSends, type Sending, sentTogether } from "./sends.ts";
import type { OpenStage, Stage } from "./stage/stage.ts";
import { quantile, rounded } from "./statistics.ts";

type Measured = {
  postgres: string;
  accept: Accepting;
  sends: Pick<Sending, "perSecond" | "secondsUntilRead">;
  endToEnd: Pick<EndToEnd, "sent">;
};

export type StockReport = {
  quick: boolean;
  connections: number;
  embedded: Measured;
  stock: Measured;
  targets: Target[];
};

type Plan = {
  messages: number;
  warmUp: number;
  sends: number;
  leadSeconds: number;
  rounds: number;
  accept: AcceptPlan;
};

const CONNECTIONS = 64;
const FULL: Plan = {
  messages: 50,
  warmUp: 10,
  sends: 4000,
  leadSeconds: 8,
  rounds: 2,
  accept: { connections: [CONNECTIONS], warmUpSeconds: 1, seconds: 3, rounds: 4 },
};
const QUICK: Plan = {
  messages: 3,
  warmUp: 1,
  sends: 50,
  leadSeconds: 3,
  rounds: 1,
  accept: { connections: [CONNECTIONS], warmUpSeconds: 0, seconds: 0.1, rounds: 1 },
};

/** How many times slower it may be. */
const MOST_TIMES = 1.3;
const HARDLY_SENDING = { rate: { per_second: 1, per_recipient_seconds: 0 } };

/** Measures both, in turns, with the stock Postgres on a stage of its own. */
export async function measureStock(
  embedded: Stage,
  quick: boolean,
  open: OpenStage,
): Promise<{ report: StockReport; text: string }> {
  const plan = quick ? QUICK : FULL;
  const stages = [embedded, await open("stock")];
  const { messages, warmUp, sends, leadSeconds, rounds } = plan;
  const ends = await inTurns(stages, rounds * 2, (stage) => measureEndToEnd(stage, messages, warmUp));
  const sent = await inTurns(stages, rounds, (stage) => measureSends(stage, sends, leadSeconds));
  for (const { daemon } of stages)
    await daemon.api("PATCH", `/v1/channels/${daemon.channelId}`, { settings: HARDLY_SENDING });
  const accepted = await inTurns(stages, plan.accept.rounds, ({ daemon }) =>
    load(daemon, CONNECTIONS, plan.accept),
  );
  const [ours, theirs] = stages.map(({ postgres }, nth) => ({
    postgres,
    accept: together(accepted[nth] ?? []),
    sends: sentTogether(sent[nth] ?? []),
    endToEnd: endToEndOf(ends[nth] ?? []),
  })) as [Measured, Measured];
  const found = { quick, connections: CONNECTIONS, embedded: ours, stock: theirs };
  const report = { ...found, targets: targetsOf(found) };
  return { report, text: show(report) };
}

/** The rounds of each stage: in one order and then in the other, so that a machine that gets slower does it to both. */
async function inTurns<Result>(
  stages: readonly Stage[],
  rounds: number,
  measure: (stage: Stage) => Promise<Result>,
): Promise<Result[][]> {
  const results = stages.map((): Result[] => []);
  for (let round = 0; round < rounds; round++) {
    const order = [...stages.entries()];
    for (const [nth, stage] of round % 2 === 0 ? order : order.toReversed())
      results[nth]?.push(await measure(stage));
  }
  return results;
}

function endToEndOf(rounds: readonly EndToEnd[]): Measured["endToEnd"] {
  const middle = (of: (round: EndToEnd) => number) => rounded(quantile(rounds.map(of), 0.5));
  return { sent: { p50: middle(({ sent }) => sent.p50), p99: middle(({ sent }) => sent.p99) } };
}

function targetsOf({ embedded, stock }: Pick<StockReport, "embedded" | "stock">): Target[] {
  const times = (name: string, value: number) =>
    atMost(MOST_TIMES, " times", name, Math.round(value * 100) / 100);
  return [
    times("accept, slower on the stock one", embedded.accept.perSecond / stock.accept.perSecond),
    times("sends, slower on the stock one", embedded.sends.perSecond / stock.sends.perSecond),
    times(
      "until read, slower on the stock one",
      stock.sends.secondsUntilRead / embedded.sends.secondsUntilRead,
    ),
    times(
      "to the webhook, p50, slower on the stock one",
      stock.endToEnd.sent.p50 / embedded.endToEnd.sent.p50,
    ),
  ];
}

function show({ connections, embedded, stock, targets }: StockReport): string {
  const row = (name: string, of: (measured: Measured) => string) =>
    `${name.padEnd(28)}${of(embedded).padEnd(40)}${of(stock)}`;
  return [
    row("", ({ postgres }) => postgres),
    row(`accept, ${connections} connections`, ({ accept }) => `${accept.perSecond}/s, p99 ${accept.p99} ms`),
    row(
      "sends of one channel",
      ({ sends }) => `${sends.perSecond}/s, all read after ${rounded(sends.secondsUntilRead)} s`,
    ),
    row("request to webhook", ({ endToEnd }) => `p50 ${endToEnd.sent.p50} ms, p99 ${endToEnd.sent.p99} ms`),
    "",
    ...targets.map(showTarget),
    "",
  ].join("\n");
}
