import { metaZone } from "../../../lib/time/meta-zones.ts";

/** How a business account is billed. `country` is where the business is (`primary_business_location`). */
export type BillingAccount = {
  currency: string;
  timezoneId: string;
  country: string;
  /** Whether it pays the international rate for authentication in other countries that have one. */
  authenticationInternational: boolean;
};

export type BillingAccounts = {
  of(wabaId: string): BillingAccount;
  zoneOf(wabaId: string): string;
  change(wabaId: string, changes: Partial<BillingAccount>): BillingAccount;
  snapshot(): [string, BillingAccount][];
  restore(accounts: readonly [string, BillingAccount][]): void;
  clear(): void;
};

const USUAL: BillingAccount = {
  ...{ currency: "USD", timezoneId: "0", country: "US" },
  authenticationInternational: false,
};

export function createBillingAccounts(): BillingAccounts {
  const accounts = new Map<string, BillingAccount>();
  const of = (wabaId: string) => accounts.get(wabaId) ?? USUAL;
  return {
    of,
    zoneOf: (wabaId) => metaZone(of(wabaId).timezoneId) ?? "UTC",
    change(wabaId, changes) {
      const changed = { ...of(wabaId), ...changes };
      accounts.set(wabaId, changed);
      return changed;
    },
    snapshot: () => [...accounts],
    restore(kept) {
      for (const [wabaId, account] of kept) accounts.set(wabaId, account);
    },
    clear: () => accounts.clear(),
  };
}
