import { getCountries } from "libphonenumber-js/max";
import { mainCountryOf } from "../../phone-numbers/country.ts";

/** The languages that headings are read in. */
const LANGUAGES =
  "en de es pt fr it nl pl tr ru uk ar he hi id vi zh zh-Hant ja ko sv da nb fi cs ro hu el th".split(" ");
/** Names of countries that are in no language's list, ISO 3166-1 codes of three letters among them. */
const OTHERS = `GB: uk, gbr, england, scotland, wales, northern ireland, great britain, großbritannien, gran bretaña, grande bretagne,
  grã bretanha; US: usa, united states of america, eua, eeuu, estados unidos de america, états unis d'amérique;
  NL: nld, holland, hollanda, paesi bassi; CZ: cze, czech republic, tschechische republik; DE: deu, brd, d; TR: tur, turkey;
  AE: are, uae, vae; CI: civ, ivory coast; AT: aut, a; CH: che, suisse, svizzera; ES: esp; PT: prt; IE: irl; PL: pol;
  UA: ukr; RU: rus; BR: bra; MX: mex; AR: arg; CL: chl; CO: col; PE: per; IN: ind; ID: idn; CN: chn; JP: jpn; KR: kor,
  south korea, südkorea; FR: fra; IT: ita; BE: bel; LU: lux; SE: swe; DK: dnk; NO: nor; FI: fin; GR: grc; RO: rou; HU: hun;
  BG: bgr; HR: hrv; SK: svk; SI: svn; RS: srb; SA: sau, ksa; EG: egy; MA: mar; TN: tun; ZA: zaf, rsa; NG: nga; KE: ken;
  GH: gha; IL: isr; AU: aus; NZ: nzl; CA: can; PK: pak; BD: bgd; LK: lka; MY: mys; SG: sgp; TH: tha; VN: vnm; PH: phl`;
let names: Map<string, string> | undefined;

/**
 * The two letters (ISO 3166-1) of a country that a cell names: by its letters, its name in one of the languages of the
 * headings, or its calling code. Null for anything else.
 */
export function readCountry(text: string): string | null {
  const upper = text.trim().toUpperCase();
  const countries: readonly string[] = getCountries();
  if (countries.includes(upper)) return upper;
  const code = /^(?:\+|00)?([1-9]\d{0,2})$/.exec(upper)?.[1];
  if (code !== undefined) return mainCountryOf(code);
  names ??= countryNames(countries);
  return names.get(plainOf(text)) ?? null;
}

function countryNames(countries: readonly string[]): Map<string, string> {
  const known = new Map<string, string>();
  for (const language of LANGUAGES) {
    const shown = new Intl.DisplayNames([language], { type: "region" });
    for (const country of countries) known.set(plainOf(shown.of(country) ?? country), country);
  }
  for (const line of OTHERS.split(";")) {
    const [country = "", list = ""] = line.split(":");
    for (const name of list.split(",")) known.set(plainOf(name), country.trim());
  }
  return known;
}

function plainOf(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}]/gu, "");
}
