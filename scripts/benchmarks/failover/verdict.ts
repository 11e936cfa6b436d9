/** What became of everything that was accepted. */
import { connect, type Sql } from "../../../db/connection/client.ts";

export type Verdict = {
  accepted: number;
  /** By the status of their messages; `missing` have none. */
  statuses: Record<string, number>;
  /** Messages that nobody was told of with a 201. */
  unasked: number;
  /** Sent more than once, and of these, those whose attempts are recorded as unknown or possibly doubled. */
  doubled: number;
  doubledAndRecorded: number;
  events: number;
  missingInStream: number;
  missingAtEndpoint: number;
};

const SETTLE_MS = 900_000;
const FINAL = ["sent", "delivered", "read", "failed"];

type Evidence = {
  databaseUrl: string;
  accepted: readonly string[];
  repeated: () => Promise<string[]>;
  stream: ReadonlySet<string>;
  endpoint: ReadonlySet<string>;
  /** The type of the events that the endpoint is told of. */
  told: string;
};

/** Waits until nothing is on its way any more, for some minutes at most, and compares all sides. */
export async function judge(evidence: Evidence): Promise<Verdict> {
  const sql = connect(evidence.databaseUrl, { max: 2, statementTimeoutMs: 0 });
  try {
    const giveUpAt = Date.now() + SETTLE_MS;
    // a machine that is busy with what was accepted may be slow to answer
    const settled = () => isSettled(sql, evidence).catch(() => false);
    while (Date.now() < giveUpAt && !(await settled())) await Bun.sleep(1000);
    return await compare(sql, evidence);
  } finally {
    await sql.end();
  }
}

async function isSettled(sql: Sql, { stream }: Evidence): Promise<boolean> {
  const [row] = await sql<{ waiting: number; events: number }[]>`
    select (select count(*) from lane_items) as waiting, (select count(*) from events) as events`;
  return row?.waiting === 0 && stream.size >= row.events;
}

async function compare(sql: Sql, { accepted, repeated, stream, endpoint, told }: Evidence): Promise<Verdict> {
  const messages = await sql<{ id: string; status: string }[]>`
    select id, status from messages where direction = 'outbound'`;
  const stored = new Map(messages.map(({ id, status }) => [id, status]));
  const statuses: Record<string, number> = {};
  for (const id of accepted) {
    const status = stored.get(id) ?? "missing";
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  const twice = await repeated();
  const recorded = await sql<{ id: string }[]>`
    select distinct message_id as id from message_attempts
    where message_id = any (${twice}::uuid[]) and (possible_duplicate or outcome = 'unknown')`;
  const events = await sql<{ id: string; type: string }[]>`select id, type from events`;
  const missing = (of: readonly { id: string }[], seen: ReadonlySet<string>) =>
    of.filter(({ id }) => !seen.has(id)).length;
  const known = new Set(accepted);
  return {
    accepted: accepted.length,
    statuses,
    unasked: messages.filter(({ id }) => !known.has(id)).length,
    doubled: twice.length,
    doubledAndRecorded: recorded.length,
    events: events.length,
    missingInStream: missing(events, stream),
    missingAtEndpoint: missing(
      events.filter(({ type }) => type === told),
      endpoint,
    ),
  };
}

/** What is wrong, in sentences. */
export function complaints(verdict: Verdict): string[] {
  const unfinished = Object.entries(verdict.statuses).filter(([status]) => !FINAL.includes(status));
  return [
    ...unfinished.map(([status, count]) => `${count} of what was accepted is ${status}`),
    ...say(verdict.unasked, "messages that nobody was answered 201 for"),
    ...say(verdict.doubled - verdict.doubledAndRecorded, "messages sent twice without a record of the doubt"),
    ...say(verdict.missingInStream, "events missing in the stream"),
    ...say(verdict.missingAtEndpoint, "events missing at the endpoint"),
  ];
}

function say(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count} ${what}`];
}
