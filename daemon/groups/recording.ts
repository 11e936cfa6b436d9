import type { ChannelRow } from "../../db/channels/channels.ts";
import { audit } from "../auth/audit.ts";
import type { Recording } from "../channels/asking/ask.ts";
import type { Caller } from "../http/caller.ts";
import type { GroupResults } from "../providers/whatsapp-web/groups/request.ts";
import { DONE } from "./shown.ts";

/**
 * Puts a change of a group into the audit log once WhatsApp has made it. A change that nobody knows of, because WhatsApp
 * did not respond, is there as `confirmed: false`.
 */
export function recording(
  caller: Caller,
  { id }: ChannelRow,
  action: string,
  changes: object = {},
): Recording<keyof GroupResults> {
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
  return Array.isArray(result) && result.every((one) => "code" in one);
}
