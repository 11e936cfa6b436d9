/* What the API takes and gives about what messages cost. */
import type { BodyOf, ResponseOf } from "../../../../daemon/start/types/routes.ts";

export type RateCards = ResponseOf<"GET /v1/rate-card">;
export type RateCard = NonNullable<RateCards["card"]>;
/** A price, or tiers by the messages of a month. */
export type Price = RateCard["prices"][string][string];
export type NewRateCard = BodyOf<"PUT /v1/rate-card">;
