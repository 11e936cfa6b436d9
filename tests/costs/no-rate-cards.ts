/** What there is before a rate card is set. */
export const NO_RATE_CARDS = { rateOf: () => null, currency: () => null };
