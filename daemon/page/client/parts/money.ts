/** An amount as people write it: of less than one, such as the price of a message, with four decimals. */
export function money(amount: number, currency: string): string {
  const digits =
    amount !== 0 && Math.abs(amount) < 1 ? { minimumFractionDigits: 2, maximumFractionDigits: 4 } : {};
  return new Intl.NumberFormat("en", { style: "currency", currency, ...digits }).format(amount);
}
