import type { ChannelRow } from "../../db/channels/channels.ts";
import { type Asking, askSession, lateProblem, requireConnected } from "../channels/asking/ask.ts";
import { providerOf } from "../channels/platform.ts";
import { notFound } from "../http/found.ts";
import { type Problem, problem } from "../http/problem.ts";
import type {
  GroupComplaint,
  GroupRefusal,
  GroupRequest,
  GroupResults,
  PairedGroupRequest,
} from "../providers/groups.ts";
import type { Providers } from "../providers/provider.ts";
import type { Secrets } from "../secrets/envelope.ts";
import { askByCalls } from "./by-calls.ts";
import type { GroupRecording } from "./recording.ts";

/** What it takes to ask about groups. */
export type GroupAsking = Asking & { providers: Providers; secrets: Secrets };

/**
 * Changes or reads groups of a channel, through its session or by calls, and waits for the result. Throws 422 for what
 * its platform can't do, 404, 409 and 422 for what WhatsApp refuses, 503 when nothing came back in time.
 */
export async function askAboutGroups<Kind extends keyof GroupResults>(
  asking: GroupAsking,
  channel: ChannelRow,
  request: Extract<GroupRequest, { kind: Kind }>,
  record: GroupRecording = async () => {},
): Promise<GroupResults[Kind]> {
  const { groups, groupCalls } = providerOf(asking.providers, channel);
  const wrong = groups?.refusalOf(request) ?? null;
  if (wrong !== null) throw impossible(wrong);
  requireConnected(channel);
  const answer =
    groupCalls === undefined
      ? await askSession(asking, channel, request as PairedGroupRequest, record)
      : await askByCalls(asking, channel, groupCalls, { request, record });
  // the kind of a result is that of its request
  if ("result" in answer) return answer.result as GroupResults[Kind];
  throw problemOf(answer.refusal);
}

function impossible({ path, message }: GroupComplaint): Problem {
  if (path === "") return problem(422, "unsupported_on_platform", message);
  return problem(422, "unsupported_on_platform", `${path}: ${message}`, { errors: [{ path, message }] });
}

function problemOf({ reason, code, text }: GroupRefusal): Problem {
  switch (reason) {
    case "not_found":
      return notFound("group");
    case "not_admin":
      return problem(409, "not_group_admin", "only admins of the group may do this, and the number is none");
    case "refused":
      return problem(
        422,
        "provider_rejected",
        `WhatsApp refused: ${text}${code === null ? "" : ` (${code})`}`,
      );
    case "no_response":
      return lateProblem(true);
  }
}
