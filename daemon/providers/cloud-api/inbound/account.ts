import { objects } from "../../../lib/objects.ts";
import { STATUS_REASONS, statusReason } from "../../../lib/status-reasons.ts";
import type { ChannelNews, Inbound } from "../../inbound.ts";
import { endOf, field, type Json, text } from "./values.ts";

/** A stopped channel tries one message after this, if no event says that it may send before. */
const STOPPED_MS = 24 * 3600_000;

type News = Omit<ChannelNews, "kind">;

/**
 * What the events of an account mean for its channels; other events (partners added, reviews) change nothing.
 * Source: Meta, webhooks reference, `account_update`.
 */
const EVENTS: Record<string, (value: Json) => News> = {
  ACCOUNT_DELETED: () => gone(STATUS_REASONS.account_deleted),
  ACCOUNT_OFFBOARDED: () => gone(STATUS_REASONS.left_cloud_api),
  PARTNER_REMOVED: () => gone(STATUS_REASONS.app_removed),
  PARTNER_APP_UNINSTALLED: () => gone(STATUS_REASONS.app_uninstalled),
  ACCOUNT_RESTRICTION: restriction,
  ACCOUNT_VIOLATION: violation,
  DISABLED_UPDATE: ban,
  AUTH_INTL_PRICE_ELIGIBILITY_UPDATE: internationalRates,
  VOLUME_BASED_PRICING_TIER_UPDATE: reachedTier,
  ACCOUNT_RECONNECTED: () => ({ status: "connecting", reason: null, stoppedUntil: null }),
};

export const READ_ACCOUNT_EVENTS: readonly string[] = Object.keys(EVENTS);

/** The field `account_update`. Events of partners name the account inside. */
export function readAccountUpdate(value: Json, entryId: string): Inbound[] {
  const event = text(value.event) ?? "";
  const meaning = Object.hasOwn(EVENTS, event) ? EVENTS[event] : undefined;
  if (meaning === undefined) return [];
  const accountId = text(field(value.waba_info, "waba_id")) ?? entryId;
  return [{ target: { accountId, phone: null }, facts: [{ kind: "channel", ...meaning(value) }] }];
}

function gone(reason: string): News {
  return { status: "disconnected", reason, stoppedUntil: later(STOPPED_MS) };
}

/** Restrictions that end say when, in seconds since 1970. */
function restriction(value: Json): News {
  const restrictions = objects(value.restriction_info);
  const names = restrictions.map((one) => text(one.restriction_type) ?? "").filter((name) => name !== "");
  const ends = restrictions.map((one) => one.expiration).filter((end) => Number(end) > 0);
  const last = ends
    .map(endOf)
    .sort((left, right) => left.getTime() - right.getTime())
    .at(-1);
  return {
    status: "restricted",
    reason: statusReason("account_restricted", names.join(", ") || STATUS_REASONS.no_reason),
    stoppedUntil: last ?? later(STOPPED_MS),
  };
}

/** Countries that are named begin at another time than all others (Meta, "Authentication-international rates"). */
function internationalRates({ auth_international_rate_eligibility: given }: Json): News {
  const named = objects(field(given, "exception_countries")).map(
    (one) => [text(one.country_code) ?? "", one.start_time] as const,
  );
  const since = [["*", field(given, "start_time")] as const, ...named];
  const known = since.filter(([country, at]) => /^(?:[A-Z]{2}|\*)$/.test(country) && Number(at) > 0);
  return {
    international: Object.fromEntries(known.map(([country, at]) => [country, endOf(at).toISOString()])),
  };
}

/** A tier is written such as `250001:750000` (Meta, "Pricing": tiering webhooks). */
function reachedTier({ volume_tier_info: given }: Json): News {
  const market = text(field(given, "region"));
  const category = text(field(given, "pricing_category"));
  const month = /^\d{4}-\d{2}$/.exec(text(field(given, "effective_month")) ?? "")?.[0];
  const from = Number(/^(\d{1,12}):/.exec(text(field(given, "tier")) ?? "")?.[1]);
  if (market === null || category === null || month === undefined || !(from > 0)) return {};
  return { tier: { market, category, month, from } };
}

/** A warning: sending continues. */
function violation(value: Json): News {
  const type = text(field(value.violation_info, "violation_type")) ?? STATUS_REASONS.no_reason;
  return { status: "degraded", reason: statusReason("policy_violated", type) };
}

function ban(value: Json): News {
  const state = text(field(value.ban_info, "waba_ban_state")) ?? "DISABLE";
  const date = text(field(value.ban_info, "waba_ban_date"));
  if (state === "REINSTATE") return { status: "connecting", reason: null, stoppedUntil: null };
  if (state === "SCHEDULE_FOR_DISABLE") {
    return { status: "degraded", reason: statusReason("account_ends", date ?? "an unknown date") };
  }
  return {
    status: "restricted",
    reason: STATUS_REASONS.account_disabled,
    stoppedUntil: later(STOPPED_MS),
  };
}

function later(milliseconds: number): Date {
  return new Date(Date.now() + milliseconds);
}
