import { withPlainDigits } from "./digits.ts";
import { extensionOf, telLink } from "./extension.ts";

/** A written number without what stands around it. */
export type Unwrapped = {
  /** Its digits, signs and separators. */
  text: string;
  /** Words and extensions that stand beside it, which are not part of the number. */
  beside: string;
  /** A spreadsheet program cut it down to what it showed, and digits are missing: `4.92E+11`. */
  isShortened: boolean;
  /** It was a decimal number, as pandas and some spreadsheets write whole ones: `4915123457114.0`. */
  isDecimal: boolean;
};

/** Links to a chat, and WhatsApp's own addresses of people: all of them have the digits with the country code. */
const ADDRESSES = [
  /^(?:https?:\/\/)?(?:www\.)?wa\.me\/\+?(\d{7,15})(?:[/?#].*)?$/i,
  /^(?:https?:\/\/(?:api|web)\.whatsapp\.com|whatsapp:\/)\/send\/?\?(?:.*&)?phone=(?:\+|%2B)?(\d{7,15})(?:&.*)?$/i,
  /^(\d{7,15})(?::\d{1,5})?@(?:s\.whatsapp\.net|c\.us)$/i,
];
/** As a cell that is a text: `="0151…"`, `'0151…`, or in quotes. */
const QUOTES = /^=?\s*["'‘’´`]*\s*|\s*["'‘’´`]*$/g;
/** A label before the number: `tel:`, `whatsapp:`, `Mobil:`, `Tel.`, and `p:` of Meta's lead ads. */
const LABEL = /^\p{L}[\p{L}\s.'-]{0,20}?(?:[:.]+\s*|\s+(?=[+(0-9])|(?=[+(]))/u;
const FAX = /^(?:tele)?fax/i;
/** Words after it: `(privat)`, `Büro`. */
const WORDS = /[\s,;–-]*[([]?\p{L}[\p{L}\s.'-]{0,40}[)\]]?$/u;
/** A sign for the country code as people repeat it: `++49`, `+0049`, `00+49`. */
const SIGN = /^([([]?)\s*(?:00)?\s*(?:\+\s*){1,3}([([]?)(?:00)?/;
/** Where the carrier is dialled, as Brazil and Argentina write it: `(0xx11)`. */
const CARRIER = /(^|[\s(])0?\s?[x*]{2}[\s-]?(?=\d{2})/i;
const DECIMAL = /^\+?\d{6,}[.,]0{1,2}$/;
/** As spreadsheets show a long number in a narrow column: 4.92E+11, or 4,92E+11. */
const SCIENTIFIC = /^(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i;
/** With a separator for every thousand. */
const THOUSANDS = /^\d{1,3}(?:,\d{3}){2,}$/;

/** Most numbers have nothing around them. */
const BARE = /^\+?[1-9]\d{4,16}$/;

const PLAIN = { beside: "", isShortened: false, isDecimal: false };

/** Takes a written number out of what people and programs put around it. */
export function unwrap(written: string): Unwrapped {
  if (BARE.test(written)) return { ...PLAIN, text: written };
  const text = withPlainDigits(written).replace(QUOTES, "");
  for (const address of ADDRESSES) {
    const digits = address.exec(text)?.[1];
    if (digits !== undefined) return { ...PLAIN, text: `+${digits}` };
  }
  return withoutDecimals(SCIENTIFIC.test(text) ? { text, beside: "" } : withoutWords(text));
}

function withoutWords(given: string): { text: string; beside: string } {
  const link = telLink(given);
  if (link !== null) return link;
  const plain = given.replace(CARRIER, "$10");
  const label = LABEL.exec(plain)?.[0] ?? "";
  if (FAX.test(label)) return { text: given, beside: "" };
  let text = plain.slice(label.length);
  let beside = "";
  for (const endingOf of [wordsAfter, extensionOf]) {
    const found = endingOf(text);
    text = text.slice(0, text.length - found.length);
    beside = found.trim() + beside;
  }
  return {
    text: text
      .replace(/[\s,;:.]+$/, "")
      .replace(SIGN, "$1+$2")
      .trim(),
    beside,
  };
}

function wordsAfter(text: string): string {
  return WORDS.exec(text)?.[0] ?? "";
}

function withoutDecimals({ text, beside }: { text: string; beside: string }): Unwrapped {
  const [, first = "", decimals = "", exponent = ""] = SCIENTIFIC.exec(text) ?? [];
  if (first !== "") {
    const isShortened = decimals.length < Number(exponent);
    return { ...PLAIN, text: isShortened ? text : first + decimals.slice(0, Number(exponent)), isShortened };
  }
  if (DECIMAL.test(text)) return { ...PLAIN, text: text.replace(/[.,]0+$/, ""), beside, isDecimal: true };
  return { ...PLAIN, text: THOUSANDS.test(text) ? text.replaceAll(",", "") : text, beside };
}
