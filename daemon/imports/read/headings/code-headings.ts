import { BESIDE_WORDS, MOBILE_WORDS, PHONE_WORDS, PLACE_WORDS, WHATSAPP_WORDS } from "./address-words.ts";
import { partsOf, wordSet } from "./heading-words.ts";

/** Which of several columns for a country or an area comes first: one that says that it is a code of numbers. */
export const CODE_RANKS = { sure: 0, either: 1, country: 2 } as const;

const DIAL =
  wordSet(`dial, dialing, dialling, calling, isd, idd, ddi, dialcode, countrycode, landesvorwahl, landervorwahl, landervorwahlen,
  landsnummer, landskod, landekode, maatunnus, 国番号, 國碼, 国码, 国际区号, 國際區號, 국가번호`);
const AREA =
  wordSet(`ddd, std, areacode, vorwahl, vorwahlnummer, ortsvorwahl, netznummer, netnummer, riktnummer, kengetal, korzetszam,
  suuntanumero, lada, caracteristica, kierunkowy, 市外局番, 区号, 區號, 지역번호, 국번`);
/** Words that stand for a country's code in some places, and for an area's in others. */
const EITHER =
  wordSet(`prefix, prefijo, prefixo, prefisso, prefiks, prefixe, indicatif, indicativo, indicativ, predvolba, predcisli, elohivo,
  hivoszam, forvalg, префикс, קידומת, kennzahl`);
const CODE =
  wordSet(`code, codes, codigo, cod, codice, kode, kod, kodu, код, رمز, كود, مفتاح, फोनकोड, कोड, コード, 代码, 代碼, 코드, ma,
  clave, κωδικος, รหัส, קוד, vorwahl, kennung`);
const COUNTRY =
  wordSet(`country, land, landes, lander, pais, pays, paese, kraj, kraju, ulke, страны, страна, країни, دولة, الدولة, الدوله, البلد,
  بلد, देश, negara, quoc, gia, 国家, 國家, 国, 国際, 국가, χωρας, ประเทศ, המדינה, מדינה, tara, tarii, orszag, zeme, international, internacional,
  internationale, internazionale, intl`);
const OF_AREA = wordSet(
  `area, zona, zone, alan, города, город, міста, місто, bolge, منطقة, المنطقة, obszaru, wilayah, 地区, 地區, 지역, vung, khuvuc, περιοχης, regional`,
);
const PHONE = wordSet(PHONE_WORDS, MOBILE_WORDS, WHATSAPP_WORDS);
/** Beside these the number has its code in it. */
const WITH =
  wordSet(`with, incl, including, includes, con, com, mit, inkl, einschliesslich, avec, met, ile, z, ze, med, с, з, и, та, and, und, et, y, e,
  مع, dengan, kem, cu, sa, +`);
const NUMBER = wordSet(
  `number, numero, nummer, no, nr, num, номер, nomor, numer, رقم, 番号, 号码, 號碼, 번호, so`,
);
const ALL = new Set([
  ...DIAL,
  ...AREA,
  ...EITHER,
  ...CODE,
  ...COUNTRY,
  ...OF_AREA,
  ...PHONE,
  ...wordSet(BESIDE_WORDS, PLACE_WORDS),
]);

/** What a column of codes is for: `country` has dial codes, too. */
export type CodeHeading = { field: "country" | "area_code"; rank: number };

/**
 * The meaning of a heading of dial codes or area codes that belong to the number beside them: "Phone Country Code", "DDD".
 * Undefined for any other, such as "Phone with country code", whose numbers have them.
 */
export function codeHeading(words: readonly string[]): CodeHeading | undefined {
  const parts = words.flatMap((word) => (/^[1-9]$/.test(word) ? [] : (partsOf(word, ALL) ?? [word])));
  if (parts.some((part) => !ALL.has(part)) || parts.some((part) => WITH.has(part))) return undefined;
  const has = (set: ReadonlySet<string>) => parts.some((part) => set.has(part));
  const isDial = has(DIAL) || (has(COUNTRY) && (has(CODE) || has(EITHER)));
  const isArea = !isDial && (has(AREA) || (has(OF_AREA) && has(CODE)));
  const isEither = has(EITHER) || (has(CODE) && has(PHONE)) || (has(DIAL) && has(AREA));
  if (namesNumber(parts)) return undefined;
  if (isDial && !(has(AREA) && !has(CODE))) return { field: "country", rank: CODE_RANKS.sure };
  if (isArea) return { field: "area_code", rank: CODE_RANKS.sure };
  if (has(COUNTRY) && has(PHONE)) return { field: "country", rank: CODE_RANKS.sure };
  return isEither ? { field: "area_code", rank: CODE_RANKS.either } : undefined;
}

/** Whether the number comes behind the code: "DDD + número", "country code and phone number". */
function namesNumber(parts: readonly string[]): boolean {
  const code = parts.findLastIndex((part) => [DIAL, AREA, EITHER, CODE].some((set) => set.has(part)));
  return code > 0
    ? parts.slice(code + 1).some((part) => NUMBER.has(part))
    : code === 0 && parts.slice(1).some((part) => NUMBER.has(part));
}

/** Whether a heading may be one of dial codes: "cc" and "int. code" stand for much else, an identity card or a copy. */
export function mayBeDialCode(words: readonly string[]): boolean {
  const isAbroad = words.some((word) => ["int", "intl"].includes(word));
  return words.includes("cc") || (isAbroad && words.some((word) => CODE.has(word)));
}
