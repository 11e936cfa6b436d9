import type { ChannelRow } from "../../db/channels/channels.ts";
import type { Queryable, Sql } from "../../db/connection/client.ts";
import {
  askWebSession,
  collectWebAnswer,
  WEB_REQUEST_SECONDS,
  withdrawWebRequest,
} from "../../db/whatsapp-web/requests.ts";
import { notFound } from "../http/found.ts";
import { type Problem, problem } from "../http/problem.ts";
import type {
  GroupAnswer,
  GroupRefusal,
  GroupRequest,
  GroupResults,
} from "../providers/whatsapp-web/groups/request.ts";

const LOOK_MS = 50;
const RETRY_AFTER_SECONDS = "30";

/** Records a change together with the question that makes it. */
export type Recording = (ask: (sql: Queryable) => Promise<void>) => Promise<void>;

/**
 * Has the session of a channel do something with groups, wherever it is held, and waits for what comes of it. Throws
 * 404, 409 and 422 for what WhatsApp refuses, 503 when nothing came back in time.
 */
export async function askAboutGroups<Kind extends keyof GroupResults>(
  sql: Sql,
  { organization_id, id: channel_id }: ChannelRow,
  request: Extract<GroupRequest, { kind: Kind }>,
  record: Recording = (ask) => ask(sql),
): Promise<GroupResults[Kind]> {
  const id = Bun.randomUUIDv7();
  await record((within) =>
    askWebSession(within, { organization_id, id, channel_id, request: JSON.stringify(request) }),
  );
  const giveUpAt = Date.now() + WEB_REQUEST_SECONDS * 1000;
  while (Date.now() < giveUpAt) {
    const answer = await collectWebAnswer(sql, organization_id, id);
    if (answer !== null) return resultOf(JSON.parse(answer));
    await Bun.sleep(LOOK_MS);
  }
  throw lateProblem(await withdrawWebRequest(sql, organization_id, id));
}

function resultOf<Kind extends keyof GroupResults>(answer: GroupAnswer<Kind>): GroupResults[Kind] {
  if ("result" in answer) return answer.result;
  throw problemOf(answer.refusal);
}

function problemOf({ reason, code, text }: GroupRefusal): Problem {
  switch (reason) {
    case "not_found":
      return notFound("group");
    case "not_admin":
      return problem(409, "not_group_admin", "only admins of the group may do this, and the number is none");
    case "refused":
      return problem(422, "provider_rejected", `WhatsApp refused: ${text} (${code})`);
    case "no_response":
      return lateProblem(true);
  }
}

function lateProblem(wasBegun: boolean): Problem {
  const detail = wasBegun
    ? "WhatsApp did not respond in time; look whether it was done before you repeat it"
    : "the number's session did not take it up in time; nothing was done";
  return problem(503, "whatsapp_timed_out", detail, { headers: { "retry-after": RETRY_AFTER_SECONDS } });
}
