/** How long WhatsApp's information about a number stays valid, in hours. */
export const LOOKUP_FRESH_HOURS = 24;
