import type { FormEvent } from "../../../webhooks/forms/form.ts";
import { graphObjectId } from "../objects.ts";
import { type Channel, metadataOf, secondsOf } from "./message.ts";

type Json = Record<string, unknown>;
/** The field of a change, and its value. */
export type Change = { field: string; value: Json };

/** Events of an account by our status of its channel; of others Meta tells nothing. */
const ACCOUNT_EVENTS: Readonly<Record<string, string>> = {
  restricted: "ACCOUNT_RESTRICTION",
  logged_out: "ACCOUNT_OFFBOARDED",
};
/** A number that is logged out is back once a phone has accepted it anew. */
const COULD_NOT_SEND = ["restricted", "pairing"];
const IS_BACK = ["connecting", "connected", "degraded"];

/** The number can't send from now on, or can again. A connection that is lost for a while changes nothing at Meta. */
export function accountUpdate({ body }: FormEvent): Change | null {
  const [status, previous] = [String(body.status), String(body.previous)];
  const isBack = COULD_NOT_SEND.includes(previous) && IS_BACK.includes(status);
  const event = isBack ? "ACCOUNT_RECONNECTED" : ACCOUNT_EVENTS[status];
  if (event === undefined || status === previous) return null;
  const restriction_info = [{ restriction_type: body.reason }];
  return {
    field: "account_update",
    value: { event, ...(event === "ACCOUNT_RESTRICTION" ? { restriction_info } : {}) },
  };
}

const QUALITY_EVENTS: Readonly<Record<string, string>> = { RED: "FLAGGED", GREEN: "UNFLAGGED" };

/** What Meta says of a number's quality and limit; it says nothing of paired ones. */
export function qualityUpdate(channel: Channel): Change | null {
  const { quality_rating, messaging_limit } = channel;
  const event = QUALITY_EVENTS[quality_rating ?? ""];
  if (event === undefined) return null;
  const { display_phone_number } = metadataOf(channel);
  const limit = messaging_limit === null ? {} : { current_limit: messaging_limit };
  return { field: "phone_number_quality_update", value: { display_phone_number, event, ...limit } };
}

export function accountAlert({ body }: FormEvent, channel: Channel): Change {
  const { alert, severity, description, text } = body;
  const alert_info = {
    ...{ alert_type: alert, alert_severity: String(severity).toUpperCase(), alert_status: "ACTIVE" },
    alert_description: description ?? text,
  };
  const entity = { entity_type: "PHONE_NUMBER", entity_id: metadataOf(channel).phone_number_id };
  return { field: "account_alerts", value: { ...entity, alert_info } };
}

export function usernameUpdate({ body: { username, status } }: FormEvent, channel: Channel): Change {
  const { display_phone_number } = metadataOf(channel);
  const named = username === null ? {} : { username };
  return { field: "business_username_updates", value: { display_phone_number, status, ...named } };
}

/** Meta names a template by an id in digits, and its language with a hyphen. */
export function templateUpdate({ body }: FormEvent): Change {
  const { template_id, name, language, status, rejected_reason } = body;
  return {
    field: "message_template_status_update",
    value: {
      event: status === "deleted" ? "PENDING_DELETION" : String(status).toUpperCase(),
      message_template_id: graphObjectId(String(template_id)),
      message_template_name: name,
      message_template_language: String(language).replace("_", "-"),
      reason: rejected_reason ?? "NONE",
    },
  };
}

/** Another holds the conversation: it was passed to the business, or taken from it. */
export function handover({ body, records: { contact } }: FormEvent, channel: Channel): Change {
  const { handled_by, note, summary, occurred_at } = body;
  const phone = contact?.phone_number?.replace(/^\+/, "");
  const control = {
    ...(handled_by === "business"
      ? { previous_owner_role: "ai_agent", new_owner_role: "escalation" }
      : { previous_owner_role: "escalation", new_owner_role: "ai_agent" }),
    ...(note === null ? {} : { metadata: note }),
    ...(summary === null ? {} : { conversation_context: { summary: { text: summary } } }),
  };
  const type = handled_by === "business" ? "control_passed" : "control_taken";
  return {
    field: "messaging_handovers",
    value: {
      ...{ messaging_product: "whatsapp", recipient: metadataOf(channel), type, [type]: control },
      sender: {
        ...(phone === undefined ? {} : { phone_number: phone }),
        ...(contact?.user_id ? { user_id: contact.user_id } : {}),
      },
      timestamp: secondsOf(String(occurred_at)),
    },
  };
}
