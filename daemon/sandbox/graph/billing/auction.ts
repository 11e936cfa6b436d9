/** An auction is won a little below the bid: Meta charges a maximum price or less ("Set a max price for marketing messages"). */
const TENTHS = 9n;
/** Amounts have ten decimal places; a bid is that of 1,000 deliveries. */
const PLACES = 7;

/** What a delivery costs by the bid of its template, which is in the currency's smallest unit: by no rate, and in no tier. */
export function auctioned(bid: number, currency: string) {
  const money = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  const units = (BigInt(bid) * 10n ** BigInt(PLACES - (money.maximumFractionDigits ?? 2)) * TENTHS) / 10n;
  return { units, tier: null, takeBack: () => units };
}
