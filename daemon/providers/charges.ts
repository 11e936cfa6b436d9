import type { BusinessAccount, CallOutcome } from "./management.ts";

/** What a platform charged for the messages of a number that were delivered on a day to a country. */
export type Charge = {
  /** By the account's clock, such as 2026-10-01. */
  day: string;
  /** Two letters, as the platform reads the recipient's number. */
  country: string;
  /** In small letters, such as `marketing` or `authentication_international`. */
  category: string;
  isFree: boolean;
  messages: number;
  /** In the account's currency; null where the platform doesn't say, as when a partner pays. */
  amount: number | null;
};

/** How an account is charged, and what for. `timeZone` is null where the platform names none: UTC. */
export type Charges = { currency: string | null; timeZone: string | null; charges: Charge[] };

/** A number with its country code, without a sign, and a month, such as 2026-10. */
export type ChargesQuery = { phoneNumber: string; month: string };

/** Reads what was charged in a month of the account's time zone. Never throws. */
export type ReadCharges = (
  account: BusinessAccount,
  query: ChargesQuery,
  signal?: AbortSignal,
) => Promise<CallOutcome<Charges>>;
