/** What became of everything that was accepted. */
import { connect, type Sql } from "../../../db/connection/client.ts";
import type { Arrived } from "./arrivals.ts";
import { type Compared, compare, complaints as complaintsOf, count } from "./compare.ts";

export type Verdict = Compared & {
  /** Until everything was sent and told of, after the last send was accepted. */
  secondsToEnd: number;
  events: number;
  missingInStream: number;
  missingAtEndpoint: number;
};

type Evidence = {
  databaseUrl: string;
  /** Ids of what was answered with 201, by the message's text. */
  accepted: ReadonlyMap<string, string>;
  arrived(): Promise<Arrived>;
  stream: ReadonlySet<string>;
  endpoint: ReadonlySet<string>;
  /** The type of the events that the endpoint is told of. */
  told: string;
};

/** What comes to no end while nothing else does, either, comes to none: a busy machine may take its time. */
const PATIENCE_MS = 180_000;
const PAUSE_MS = 1000;
const EVENTS_AT_ONCE = 50_000;

/** Waits until nothing is on its way any more and nothing is missing that may still come, and compares all sides. */
export async function judge(evidence: Evidence): Promise<Verdict> {
  const sql = connect(evidence.databaseUrl, { max: 2, statementTimeoutMs: 0 });
  const startedAt = performance.now();
  let fewest = Infinity;
  let giveUpAt = startedAt + PATIENCE_MS;
  try {
    while (true) {
      // a machine that is busy with what was accepted may be slow to answer
      const left = await leftOver(sql, evidence).catch(() => Infinity);
      const endedAt = performance.now();
      if (left < fewest) giveUpAt = endedAt + PATIENCE_MS;
      fewest = Math.min(fewest, left);
      if (left === 0 || endedAt > giveUpAt) {
        const verdict = await look(sql, evidence, Math.round((endedAt - startedAt) / 1000));
        if (complaints(verdict).length === 0 || endedAt > giveUpAt) return verdict;
      }
      await Bun.sleep(PAUSE_MS);
    }
  } finally {
    await sql.end();
  }
}

/** How much waits in lanes, and then how many events the stream has not brought yet. */
async function leftOver(sql: Sql, { stream }: Evidence): Promise<number> {
  const [lanes] = await sql<{ waiting: number }[]>`select count(*)::int as waiting from lane_items`;
  const [log] = await sql<{ events: number }[]>`select count(*)::int as events from events`;
  return (lanes?.waiting ?? 0) + Math.max(0, (log?.events ?? 0) - stream.size);
}

/** Some at a time, since there are millions; in the order of their key. */
async function* eventsOf(sql: Sql): AsyncGenerator<{ id: string; type: string }[]> {
  let last = { organization: "", id: "" };
  for (let rows = [last]; rows.length > 0; last = rows.at(-1) ?? last) {
    const page = await sql<{ organization: string; id: string; type: string }[]>`
      select organization_id as organization, id, type from events
      where (organization_id, id) > (${last.organization}, ${last.id})
      order by organization_id, id limit ${EVENTS_AT_ONCE}`;
    rows = page;
    yield page;
  }
}

async function look(sql: Sql, evidence: Evidence, secondsToEnd: number): Promise<Verdict> {
  const { accepted, arrived, stream, endpoint, told } = evidence;
  const messages = await sql<{ id: string; status: string }[]>`
    select id, status from messages where direction = 'outbound'`;
  const doubts = await sql<{ id: string }[]>`
    select distinct message_id as id from message_attempts where possible_duplicate or outcome = 'unknown'`;
  const missing = { stream: 0, endpoint: 0 };
  let events = 0;
  for await (const rows of eventsOf(sql)) {
    events += rows.length;
    missing.stream += rows.filter(({ id }) => !stream.has(id)).length;
    missing.endpoint += rows.filter(({ id, type }) => type === told && !endpoint.has(id)).length;
  }
  const compared = compare({
    accepted,
    stored: new Map(messages.map(({ id, status }) => [id, status])),
    doubted: new Set(doubts.map(({ id }) => id)),
    arrived: await arrived(),
  });
  return {
    ...compared,
    secondsToEnd,
    events,
    missingInStream: missing.stream,
    missingAtEndpoint: missing.endpoint,
  };
}

/** What is wrong, in sentences. */
export function complaints(verdict: Verdict): string[] {
  return [
    ...complaintsOf(verdict),
    ...count(verdict.missingInStream, "events missing in the stream"),
    ...count(verdict.missingAtEndpoint, "events missing at the endpoint"),
  ];
}
