/** How long WhatsApp's answer about a number is good, in hours. */
export const LOOKUP_FRESH_HOURS = 24;
