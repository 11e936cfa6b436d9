import { isZone } from "../../lib/time/local-time.ts";
import { countryOf } from "../../phone-numbers/country.ts";

/** Where most people of a country live whose clocks differ; of every other country the first zone stands for all. */
const MAIN: Readonly<Record<string, string>> = {
  AR: "America/Argentina/Buenos_Aires",
  AU: "Australia/Sydney",
  BR: "America/Sao_Paulo",
  CA: "America/Toronto",
  CD: "Africa/Kinshasa",
  CL: "America/Santiago",
  CN: "Asia/Shanghai",
  CY: "Asia/Nicosia",
  DE: "Europe/Berlin",
  EC: "America/Guayaquil",
  ES: "Europe/Madrid",
  FM: "Pacific/Pohnpei",
  FR: "Europe/Paris",
  GL: "America/Nuuk",
  ID: "Asia/Jakarta",
  KI: "Pacific/Tarawa",
  KZ: "Asia/Almaty",
  MH: "Pacific/Majuro",
  MN: "Asia/Ulaanbaatar",
  MX: "America/Mexico_City",
  MY: "Asia/Kuala_Lumpur",
  NZ: "Pacific/Auckland",
  PF: "Pacific/Tahiti",
  PG: "Pacific/Port_Moresby",
  PS: "Asia/Hebron",
  PT: "Europe/Lisbon",
  RU: "Europe/Moscow",
  UA: "Europe/Kyiv",
  UM: "Pacific/Wake",
  US: "America/New_York",
  UZ: "Asia/Tashkent",
  VN: "Asia/Ho_Chi_Minh",
};

/** The custom field by which a contact says where they are. */
const OWN_FIELD = "timezone";
const UNKNOWN = "UTC";

/** Where a contact is: as their own field says, or else where most people are whose numbers begin so. */
export function zoneOf(phoneNumber: string | null, fields: Record<string, unknown>): string {
  const own = fields[OWN_FIELD];
  if (typeof own === "string" && isZone(own)) return own;
  const country = phoneNumber === null ? null : countryOf(phoneNumber);
  return country === null ? UNKNOWN : zoneOfCountry(country);
}

function zoneOfCountry(country: string): string {
  return MAIN[country] ?? zonesOf(country)[0] ?? UNKNOWN;
}

/** The engine has them, which the type library does not know yet. */
function zonesOf(country: string): string[] {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones?(): string[] | undefined };
  return locale.getTimeZones?.() ?? [];
}
