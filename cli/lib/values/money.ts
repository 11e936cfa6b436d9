import { usageFailure } from "../failures/failure.ts";

/** An amount with its currency, such as 100EUR. Throws a usage failure that names what was given, by `what`. */
export function moneyOf(what: string, text: string): { amount: number; currency: string } {
  const [, amount, currency] = /^(\d+(?:\.\d+)?)\s*([A-Za-z]{3})$/.exec(text.trim()) ?? [];
  if (amount === undefined || currency === undefined)
    throw usageFailure(`${what} '${text}' is not an amount of money`, "Write for example 100EUR.");
  return { amount: Number(amount), currency: currency.toUpperCase() };
}
