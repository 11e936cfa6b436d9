import { objects } from "../../../lib/objects.ts";
import type { CallNews, Inbound } from "../../inbound.ts";
import { momentOf } from "../../moment.ts";
import { identities } from "./identities.ts";
import { digits, field, type Json, text } from "./values.ts";

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

function readCall(call: Json, value: Json): CallNews[] {
  const isOurs = call.direction === "BUSINESS_INITIATED";
  const phone = isOurs ? call.to : call.from;
  const userId = isOurs ? call.to_user_id : call.from_user_id;
  const common = start(call, phone, userId, value);
  if (common === null) return [];
  const direction = isOurs ? "outbound" : "inbound";
  // the response to a call of the business brings nothing new: its statuses do
  if (call.event === "connect") return isOurs ? [] : [{ ...common, direction, status: "ringing" }];
  if (call.event !== "terminate") return [];
  const status = call.status === "FAILED" ? "failed" : "completed";
  const seconds = Number(call.duration);
  return [{ ...common, direction, status, seconds: Number.isFinite(seconds) && seconds > 0 ? seconds : 0 }];
}

function readStatus(news: Json, value: Json): CallNews[] {
  const status = STATUSES[text(news.status) ?? ""];
  const common = start(news, news.recipient_id, news.recipient_user_id, value);
  return status === undefined || common === null ? [] : [{ ...common, direction: "outbound", status }];
}

function start(call: Json, phone: unknown, userId: unknown, value: Json) {
  const callId = text(call.id);
  const contacts = objects(value.contacts);
  const contact = contacts.find((one) => digits(one.wa_id) === digits(phone)) ?? contacts[0];
  const [person] = identities(phone, userId ?? contact?.user_id);
  if (callId === null || callId === "" || person === undefined) return null;
  return { kind: "call", callId, person, at: momentOf(call.timestamp), seconds: null } as const;
}
