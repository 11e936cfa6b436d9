/** What accepting messages notices of a broadcast beside it. */
import type { Sql } from "../../../db/connection/client.ts";
import type { LoadOptions, LoadResult } from "../load/types.ts";
import { runProgram } from "../stage/process.ts";
import type { Stage } from "../stage/stage.ts";
import { quantile, rounded } from "../statistics.ts";
import { type Broadcast, draft, setPace } from "./people.ts";

export type AcceptPlan = { rounds: number; seconds: number; connections: number };

/** The p99 in milliseconds, the median of the rounds; and the median of how many times the one alone it is. */
export type Accepting = {
  connections: number;
  alone: number;
  writing: number;
  sending: number;
  timesWriting: number;
  timesSending: number;
};

type Round = Pick<Accepting, "alone" | "writing" | "sending">;

const PER_SECOND = 80;

/** Measures it in turn: with nothing else to do, while an audience is written, and while it is sent to. */
export async function measureAccept(stage: Stage, sql: Sql, plan: AcceptPlan): Promise<Accepting> {
  await setPace(stage, PER_SECOND);
  const rounds: Round[] = [];
  for (let round = 0; round < plan.rounds; round++) rounds.push(await measureOnce(stage, sql, plan));
  const middle = (of: (round: Round) => number) => rounded(quantile(rounds.map(of), 0.5));
  return {
    connections: plan.connections,
    alone: middle(({ alone }) => alone),
    writing: middle(({ writing }) => writing),
    sending: middle(({ sending }) => sending),
    timesWriting: middle(({ alone, writing }) => writing / alone),
    timesSending: middle(({ alone, sending }) => sending / alone),
  };
}

async function measureOnce(stage: Stage, sql: Sql, plan: AcceptPlan): Promise<Round> {
  const { api } = stage.daemon;
  const alone = await load(stage, plan);
  const { id } = await api<Broadcast>(
    "POST",
    "/v1/broadcasts",
    draft(stage, { rate_per_second: PER_SECOND }),
  );
  await api("POST", `/v1/broadcasts/${id}/start`, {});
  const writing = await load(stage, plan);
  while ((await sql`select from broadcasts where id = ${id} and audience_written_at is null`).length > 0)
    await Bun.sleep(100);
  const sending = await load(stage, plan);
  await api("POST", `/v1/broadcasts/${id}/cancel`, {}).catch(() => {});
  return { alone, writing, sending };
}

async function load({ daemon }: Stage, { seconds, connections }: AcceptPlan): Promise<number> {
  const options: LoadOptions = {
    ...{ url: daemon.url, key: daemon.key, channelId: daemon.channelId, connections },
    ...{ warmUpSeconds: 1, seconds, requests: Number.MAX_SAFE_INTEGER, scheduledAt: null },
  };
  const result = await runProgram<LoadResult>("load/load.ts", options);
  if (result.refusal !== null) throw new Error(`a message was refused: ${result.refusal}`);
  return result.p99;
}
