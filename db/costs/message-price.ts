/** What a message costs by a rate card, as `expected_costs` and `settle_costs` take it. */
export type MessagePrice = {
  currency: string;
  /** In small letters. */
  category: string;
  /** Two letters; null where it is not known. */
  country: string | null;
  /** By the clock of the account, such as 2026-10-01. */
  day: string;
  /** The rate card's id. */
  basis: string | null;
  /** JSON text of [{ above, amount }]; null where the card has no such rate. */
  tiers: string | null;
  /** Of an answer: the number whose free answers it may be one of. */
  number: string | null;
  /** Whose messages of a month are counted with it: in a market, as a category. Null where that changes no price. */
  unit: string | null;
  market: string | null;
  counted: string | null;
};

/** The currency of what was charged while there was no rate card: nothing shows it, until a card that comes late prices it. */
export const NO_CURRENCY = "";

/** The same of a message to a group: what each of its people costs, by their digits or user id. */
export type GroupPrice = MessagePrice & { people: Record<string, number> };

/** So many messages of a month are counted at least: see reach_tier (settle.sql). */
export type ReachedTier = { unit: string; market: string; counted: string; month: string; messages: number };

/** What a reported status says about the costs of its message. */
export type ChargeInput = {
  organization_id: string;
  channel_id: string;
  /** Ours, if the provider echoed it. */
  message_id: string | null;
  provider_message_id: string;
  /** Of the channel, by which free answers are counted. */
  number: string;
  /** Of a group: the person that it is about; empty otherwise. */
  participant: string;
} & ({ state: "failed" } | (MessagePrice & { state: "billed" | "free"; type: string; at: Date }));

/** What a message costs, as records show it. */
export type MessageCost = {
  /** Null where the rate card has no such rate. */
  amount: number | null;
  currency: string;
  state: "expected" | "billed" | "free" | "refunded";
  category: string;
  type: string;
  country: string | null;
  basis: string | null;
};
