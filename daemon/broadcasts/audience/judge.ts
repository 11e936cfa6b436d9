import type { AudienceContact } from "../../../db/broadcasts/audience.ts";
import { countryOfRecipient } from "../../costs/rates/price.ts";
import { isObject } from "../../lib/objects.ts";
import { bestAddress } from "../../messages/accept/addresses.ts";
import type { Plan } from "../plan/plan.ts";
import type { Charge, Prices } from "../prices.ts";
import type { Route } from "../template/definition.ts";
import { type Message, messageFor } from "../template/message.ts";
import { zoneOf } from "./zones.ts";

/** Why somebody of the audience gets nothing. */
export const SKIP_REASONS = [
  "suppressed",
  "no_consent",
  "consent_unknown",
  "no_address",
  "not_on_whatsapp",
  "missing_parameter",
  "invalid_parameter",
  "duplicate",
  "over_limit",
] as const;

export type SkipReason = (typeof SKIP_REASONS)[number];

type Place = { address: string | null; userId: string | null };

/** The message of a contact of the audience, or why there is none. */
export type Verdict = { contactId: string } & (
  | { reason: SkipReason }
  /** What it is charged, and its price once it is taken (limit.ts): null without prices. */
  | {
      reason: null;
      message: Message;
      to: Place;
      country: string | null;
      charge: Charge | null;
      price: number | null;
    }
);

/** Decides what a contact gets through one of the channels, and what it costs where prices are given. */
export function judge(
  contact: AudienceContact,
  route: Route,
  { template, require_consent }: Plan,
  prices: Prices | null = null,
): Verdict {
  const contactId = contact.id;
  const { addresses } = contact;
  const to = bestAddress(route.platform, NAMED_BY_CONTACT, { addresses });
  if (to === null) return { contactId, reason: "no_address" };
  if (contact.suppression !== null)
    return { contactId, reason: contact.suppression === "consent_denied" ? "no_consent" : "suppressed" };
  if (require_consent && !contact.has_consent) return { contactId, reason: "consent_unknown" };
  if (contact.account === "absent") return { contactId, reason: "not_on_whatsapp" };
  const message = messageFor(route, template, contact);
  if (typeof message === "string") return { contactId, reason: message };
  const sent = { contactId, reason: null, message, to, price: null };
  if (prices === null) return { ...sent, country: null, charge: null };
  const charge = prices.chargeOf(to);
  const country = countryOfRecipient(to.address ?? to.userId);
  return { ...sent, country, charge: contact.is_free && charge !== null ? FREE : charge };
}

/** An advertisement pays for it: it counts for no tier. */
const FREE: Charge = { market: "", tiers: [{ above: 0, amount: 0 }], reached: 0 };

const NAMED_BY_CONTACT = { phone: null, userId: null, userName: null, contactId: null, conversationId: null };

/** The zone whose clock says when a contact may be written to; empty where no window asks. */
export function zoneFor({ phone_number, custom_fields }: AudienceContact, { window }: Plan): string {
  if (window === null) return "";
  const { zone = "recipient" } = window;
  if (zone !== "recipient") return zone;
  const fields: unknown = JSON.parse(custom_fields);
  return zoneOf(phone_number, isObject(fields) ? fields : {});
}
