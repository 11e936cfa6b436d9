import type { ChannelRow } from "../../db/channels/channels.ts";
import type { Queryable } from "../../db/connection/client.ts";
import { audit } from "../auth/audit.ts";
import type { Caller } from "../http/caller.ts";
import type { GroupAnswer, GroupResults } from "../providers/groups.ts";
import { DONE } from "./shown.ts";

/** Records the result of a request about groups; null for an unknown result. */
export type GroupRecording = (sql: Queryable, answer: GroupAnswer | null) => Promise<void>;

/**
 * Puts a change of a group into the audit log once WhatsApp has made it. A change that nobody knows of, because WhatsApp
 * did not respond, is there as `confirmed: false`.
 */
export function recording(
  caller: Caller,
  { id }: ChannelRow,
  action: string,
  changes: object = {},
): GroupRecording {
  return async (sql, answer) => {
    const isUnknown = answer === null || ("refusal" in answer && answer.refusal.reason === "no_response");
    if (!isUnknown && !("result" in answer && didSomething(answer.result))) return;
    const known = isUnknown ? { ...changes, confirmed: false } : { ...changes };
    await audit(sql, caller, { action, target: { type: "channel", id }, changes: known });
  };
}

/** WhatsApp answers for each participant whether something was done to them. */
function didSomething(result: GroupResults[keyof GroupResults]): boolean {
  return !isOutcomes(result) || result.some(({ code }) => code === DONE);
}

function isOutcomes(result: GroupResults[keyof GroupResults]): result is GroupResults["participants"] {
  return Array.isArray(result) && result.every((one: object) => "code" in one);
}
