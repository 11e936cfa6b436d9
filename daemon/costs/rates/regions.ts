/**
 * The regions of Meta's rate cards, as its page "Pricing on the WhatsApp Business Platform" lists them (30 March 2026;
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/pricing#country-calling-codes). A country
 * that a card names by itself is in none of its regions; one that is listed nowhere is in Other.
 */
export const REGIONS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    "north america": countries("CA US"),
    "rest of africa": countries(
      "AO BF BI BJ BW CG CI CM DZ ER ET GA GH GM GW KE LR LS LY MA MG ML MR MW MZ NA NE RW SD SL SN SO SS SZ TD TG TN TZ UG ZM ZW",
    ),
    "rest of asia pacific": countries("AF AU BD CN HK JP KH LA LK MN NP NZ PG PH SG TH TJ TM TW UZ VN"),
    "rest of central and eastern europe": countries(
      "AL AM AZ BG BY CZ GE GR HR HU LT LV MD MK PL RO RS SI SK UA",
    ),
    "rest of western europe": countries("AT BE CH DK FI IE NO PT SE"),
    "rest of latin america": countries("BO CR DO EC GT HN HT JM NI PA PR PY SV UY VE"),
    "rest of middle east": countries("BH IQ JO KW LB OM QA YE"),
  }),
);

/** Rates go by calling codes: these share the one of another country, and are charged as it is. */
export const CALLED_AS: Readonly<Record<string, readonly string[]>> = {
  AU: countries("CC CX"),
  FI: countries("AX"),
  GB: countries("GG IM JE"),
  IT: countries("VA"),
  MA: countries("EH"),
  NO: countries("SJ"),
};

/** Names that Meta has for countries, where the usual English one is another. */
export const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "czech republic": "CZ",
    "hong kong": "HK",
    "ivory coast": "CI",
    "republic of the congo (brazzaville)": "CG",
    "republic of the congo": "CG",
    swaziland: "SZ",
    turkey: "TR",
  }),
);

function countries(codes: string): string[] {
  return codes.split(" ");
}
