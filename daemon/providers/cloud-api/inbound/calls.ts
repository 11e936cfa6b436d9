import { objects } from "../../../lib/objects.ts";
import type { CallOutcome } from "../../../message-types/received/call.ts";
import { callMessage } from "../../call-message.ts";
import type { CallNews, Inbound, ReceivedMessage } from "../../inbound.ts";
import { momentOf } from "../../moment.ts";
import { contactOf, type Sides, sidesOf, userIdIn } from "./identities.ts";
import { field, type Json, text } from "./values.ts";

/** Meta's statuses of a call that the business made, with ours. */
const STATUSES: Record<string, CallNews["status"]> = {
  RINGING: "ringing",
  ACCEPTED: "accepted",
  REJECTED: "rejected",
};

/**
 * The field `calls`: voice calls between people and the business.
 * Source: Meta, "WhatsApp Business Calling API", webhooks.
 */
export function readCalls(value: Json): Inbound[] {
  const phoneNumberId = text(field(value.metadata, "phone_number_id"));
  if (phoneNumberId === null) return [];
  const calls = objects(value.calls).flatMap((call) => readCall(call, value));
  const statuses = objects(value.statuses).flatMap((status) => readStatus(status, value));
  return [{ target: { phoneNumberId }, facts: [...calls, ...statuses] }];
}

type Call = Omit<CallNews, "direction" | "status"> & Sides;

function readCall(call: Json, value: Json): (CallNews | ReceivedMessage)[] {
  const isOurs = call.direction === "BUSINESS_INITIATED";
  const common = start(
    call,
    isOurs ? call.to : call.from,
    isOurs ? call.to_user_id : call.from_user_id,
    value,
  );
  if (common === null) return [];
  const direction = isOurs ? "outbound" : "inbound";
  // the response to a call of the business brings nothing new: its statuses do
  if (call.event === "connect") return isOurs ? [] : [news(common, direction, "ringing")];
  if (call.event !== "terminate") return [];
  const isFailed = call.status === "FAILED";
  const duration = Number(call.duration);
  const ended = { ...common, seconds: Number.isFinite(duration) && duration > 0 ? duration : 0 };
  const outcome = isFailed ? "failed" : ended.seconds > 0 ? "taken" : isOurs ? "no_answer" : "missed";
  return [news(ended, direction, isFailed ? "failed" : "completed"), message(ended, direction, outcome)];
}

/** Steps of a call that the business made. What ends it comes as a call, too, but not that the person rejected it. */
function readStatus(given: Json, value: Json): (CallNews | ReceivedMessage)[] {
  const status = STATUSES[text(given.status) ?? ""];
  const common = start(given, given.recipient_id, given.recipient_user_id, value);
  if (status === undefined || common === null) return [];
  const step = news(common, "outbound", status);
  return status === "rejected" ? [step, message(common, "outbound", "rejected")] : [step];
}

function start(call: Json, phone: unknown, userId: unknown, value: Json): Call | null {
  const callId = text(call.id);
  const contact = contactOf(phone, userId, value);
  const sides = sidesOf(phone, userId ?? userIdIn(phone) ?? contact?.user_id);
  if (callId === null || callId === "" || sides === null) return null;
  return { kind: "call", callId, ...sides, at: momentOf(call.timestamp), seconds: null };
}

function news(
  { alias: _alias, userId: _userId, fromPhone: _fromPhone, ...call }: Call,
  direction: CallNews["direction"],
  status: CallNews["status"],
): CallNews {
  return { ...call, direction, status };
}

function message(
  { person, alias, fromPhone, userId, at, callId, seconds }: Call,
  direction: CallNews["direction"],
  outcome: CallOutcome,
): ReceivedMessage {
  const isOurs = direction === "outbound";
  const sides = { direction, person, alias, fromPhone: isOurs ? null : fromPhone, userId, at };
  const lasted = outcome === "taken" ? seconds : null;
  return callMessage(sides, { call_id: callId, outcome, video: false, seconds: lasted });
}
