/** Time zones by their `timezone_id`, which is their place in the list (Meta, "Ad account timezone IDs"); the first is unknown. */
const ZONES =
  `UTC America/Los_Angeles America/Denver Pacific/Honolulu America/Anchorage America/Phoenix America/Chicago
  America/New_York Asia/Dubai America/Argentina/San_Luis America/Argentina/Buenos_Aires America/Argentina/Salta
  Europe/Vienna Australia/Perth Australia/Broken_Hill Australia/Sydney Europe/Sarajevo Asia/Dhaka Europe/Brussels
  Europe/Sofia Asia/Bahrain America/La_Paz America/Noronha America/Campo_Grande America/Belem America/Sao_Paulo
  America/Nassau America/Dawson America/Vancouver America/Dawson_Creek America/Edmonton America/Rainy_River
  America/Regina America/Atikokan America/Iqaluit America/Toronto America/Blanc-Sablon America/Halifax
  America/St_Johns Europe/Zurich Pacific/Easter America/Santiago Asia/Shanghai America/Bogota America/Costa_Rica
  Asia/Nicosia Europe/Prague Europe/Berlin Europe/Copenhagen America/Santo_Domingo Pacific/Galapagos
  America/Guayaquil Europe/Tallinn Africa/Cairo Atlantic/Canary Europe/Madrid Europe/Helsinki Europe/Paris
  Europe/London Africa/Accra Europe/Athens America/Guatemala Asia/Hong_Kong America/Tegucigalpa Europe/Zagreb
  Europe/Budapest Asia/Jakarta Asia/Makassar Asia/Jayapura Europe/Dublin Asia/Jerusalem Asia/Kolkata Asia/Baghdad
  Atlantic/Reykjavik Europe/Rome America/Jamaica Asia/Amman Asia/Tokyo Africa/Nairobi Asia/Seoul Asia/Kuwait
  Asia/Beirut Asia/Colombo Europe/Vilnius Europe/Luxembourg Europe/Riga Africa/Casablanca Europe/Skopje
  Europe/Malta Indian/Mauritius Indian/Maldives America/Tijuana America/Hermosillo America/Mazatlan
  America/Mexico_City Asia/Kuala_Lumpur Africa/Lagos America/Managua Europe/Amsterdam Europe/Oslo Pacific/Auckland
  Asia/Muscat America/Panama America/Lima Asia/Manila Asia/Karachi Europe/Warsaw America/Puerto_Rico Asia/Gaza
  Atlantic/Azores Europe/Lisbon America/Asuncion Asia/Qatar Europe/Bucharest Europe/Belgrade Europe/Kaliningrad
  Europe/Moscow Europe/Samara Asia/Yekaterinburg Asia/Omsk Asia/Krasnoyarsk Asia/Irkutsk Asia/Yakutsk
  Asia/Vladivostok Asia/Magadan Asia/Kamchatka Asia/Riyadh Europe/Stockholm Asia/Singapore Europe/Ljubljana
  Europe/Bratislava America/El_Salvador Asia/Bangkok Africa/Tunis Europe/Istanbul America/Port_of_Spain Asia/Taipei
  Europe/Kiev America/Montevideo America/Caracas Asia/Ho_Chi_Minh Africa/Johannesburg`.split(/\s+/);

/** Zones change their offset at quarters of an hour. */
const QUARTER_MS = 900_000;

/** The zone of an id; undefined when Meta has none of it. */
export function zoneOf(timezoneId: string): string | undefined {
  return /^\d{1,3}$/.test(timezoneId) ? ZONES[Number(timezoneId)] : undefined;
}

const formats = new Map<string, Intl.DateTimeFormat>();
const days = new Map<string, { quarter: number; day: string }>();

/** The day in a zone, such as 2026-10-31, at a time in milliseconds. */
export function dayIn(zone: string, at: number): string {
  const quarter = Math.floor(at / QUARTER_MS);
  const before = days.get(zone);
  if (before?.quarter === quarter) return before.day;
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
  formats.set(zone, format);
  const day = format.format(at);
  days.set(zone, { quarter, day });
  return day;
}

/** When a day begins in a zone, in milliseconds: a day has 23 to 25 hours. */
export function startOf(zone: string, day: string): number {
  const noon = Date.parse(`${day}T12:00:00Z`);
  // no zone is further than 14 hours from UTC
  let at = noon - 26 * 3_600_000;
  while (dayIn(zone, at) < day) at += QUARTER_MS;
  return at;
}
