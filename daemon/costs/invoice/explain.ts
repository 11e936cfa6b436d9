import type { Difference, Reason } from "./compare.ts";

const WORDS: Record<Reason, string> = {
  not_reported:
    "WhatsApp delivered messages whose delivery was not reported here: these are still `sent`, or others were sent past Waypost",
  not_charged:
    "these were reported as delivered, and WhatsApp charges fewer: it may have taken some back since",
  another_day: "these were counted on another day: was the account's time zone changed, or not known yet?",
  another_category: "WhatsApp charged another category than it reported",
  another_country: "WhatsApp reads the country of these numbers differently",
  another_rate:
    "as many messages, at another rate than the rate card has, or in another volume tier: tiers count the messages of all accounts of a business",
  max_price:
    "templates here have a maximum price, which Waypost counts: WhatsApp charged less for them, as it may",
  tier_order:
    "the same messages reached the volume tiers in another order: over the month, such differences cancel each other",
  no_rate: "the rate card has no rate for these: add it",
};

/** A difference in one sentence. */
export function explain({ reason }: Pick<Difference, "reason">): string {
  return WORDS[reason];
}
