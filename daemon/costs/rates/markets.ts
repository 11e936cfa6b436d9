import { isCountry } from "../../phone-numbers/metadata.ts";
import { ANY_COUNTRY } from "./rates.ts";
import { CALLED_AS, OTHER_NAMES, REGIONS } from "./regions.ts";

/**
 * The countries of a market of a rate card, by two letters: those of a region of Meta's, such as "Rest of Africa", the
 * one that is named in English or by its code, or `*` for "Other" and `*`. Null for a name that is none of these.
 */
export function countriesOf(market: string): readonly string[] | null {
  const name = plain(market);
  if (name === ANY_COUNTRY || name === "other") return [ANY_COUNTRY];
  const region = REGIONS.get(name);
  if (region !== undefined) return region.flatMap(withThoseCalledAs);
  const country = isCountry(market.trim())
    ? market.trim()
    : (OTHER_NAMES.get(name) ?? countryNames().get(name));
  return country === undefined ? null : withThoseCalledAs(country);
}

/** Whether a market is a region of Meta's, from which a card can take countries out by naming them. */
export function isRegion(market: string): boolean {
  return REGIONS.has(plain(market));
}

function withThoseCalledAs(country: string): string[] {
  return [country, ...(CALLED_AS[country] ?? [])];
}

function plain(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, " ").replace("&", "and");
}

let names: ReadonlyMap<string, string> | null = null;

/** Countries by their English names, with accents and without. */
function countryNames(): ReadonlyMap<string, string> {
  if (names !== null) return names;
  const english = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  const codes = letters.flatMap((one) => letters.map((other) => one + other)).filter(isCountry);
  names = new Map(
    codes.flatMap((code) => {
      const name = plain(english.of(code) ?? code);
      return [name, name.normalize("NFD").replace(/\p{M}/gu, "")].map((form) => [form, code] as const);
    }),
  );
  return names;
}
