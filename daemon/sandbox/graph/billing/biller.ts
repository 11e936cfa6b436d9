import { createHash } from "node:crypto";
import type { Status } from "../messages/recipients.ts";
import { type BillingAccounts, createBillingAccounts } from "./accounts.ts";
import { type AdWindow, type AdWindows, createAdWindows } from "./ad-windows.ts";
import { auctioned } from "./auction.ts";
import { type Counters, createCounters } from "./counters.ts";
import { createInvoice, type Invoice } from "./invoice.ts";
import { countryOf } from "./markets.ts";
import { createRateCards, type RateCards } from "./rate-cards.ts";
import { dayIn } from "./time-zones.ts";

/** `pricing` of a status (Meta, "Status messages webhook reference"). */
export type Pricing = {
  billable: boolean;
  pricing_model: "PMP";
  type: "regular" | "free_customer_service" | "free_entry_point";
  category: string;
};

export type Sender = { id: string; wabaId: string; digits: string };

/** A message that is billed when it is delivered. */
export type Bill = {
  sender: Sender;
  country: string;
  /** A template's category, or `service`. */
  category: string;
  /** The most that its template may cost for 1,000 deliveries, in the currency's smallest unit; null without. */
  bid: number | null;
  window: AdWindow | null;
  /** The first report that it was delivered, and what that costs. */
  delivery: { status: Status; pricing: Pricing; takeBack: () => void } | null;
};

/** A volume tier that a portfolio reached. */
export type Reached = {
  wabaId: string;
  market: string;
  category: string;
  month: string;
  from: number;
  to: number | null;
};

/** What a template is billed by. */
export type BilledTemplate = Pick<Bill, "category" | "bid">;

export type Biller = {
  accounts: BillingAccounts;
  cards: RateCards;
  windows: AdWindows;
  invoice: Invoice;
  /** A message was taken from the business; `template` is null without one. */
  open(sender: Sender, person: string, template: BilledTemplate | null, at: number): Bill;
  /** The same to a group: what each of its people is billed. */
  openForGroup(sender: Sender, people: readonly string[], category: string | null): ReadonlyMap<string, Bill>;
  /** What a status says of the price; undefined when it says nothing. The first report of a delivery bills, one of a failure refunds. */
  report(bill: Bill, status: Status, at: number): Pricing | undefined;
  clear(): void;
};

const INTERNATIONAL = "authentication-international";

type Parts = Pick<Biller, "accounts" | "cards" | "windows" | "invoice"> & { counters: Counters };

/** Judges messages as Meta does since 1 October 2026, and keeps the invoice. */
export function createBiller(reached: (tier: Reached) => void): Biller {
  let opened = 0;
  const windowId = () => createHash("md5").update(`window ${++opened}`).digest("hex");
  const parts: Parts = {
    accounts: createBillingAccounts(),
    cards: createRateCards(),
    windows: createAdWindows(windowId),
    invoice: createInvoice(),
    counters: createCounters(),
  };
  return {
    ...parts,
    open: (sender, person, template, at) => ({
      ...{ sender, country: countryOf(person), category: template?.category ?? "service", delivery: null },
      bid: template?.bid ?? null,
      window: parts.windows.answered(sender.id, person, at),
    }),
    openForGroup: (sender, people, category) =>
      new Map(
        people.map((person) => [
          person,
          {
            ...{ sender, country: countryOf(person), category: `group_${category ?? "service"}` },
            ...{ bid: null, window: null, delivery: null },
          },
        ]),
      ),
    report(bill, status, at) {
      if (status === "failed") return void refund(bill);
      if (status !== "sent" && bill.delivery === null)
        bill.delivery = { status, ...deliver(parts, bill, at, reached) };
      if (status === "sent") return bill.delivery?.pricing ?? judge(parts, bill, dayOf(parts, bill, at));
      return bill.delivery?.status === status ? bill.delivery.pricing : undefined;
    },
    clear() {
      for (const part of Object.values(parts)) part.clear();
    },
  };
}

/** The day in the account's time zone. */
function dayOf({ accounts }: Parts, { sender }: Bill, at: number): string {
  return dayIn(accounts.zoneOf(sender.wabaId), at);
}

function refund(bill: Bill): void {
  bill.delivery?.takeBack();
}

/** What a message would cost if it were delivered now. */
function judge(parts: Parts, bill: Bill, day: string): Pricing {
  if (bill.window !== null) return pricing("free_entry_point", "referral_conversion");
  if (bill.category === "service" && parts.counters.isFree(bill.sender.id, day.slice(0, 7)))
    return pricing("free_customer_service", "service");
  return pricing("regular", isInternational(parts, bill, day) ? INTERNATIONAL : bill.category);
}

function pricing(type: Pricing["type"], category: string): Pricing {
  return { billable: type === "regular", pricing_model: "PMP", type, category };
}

function deliver(parts: Parts, bill: Bill, at: number, reached: (tier: Reached) => void) {
  const { counters, invoice } = parts;
  const { sender, country } = bill;
  const day = dayOf(parts, bill, at);
  const judged = judge(parts, bill, day);
  if (judged.type === "free_customer_service") counters.takeFree(sender.id, day.slice(0, 7));
  const charge = judged.billable ? chargeOf(parts, bill, judged.category, day, reached) : null;
  const { category, type } = judged;
  const about = { wabaId: sender.wabaId, day, phoneId: sender.id, phoneNumber: sender.digits, country };
  const line = { ...about, category, type, tier: charge?.tier ?? null };
  const remove = invoice.add(line, judged.billable ? (charge?.units ?? null) : 0n);
  return { pricing: judged, takeBack: once(() => remove(charge === null ? null : charge.takeBack())) };
}

/** Authentication in another country that has such a rate, by an account that is eligible. */
function isInternational({ accounts, cards }: Parts, bill: Bill, day: string): boolean {
  const { currency, authenticationInternational, country: own } = accounts.of(bill.sender.wabaId);
  const { country, category } = bill;
  if (category !== "authentication" || !authenticationInternational || country === own) return false;
  return cards.find({ currency, day, country, category: INTERNATIONAL }) !== null;
}

/** The tier's rate: null without a card. Both kinds of authentication count together, over all accounts of the portfolio. */
function chargeOf(
  { accounts, cards, counters }: Parts,
  { sender, country, bid }: Bill,
  category: string,
  day: string,
  reached: (tier: Reached) => void,
): { units: bigint; tier: string | null; takeBack: () => bigint } | null {
  const { currency } = accounts.of(sender.wabaId);
  if (bid !== null) return auctioned(bid, currency);
  const rate = cards.find({ currency, day, country, category });
  if (rate === null) return null;
  const { market, tiers } = rate;
  const month = day.slice(0, 7);
  const name = `${market} ${category.split("-")[0]}`;
  const { tier, isFirst } = counters.charge(name, month, tiers);
  const { from, to, units } = tier;
  if (isFirst) reached({ wabaId: sender.wabaId, market, category, month, from, to });
  // of messages that are counted together the last one is then not charged
  const takeBack = () => counters.discharge(name, month, tiers).units;
  return { units, tier: `${from}:${to ?? "MAX"}`, takeBack };
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}
