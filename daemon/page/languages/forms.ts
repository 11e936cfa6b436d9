/** How a language writes numbers, money, days and times: nothing else on the page does, so that all of it speaks one. */

let spoken = "en";
let made = new Map<string, unknown>();

/** Sets whose forms are used from now on: a locale such as `pt-BR`, or one of its regions. */
export function speak(to: string): void {
  spoken = to;
  made = new Map();
}

/** Whether the page speaks the language that the API answers in. */
export function isEnglish(): boolean {
  return spoken.split("-")[0] === "en";
}

/** A formatter, made once a language. */
function form<Form>(name: string, make: (locale: string) => Form): Form {
  const kept = (made.get(name) as Form | undefined) ?? make(spoken);
  made.set(name, kept);
  return kept;
}

/** "1,234.5": with as many digits behind the point at most. */
export function number(value: number, digits = 3): string {
  return form(
    `number ${digits}`,
    (to) => new Intl.NumberFormat(to, { maximumFractionDigits: digits }),
  ).format(value);
}

/** "12K" */
export function shortNumber(value: number): string {
  return form("short", (to) => new Intl.NumberFormat(to, { notation: "compact" })).format(value);
}

/** A share of 1: "12%". */
export function percent(share: number, digits = 0): string {
  const options = { style: "percent", maximumFractionDigits: digits } as const;
  return form(`percent ${digits}`, (to) => new Intl.NumberFormat(to, options)).format(share);
}

/** An amount as people write it: of less than one, such as the price of a message, with four decimals. */
export function money(amount: number, currency: string): string {
  const isSmall = amount !== 0 && Math.abs(amount) < 1;
  const digits = isSmall ? { minimumFractionDigits: 2, maximumFractionDigits: 4 } : {};
  const make = (to: string) => new Intl.NumberFormat(to, { style: "currency", currency, ...digits });
  return form(`money ${currency} ${isSmall}`, make).format(amount);
}

/** One text by a count, in which `#` is the count. Languages have up to six: Arabic all, English `one` and `other`. */
export function plural(
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
): string {
  const rule = form("plural", (to) => new Intl.PluralRules(to)).select(count);
  return (forms[rule] ?? forms.other).replaceAll("#", number(count));
}

/** "Ada, Grace, and Mary" */
export function list(items: readonly string[]): string {
  return form("list", (to) => new Intl.ListFormat(to)).format(items);
}

/** Which of two names comes first: below 0 for the first of them. */
export function compareNames(one: string, other: string): number {
  return form("names", (to) => new Intl.Collator(to)).compare(one, other);
}

/** The name of a country by its two letters. */
export function countryName(code: string): string {
  const make = (to: string) => new Intl.DisplayNames(to, { type: "region", fallback: "code" });
  return form("countries", make).of(code) ?? code;
}

/** The name of a currency by its three letters. */
export function currencyName(code: string): string {
  const make = (to: string) => new Intl.DisplayNames(to, { type: "currency", fallback: "code" });
  return form("currencies", make).of(code) ?? code;
}

/** All currencies, by their three letters. */
export function currencies(): readonly string[] {
  return Intl.supportedValuesOf("currency");
}

/** The name of a language by its code, such as `pt_BR`. */
export function languageName(code: string): string | undefined {
  return form("languages", (to) => new Intl.DisplayNames(to, { type: "language" })).of(
    code.replace("_", "-"),
  );
}

const TIMES = {
  /** With its seconds. */
  exact: { dateStyle: "medium", timeStyle: "medium" },
  minute: { dateStyle: "medium", timeStyle: "short" },
  clock: { timeStyle: "short" },
  date: { dateStyle: "medium" },
  weekday: { dateStyle: "full" },
  shortDate: { month: "short", day: "numeric" },
  month: { month: "long", year: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A moment by the browser's clock and calendar, or by those of a zone. */
export function time(at: Date | string, style: keyof typeof TIMES, timeZone?: string): string {
  const options = { ...TIMES[style], ...(timeZone === undefined ? {} : { timeZone }) };
  const make = (to: string) => new Intl.DateTimeFormat(to, options);
  return form(`time ${style} ${timeZone}`, make).format(new Date(at));
}

/** "5 min. ago", "in 2 days". */
export function relative(amount: number, unit: Intl.RelativeTimeFormatUnit): string {
  const options = { numeric: "auto", style: "short" } as const;
  return form("relative", (to) => new Intl.RelativeTimeFormat(to, options)).format(amount, unit);
}

/** The time zones that the browser knows. */
export function zones(): readonly string[] {
  return Intl.supportedValuesOf("timeZone");
}

/** "5 min", "3 hr", "2 days". */
export function span(amount: number, unit: "minute" | "hour" | "day"): string {
  const make = (to: string) => new Intl.NumberFormat(to, { style: "unit", unit });
  return form(`span ${unit}`, make).format(amount);
}

/** The browser's time zone. */
export function zoneHere(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
