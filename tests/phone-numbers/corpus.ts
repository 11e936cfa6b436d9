/**
 * Written phone numbers with their right values, made from the examples of Google's libphonenumber (its metadata, and not
 * the library that reads them here): each as people write it, and as Excel, pandas and other programs do.
 */
import {
  PhoneNumberFormat as Format,
  type PhoneNumber,
  PhoneNumberUtil,
  PhoneNumberType as Type,
} from "google-libphonenumber";

const util = PhoneNumberUtil.getInstance();

/** The countries with most people on WhatsApp, and some with unusual numbers. */
export const COUNTRIES =
  "AE AR AT AU BD BE BG BJ BR CA CH CI CL CN CO CR CZ DE DK DO EC EG ES ET FI FR GB GH GR HK HU ID IE IL IN IR IT JP KE KR KZ LU MA MX MY NG NL NO NZ PE PH PK PL PT RO RU SA SE SG TH TR TZ UA US VN ZA".split(
    " ",
  );

/** A text, the country of the file that it is in, how it was written, and the number that it is. */
export type Spelling = { text: string; country: string; form: string; number: string };

type Written = {
  e164: string;
  digits: string;
  international: string;
  national: string;
  /** As it is dialled in its country, without anything between the digits. */
  dialled: string;
  /** What a program makes of it that takes it for a quantity. */
  quantity: string;
  code: string;
};

const FORMS: Record<string, (number: Written) => string> = {
  "E.164": ({ e164 }) => e164,
  international: ({ international }) => international,
  "international, brackets": ({ international, code }) => international.replace(`+${code}`, `(+${code})`),
  "international, dots": ({ international }) => international.replace(/[ -]/g, "."),
  "international, hyphens": ({ international }) => international.replace(/ /g, "-"),
  "international, hard spaces": ({ international }) => international.replace(/ /g, "\u00a0"),
  "international, without +": ({ international }) => international.slice(1),
  "00": ({ digits }) => `00${digits}`,
  "00, grouped": ({ international }) => international.replace("+", "00 "),
  national: ({ national }) => national,
  "national, together": ({ dialled }) => dialled,
  "national, dots": ({ national }) => national.replace(/[ -]+/g, "."),
  "national, slash": ({ national }) => national.replace(/[ -]+/, "/"),
  "national, label": ({ national }) => `Tel.: ${national}`,
  "national, word": ({ national }) => `${national} (privat)`,
  "national, formula": ({ dialled }) => `="${dialled}"`,
  "national, apostrophe": ({ dialled }) => `'${dialled}`,
  "Excel, digits": ({ digits }) => digits,
  "Excel, national": ({ quantity }) => quantity,
  "Excel, all of an exponent": ({ digits }) => `${digits[0]}.${digits.slice(1)}E+${digits.length - 1}`,
  "pandas, digits": ({ digits }) => `${digits}.0`,
  "pandas, national": ({ quantity }) => `${quantity}.0`,
  link: ({ digits }) => `https://wa.me/${digits}`,
  "tel:": ({ international }) => `tel:${international.replace(/ /g, "-")}`,
  "Arabic digits": ({ e164 }) => e164.replace(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit))),
};

/** Of a country: two mobile numbers and a landline, in each form. */
export function spellingsOf(country: string): Spelling[] {
  return numbersOf(country).flatMap((number) => {
    const written = writtenOf(number);
    return Object.entries(FORMS).map(([form, write]) => ({
      ...{ text: write(written), country, form, number: written.e164 },
    }));
  });
}

/** Mobile numbers of other countries as they stand in a file of this one, which has no such number of its own. */
export function foreignIn(country: string): Spelling[] {
  return COUNTRIES.filter((other) => codeOf(other) !== codeOf(country)).flatMap((other) => {
    const [number] = numbersOf(other);
    if (number === undefined) return [];
    const { digits, e164, international } = writtenOf(number);
    const spelled = { country, number: e164 };
    const dialled = util.formatOutOfCountryCallingNumber(number, country);
    const signed = [
      { ...spelled, text: dialled, form: "foreign, dialled" },
      { ...spelled, text: international.slice(1), form: "foreign, without +" },
    ];
    if (isOwn(digits, country)) return signed;
    return [
      ...signed,
      { ...spelled, text: digits, form: "foreign, digits" },
      { ...spelled, text: `${digits}.0`, form: "foreign, pandas" },
    ];
  });
}

/** The example, and numbers beside it in the same range. */
function numbersOf(country: string): PhoneNumber[] {
  const [mobile, landline] = [Type.MOBILE, Type.FIXED_LINE].map((type) =>
    util.getExampleNumberForType(country, type),
  );
  return [mobile, beside(mobile, country), landline].filter(
    (number): number is PhoneNumber => number !== undefined && util.isValidNumberForRegion(number, country),
  );
}

function beside(number: PhoneNumber | undefined, country: string): PhoneNumber | undefined {
  if (number === undefined) return undefined;
  const e164 = util.format(number, Format.E164);
  return util.parse(`${e164.slice(0, -4)}7306`, country);
}

function writtenOf(number: PhoneNumber): Written {
  const e164 = util.format(number, Format.E164);
  const international = util.format(number, Format.INTERNATIONAL);
  const national = util.format(number, Format.NATIONAL);
  const dialled = national.replace(/\D/g, "");
  return {
    ...{ e164, international, national, dialled, digits: e164.slice(1) },
    quantity: dialled.replace(/^0+/, ""),
    code: String(number.getCountryCode()),
  };
}

function codeOf(country: string): number {
  return util.getCountryCodeForRegion(country);
}

/** Whether digits are a number of the country as they are: then they are read as that. */
function isOwn(digits: string, country: string): boolean {
  try {
    const number = util.parse(digits, country);
    return number.getCountryCode() === codeOf(country) && util.isValidNumber(number);
  } catch {
    return false;
  }
}
