import type { LedgerTotal } from "../../../db/costs/invoice/ledger.ts";
import type { Charges } from "../../providers/charges.ts";

type Compared = {
  channel_id: string;
  phone_number: string | null;
  account_id: string | null;
  ledger: readonly ReturnType<typeof totalOf>[];
  invoice: ReturnType<typeof invoiceOf> | null;
  error: string | null;
};

export function totalOf({ currency, messages, free, unpriced, amount }: LedgerTotal) {
  return { currency, messages, free, unpriced, amount };
}

export function invoiceOf({ currency, charges }: Charges) {
  const sum = (of: typeof charges) => of.reduce((total, { messages }) => total + messages, 0);
  const amounts = charges.flatMap(({ amount }) => amount ?? []);
  return {
    currency,
    messages: sum(charges),
    free: sum(charges.filter(({ isFree }) => isFree)),
    amount: amounts.length === 0 && charges.length > 0 ? null : rounded(amounts),
  };
}

/** What all numbers that were compared come to, by currency, and which were not compared, or not wholly. */
export function together(data: readonly Compared[]) {
  const whole = data.filter(({ error }) => error === null);
  const currencies = [...new Set(whole.map(({ invoice }) => invoice?.currency ?? null))];
  const totals = currencies.map((currency) => {
    const own = whole.flatMap((one) => (one.invoice?.currency === currency ? one : []));
    return totalIn(currency, own);
  });
  const not_compared = data.flatMap(({ channel_id, phone_number, account_id, error }) =>
    error === null ? [] : { channel_id, phone_number, account_id, reason: error },
  );
  return {
    totals: totals.filter(({ ledger, invoice }) => ledger.messages + invoice.messages > 0),
    not_compared,
  };
}

function totalIn(currency: string | null, own: readonly Compared[]) {
  const ledger = sumOf(own.flatMap((one) => one.ledger));
  const invoice = sumOf(own.flatMap((one) => one.invoice ?? []));
  const difference = {
    messages: invoice.messages - ledger.messages,
    free: invoice.free - ledger.free,
    amount: rounded([invoice.amount, -ledger.amount]),
  };
  return { currency, ledger, invoice, difference };
}

function sumOf(totals: readonly { messages: number; free: number; amount: number | null }[]) {
  return {
    messages: totals.reduce((sum, { messages }) => sum + messages, 0),
    free: totals.reduce((sum, { free }) => sum + free, 0),
    amount: rounded(totals.map(({ amount }) => amount ?? 0)),
  };
}

/** Rates have few decimal places; what adding them up in binary leaves behind those is none of them. */
function rounded(amounts: readonly number[]): number {
  return Math.round(amounts.reduce((total, amount) => total + amount, 0) * 1e6) / 1e6;
}
