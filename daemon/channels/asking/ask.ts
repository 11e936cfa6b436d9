import type { ChannelRow } from "../../../db/channels/channels.ts";
import { type Queryable, type Sql, transact } from "../../../db/connection/client.ts";
import {
  askWebSession,
  collectWebAnswer,
  WEB_REQUEST_SECONDS,
  withdrawWebRequest,
} from "../../../db/whatsapp-web/requests.ts";
import { type Problem, problem } from "../../http/problem.ts";
import type {
  SessionAnswer,
  SessionRequest,
  SessionResults,
} from "../../providers/whatsapp-web/requests/request.ts";
import type { SessionAnswers } from "./answers.ts";

/** Answers are notified; this often they are also looked up, in case the notification was lost. */
const LOOK_MS = 1000;
const RETRY_AFTER_SECONDS = "30";
const CONNECTED = ["connected", "restricted", "degraded"];

/** The parts needed to ask a session. */
export type Asking = { sql: Sql; answers: SessionAnswers };

/** Records the result of a request, and removes the answer in the same transaction; null for an unknown result. */
export type Recording<Kind extends keyof SessionResults> = (
  sql: Queryable,
  answer: SessionAnswer<Kind> | null,
) => Promise<void>;

/** Throws 409 unless the session is connected. */
export function requireConnected({ status }: ChannelRow): void {
  if (CONNECTED.includes(status)) return;
  throw problem(409, "channel_not_connected", `the channel is ${status}; connect it first`);
}

/**
 * Has the session of a channel do something, wherever it is held, and waits `seconds` for the result. Throws 503 when
 * nothing came back in time.
 */
export async function askSession<Kind extends keyof SessionResults>(
  { sql, answers }: Asking,
  { organization_id, id: channel_id }: ChannelRow,
  request: Extract<SessionRequest, { kind: Kind }>,
  record: Recording<Kind> = async () => {},
  seconds = WEB_REQUEST_SECONDS,
): Promise<SessionAnswer<Kind>> {
  const key = { organization_id, id: Bun.randomUUIDv7() };
  const ask = () => askWebSession(sql, { ...key, channel_id, request: JSON.stringify(request) });
  const answer = await awaitAnswer<SessionAnswer<Kind>>({ sql, answers }, key, ask, record, seconds);
  if (answer !== null) return answer;
  throw await givenUp(sql, key, record);
}

/**
 * Waits for what is stored under an id, by whichever daemon, after `begin`, and takes it away with `record` in one
 * transaction; null when nothing came in time.
 */
export async function awaitAnswer<Answer>(
  { sql, answers }: Asking,
  key: RequestKey,
  begin: () => Promise<void>,
  record: (sql: Queryable, answer: Answer) => Promise<void>,
  seconds = WEB_REQUEST_SECONDS,
): Promise<Answer | null> {
  const expected = answers.expect(key.id);
  const giveUpAt = Date.now() + seconds * 1000;
  try {
    await begin();
    while (Date.now() < giveUpAt) {
      const answer = await collect(sql, key, record);
      if (answer !== null) return answer;
      await expected.wait(Math.min(LOOK_MS, giveUpAt - Date.now()));
    }
    return await collect(sql, key, record);
  } finally {
    expected.end();
  }
}

type RequestKey = { organization_id: string; id: string };

async function collect<Answer>(
  sql: Sql,
  { organization_id, id }: RequestKey,
  record: (sql: Queryable, answer: Answer) => Promise<void>,
): Promise<Answer | null> {
  return await transact(sql, async (transaction) => {
    const stored = await collectWebAnswer(transaction, organization_id, id);
    if (stored === null) return null;
    const answer: Answer = JSON.parse(stored);
    await record(transaction, answer);
    return answer;
  });
}

async function givenUp<Kind extends keyof SessionResults>(
  sql: Sql,
  { organization_id, id }: RequestKey,
  record: Recording<Kind>,
): Promise<Problem> {
  const wasBegun = await transact(sql, async (transaction) => {
    const begun = await withdrawWebRequest(transaction, organization_id, id);
    if (begun) await record(transaction, null);
    return begun;
  });
  return lateProblem(wasBegun);
}

/** Nothing came back in time; what was begun may have been done. */
export function lateProblem(wasBegun: boolean): Problem {
  const detail = wasBegun
    ? "WhatsApp did not respond in time; look whether it was done before you repeat it"
    : "the number's session did not take it up in time; nothing was done";
  return problem(503, "whatsapp_timed_out", detail, { headers: { "retry-after": RETRY_AFTER_SECONDS } });
}
