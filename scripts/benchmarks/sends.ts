/** How many messages a second one channel sends to the sandbox. */
import { connect, type Sql } from "../../db/connection/client.ts";
import type { LoadOptions, LoadResult } from "./load/types.ts";
import { runProgram } from "./stage/process.ts";
import type { Stage } from "./stage/stage.ts";
import { rounded } from "./statistics.ts";
import { openDeliveryStage } from "./webhooks/deliveries.ts";

/** Seconds are exact: a quick run takes hundredths of one. */
export type Sending = {
  messages: number;
  /** From the first attempt's start to the last one's end. */
  seconds: number;
  perSecond: number;
  /** The same until the webhooks of the sandbox have made every message `read`. */
  secondsUntilRead: number;
};

const UNPACED = { rate: { per_second: 100_000, per_recipient_seconds: 0 }, warmup: null };
const LONGEST_WAIT_MS = 180_000;
const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";

/**
 * Lets `messages` wait until `leadSeconds` are over, then measures how fast they are sent. The sandbox reports
 * each as sent, delivered and read meanwhile, as Meta does, which the daemon has to work through too.
 */
export async function measureSends(
  stage: Stage,
  messages: number,
  leadSeconds: number,
  recipients?: number,
): Promise<Sending> {
  const { daemon, daemonDatabaseUrl } = stage;
  await daemon.api("PATCH", `/v1/channels/${daemon.channelId}`, { settings: UNPACED });
  const due = new Date(Date.now() + leadSeconds * 1000);
  await enqueue(stage, messages, due, recipients);
  if (Date.now() > due.getTime())
    throw new Error(`${messages} messages took longer than ${leadSeconds} s to accept`);
  const sql = connect(daemonDatabaseUrl, { max: 1 });
  try {
    const [first, last] = await until(sql, messages, due, sentSince);
    const [, read] = await until(sql, messages, due, readSince);
    return sendingOf(messages, first, last, read);
  } finally {
    await sql.end();
  }
}

/** The same while an endpoint is told of each status of each message. */
export async function measureSendsTold(
  stage: Stage,
  messages: number,
  leadSeconds: number,
): Promise<Sending> {
  const { receiverUrl, close } = await openDeliveryStage(stage);
  try {
    const settings = { url: `${receiverUrl}/good/sends`, filterTypes: ["message.status_update"] };
    const endpoint = await stage.daemon.api<{ id: string }>("POST", ENDPOINTS, settings);
    const sending = await measureSends(stage, messages, leadSeconds);
    await stage.daemon.api("DELETE", `${ENDPOINTS}/${endpoint.id}`);
    return sending;
  } finally {
    await close();
  }
}

/** What was measured of messages that were sent from `first` to `last`, and all read at `read`. */
export function sendingOf(messages: number, first: Date, last: Date, read: Date): Sending {
  const seconds = (last.getTime() - first.getTime()) / 1000;
  return {
    messages,
    seconds,
    perSecond: Math.round(messages / seconds),
    secondsUntilRead: (read.getTime() - first.getTime()) / 1000,
  };
}

/** The throughput of all rounds, and how long one took until all was read. */
export function sentTogether(rounds: readonly Sending[]): Pick<Sending, "perSecond" | "secondsUntilRead"> {
  const sum = (of: (round: Sending) => number) => rounds.reduce((total, round) => total + of(round), 0);
  return {
    perSecond: Math.round(sum(({ messages }) => messages) / sum(({ seconds }) => seconds)),
    secondsUntilRead: sum(({ secondsUntilRead }) => secondsUntilRead) / rounds.length,
  };
}

/** For a person: so many messages, in what time. */
export function showSends({ messages, seconds, perSecond, secondsUntilRead }: Sending): string {
  const took = `${messages} messages of one channel in ${rounded(seconds)} s`;
  return `${took}: ${perSecond}/s; all read after ${rounded(secondsUntilRead)} s`;
}

async function enqueue({ daemon }: Stage, messages: number, due: Date, recipients?: number): Promise<void> {
  const { url, key, channelId } = daemon;
  const options: LoadOptions = {
    ...{ url, key, channelId, connections: 64, warmUpSeconds: 0, seconds: 60 },
    ...{ requests: messages, scheduledAt: due.toISOString() },
    ...(recipients === undefined ? {} : { recipients }),
  };
  const { refusal } = await runProgram<LoadResult>("load/load.ts", options);
  if (refusal !== null) throw new Error(`a message was refused: ${refusal}`);
}

type Progress = { done: number; first: Date; last: Date };

/** Waits until all messages are done; returns when the first and the last were. */
async function until(
  sql: Sql,
  messages: number,
  since: Date,
  look: (sql: Sql, since: Date) => Promise<Progress | undefined>,
): Promise<[Date, Date]> {
  const giveUpAt = Date.now() + LONGEST_WAIT_MS;
  while (true) {
    const progress = await look(sql, since);
    if (progress?.done === messages) return [progress.first, progress.last];
    if (Date.now() > giveUpAt) throw new Error(`only ${progress?.done} of ${messages} messages came through`);
    await Bun.sleep(500);
  }
}

async function sentSince(sql: Sql, since: Date): Promise<Progress | undefined> {
  const [progress] = await sql<Progress[]>`
    select count(*) as done, min(started_at) as first, max(finished_at) as last
    from message_attempts where outcome = 'sent' and started_at >= ${since}`;
  return progress;
}

async function readSince(sql: Sql, since: Date): Promise<Progress | undefined> {
  const [progress] = await sql<Progress[]>`
    select count(*) as done, min(updated_at) as first, max(updated_at) as last
    from messages where status = 'read' and scheduled_at = ${since}`;
  return progress;
}
