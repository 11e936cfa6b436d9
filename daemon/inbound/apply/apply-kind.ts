import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { RateCards } from "../../costs/rates/rate-cards.ts";
import type { PastDependencies } from "../../past/store.ts";
import type { InboundFact } from "../../providers/inbound.ts";
import type { Platforms } from "../../providers/provider.ts";
import type { GatheredWrites } from "./writes.ts";

export type Kind = InboundFact["kind"];
type Of<Name extends Kind> = Extract<InboundFact, { kind: Name }>;

/** What facts are read by. */
export type Known = {
  platforms: Platforms;
  rateCards: Pick<RateCards, "rateOf" | "currency">;
  /** By which messages of before are stored. */
  past: PastDependencies;
};

/** Gathers the writes for the facts of one kind about the same channels, in the order they came. */
export type Apply<Name extends Kind> = (
  writes: GatheredWrites,
  channels: readonly ChannelRow[],
  facts: readonly Of<Name>[],
  known: Known,
) => Promise<void>;
