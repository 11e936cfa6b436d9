import type { ChannelRow } from "../../db/channels/channels.ts";
import { type Asking, askSession, lateProblem, type Recording } from "../channels/asking/ask.ts";
import { notFound } from "../http/found.ts";
import { type Problem, problem } from "../http/problem.ts";
import type { GroupRefusal, GroupRequest, GroupResults } from "../providers/whatsapp-web/groups/request.ts";

/**
 * Has the session of a channel change or read groups, and waits for the result. Throws 404, 409 and 422 for what
 * WhatsApp refuses, 503 when nothing came back in time.
 */
export async function askAboutGroups<Kind extends keyof GroupResults>(
  asking: Asking,
  channel: ChannelRow,
  request: Extract<GroupRequest, { kind: Kind }>,
  record?: Recording<Kind>,
): Promise<GroupResults[Kind]> {
  const answer = await askSession<Kind>(asking, channel, request, record);
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
