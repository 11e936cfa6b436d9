import { parsePhoneNumberFromString } from "libphonenumber-js/max";

/** Regions of Meta's rate cards (Meta, "Pricing": country calling codes), with those of their countries that have rates of their own by now. */
const REGIONS: Readonly<Record<string, string>> = {
  "North America": "CA US",
  "Rest of Africa": `DZ AO BJ BW BF BI CM TD CG ER ET GA GM GH GW CI KE LS LR LY MG MW ML MR MA MZ NA NE RW SN SL SO
    SS SD SZ TZ TG TN UG ZM ZW`,
  "Rest of Asia Pacific": "AF AU BD KH CN HK JP LA MN NP NZ PG PH SG LK TW TJ TH TM UZ VN",
  "Rest of Central and Eastern Europe": "AL AM AZ BY BG HR CZ GE GR HU LV LT MD MK PL RO RS SK SI UA",
  "Rest of Western Europe": "AT BE DK FI IE NO PT SE CH",
  "Rest of Latin America": "BO CR DO EC SV GT HT HN JM NI PA PY PR UY VE",
  "Rest of Middle East": "BH IQ JO KW LB OM QA YE",
};

const OTHER = "Other";
/** Names that Meta's cards have, where they are not the usual ones. */
const NAMES: Readonly<Record<string, string>> = { TR: "Turkey", HK: "Hong Kong" };
const usual = new Intl.DisplayNames("en", { type: "region" });

const regionOf = new Map(
  Object.entries(REGIONS).flatMap(([region, codes]) => codes.split(/\s+/).map((code) => [code, region])),
);

/** The country, by two letters, of a number's digits or of a user id; a number that nobody has is its code's first country's. */
export function countryOf(person: string): string {
  const ofId = /^([A-Z]{2})\./.exec(person)?.[1];
  if (ofId !== undefined) return ofId;
  const number = parsePhoneNumberFromString(`+${person}`);
  if (number?.country !== undefined) return number.country;
  return person.startsWith("1") ? "US" : (number?.getPossibleCountries()[0] ?? "ZZ");
}

/** The names of the markets that a country may be in, the one to look for first before the others. */
export function marketsOf(country: string): string[] {
  const own = NAMES[country] ?? usual.of(country) ?? country;
  return [own, regionOf.get(country) ?? OTHER, OTHER].map(marketName);
}

/** A market's name without what files write differently: "Rest of Central & Eastern Europe". */
export function marketName(text: string): string {
  return text.trim().toLowerCase().replaceAll("&", "and").replace(/\s+/g, " ");
}
