import type { Report } from "../webhooks/body.ts";
import type { Reached } from "./biller.ts";

/** The webhook by which Meta says that a volume tier was reached (Meta, "Pricing": tiering webhooks). */
export function tierReport({ wabaId, market, category, month, from, to }: Reached, at: number): Report {
  const volume_tier_info = {
    tier_update_time: Math.floor(at / 1_000),
    pricing_category: category.toUpperCase().replaceAll("-", "_"),
    tier: `${from}:${to ?? "MAX"}`,
    effective_month: month,
    region: market.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  };
  const value = { event: "VOLUME_BASED_PRICING_TIER_UPDATE", volume_tier_info };
  return { kind: "change", wabaId, field: "account_update", value };
}
