import type { ChannelAlert } from "../../channel-facts.ts";
import type { Inbound } from "../../inbound.ts";
import { type Json, numericId, object, text } from "./values.ts";

/** What an alert of Meta's says, and what to do about it. */
type Words = { text: string; advice: string | null };

/** By the type of the alert. Source: Meta, webhooks reference, `account_alerts`, May 2026. */
const WORDS: Record<string, Words> = {
  INCREASED_CAPABILITIES_ELIGIBILITY_DEFERRED: {
    text: "Meta has not decided yet whether your numbers may write to more people a day",
    advice: "Keep sending messages that people want and answer; Meta looks again by itself.",
  },
  INCREASED_CAPABILITIES_ELIGIBILITY_FAILED: {
    text: "Meta refused to let your numbers write to more people a day",
    advice: "See why in WhatsApp Manager, and ask people for consent before you write to them first.",
  },
  INCREASED_CAPABILITIES_ELIGIBILITY_NEED_MORE_INFO: {
    text: "Meta wants to know more before your numbers may write to more people a day",
    advice: "Verify your business in the security centre of Meta's Business Manager.",
  },
  OBA_APPROVED: { text: "the number became an official business account", advice: null },
  OBA_REJECTED: {
    text: "Meta refused to make the number an official business account",
    advice: "Ask again in WhatsApp Manager after 30 days, with articles that show that your brand is known.",
  },
  PROFILE_PICTURE_LOST: {
    text: "the picture of the number's profile is gone",
    advice: "Upload it again in WhatsApp Manager.",
  },
};

/**
 * The field `account_alerts`: what Meta decided about a number, its profile or its portfolio. Its parts stand in
 * `alert_info`, in older calls beside it. Source: Meta, webhooks reference, `account_alerts`.
 */
export function readAlert(value: Json, accountId: string): Inbound[] {
  const info = { ...value, ...object(value.alert_info) };
  const type = text(info.alert_type);
  if (type === null) return [];
  const description = text(info.alert_description);
  const alert: ChannelAlert = {
    kind: "alert",
    type,
    severity: severityOf(text(info.alert_severity)),
    ...describeAlert(type, description),
    description,
  };
  const number = value.entity_type === "PHONE_NUMBER" ? numericId(value.entity_id) : null;
  const target = number === null ? { accountId, phone: null } : { phoneNumberId: number };
  return [{ target, facts: [alert] }];
}

function severityOf(given: string | null): ChannelAlert["severity"] {
  if (given === "CRITICAL") return "critical";
  return given === "INFORMATIONAL" ? "informational" : "warning";
}

/** An alert in words; one of a type that is not known, in Meta's. */
function describeAlert(type: string, description: string | null): Words {
  const known = Object.hasOwn(WORDS, type) ? WORDS[type] : undefined;
  return known ?? { text: description ?? `Meta reports ${type}`, advice: "See it in WhatsApp Manager." };
}
