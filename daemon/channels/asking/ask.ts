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
 * Has the session of a channel do something, wherever it is held, and waits for the result. Throws 503 when
 * nothing came back in time.
 */
export async function askSession<Kind extends keyof SessionResults>(
  { sql, answers }: Asking,
  { organization_id, id: channel_id }: ChannelRow,
  request: Extract<SessionRequest, { kind: Kind }>,
  record: Recording<Kind> = async () => {},
): Promise<SessionAnswer<Kind>> {
  const id = Bun.randomUUIDv7();
  const expected = answers.expect(id);
  const giveUpAt = Date.now() + WEB_REQUEST_SECONDS * 1000;
  try {
    await askWebSession(sql, { organization_id, id, channel_id, request: JSON.stringify(request) });
    while (Date.now() < giveUpAt) {
      await expected.wait(Math.min(LOOK_MS, giveUpAt - Date.now()));
      const answer = await collect(sql, { organization_id, id }, record);
      if (answer !== null) return answer;
    }
  } finally {
    expected.end();
  }
  throw await givenUp(sql, { organization_id, id }, record);
}

type RequestKey = { organization_id: string; id: string };

async function collect<Kind extends keyof SessionResults>(
  sql: Sql,
  { organization_id, id }: RequestKey,
  record: Recording<Kind>,
): Promise<SessionAnswer<Kind> | null> {
  return await transact(sql, async (transaction) => {
    const stored = await collectWebAnswer(transaction, organization_id, id);
    if (stored === null) return null;
    const answer: SessionAnswer<Kind> = JSON.parse(stored);
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
