import {
  BESIDE_WORDS,
  COUNTED_WORDS,
  EMAIL_WORDS,
  MOBILE_WORDS,
  OTHER_WORDS,
  PHONE_WORDS,
  PLACE_WORDS,
  WHATSAPP_WORDS,
} from "./address-words.ts";
import { partsOf, wordSet, wordsOf } from "./heading-words.ts";
import { OWNER_WORDS } from "./person-words.ts";

/** Which of several phone numbers comes first: one that is said to be on WhatsApp, a mobile one, any, that of a place. */
export const PHONE_RANKS = { whatsapp: 0, mobile: 1, phone: 2, place: 3 } as const;

const WHATSAPP = wordSet(WHATSAPP_WORDS);
const MOBILE = wordSet(MOBILE_WORDS);
const PHONE = wordSet(PHONE_WORDS);
const PLACE = wordSet(PLACE_WORDS);
const EMAIL = wordSet(EMAIL_WORDS);
const BESIDE = wordSet(BESIDE_WORDS, PLACE_WORDS);
/** The words that these headings have. */
export const ADDRESS_WORDS = new Set([...WHATSAPP, ...MOBILE, ...PHONE, ...EMAIL, ...BESIDE]);
/** Words that say of a number or an address what is none, in headings that are not wholly known. */
const OTHERS = wordSet(OTHER_WORDS);
/** Words for numbers that mean other things beside words that are not known. */
const OF_OTHER_WORDS = wordSet(
  "06, wa, hp, so, is, n, cep, ev, ruf, dong, portable, handy, fon, no, cell, mob",
);
const WITH_OWNERS = new Set([...ADDRESS_WORDS, ...wordSet(OWNER_WORDS)]);
const COUNTED = wordSet(COUNTED_WORDS);
const MOST_GUESSED = 25;
const AFTER_OTHERS = 10;

type Address = { field: "phone_number" | "email"; rank: number };
type Guess = Address & { isGuess: true };

/** Longer headings are none that programs or people write. */
const MOST_WORDS = 12;

/** The rank of a number whose kind stands beside it: "* Mobile", "Work". A kind that is not known changes nothing. */
export function labelledRank(rank: number, label: string): number {
  return composedHeading(["phone", ...wordsOf(label)])?.rank ?? rank;
}

/**
 * The meaning of a heading that has only words for numbers and addresses, in any order: "Person - Phone - Work".
 * Undefined when there is any other word in it, such as the "type" of "Phone type".
 */
export function composedHeading(words: readonly string[]): Address | undefined {
  if (words.length > MOST_WORDS) return undefined;
  const parts = words.map((word) => (/^[1-9]$/.test(word) ? [] : partsOf(word.slice(0, 60), ADDRESS_WORDS)));
  const all = parts.flatMap((some) => some ?? []);
  if (parts.includes(null)) return undefined;
  const has = (set: ReadonlySet<string>) => all.some((part) => set.has(part));
  return addressOf(has);
}

/** Whether a heading only names a place, as Outlook does for the number there: "Ufficio 2". */
export function isPlace(heading: string): boolean {
  const words = wordsOf(heading).filter((word) => !/^[1-9]$/.test(word));
  return words.length > 0 && words.every((word) => PLACE.has(word));
}

/**
 * What a heading is likely for that has a word for numbers or addresses among words that are not known: "Your phone number".
 * Undefined when one of them says something else of it, as "type" and "consent" do. These come after all others.
 */
export function guessedHeading(words: readonly string[]): Guess | undefined {
  if (words.length > MOST_GUESSED) return undefined;
  const parts = words.flatMap((word) => partsOf(word.slice(0, 60), WITH_OWNERS) ?? [word]);
  if (parts.some((part) => OTHERS.has(part))) return undefined;
  return asGuess(addressOf((set) => parts.some((part) => set.has(part) && !OF_OTHER_WORDS.has(part))));
}

/** An address that the values may contradict: it comes after those that are sure. */
export function asGuess(found: Address | undefined): Guess | undefined {
  return found && { ...found, rank: found.rank + AFTER_OTHERS, isGuess: true };
}

/** Whether a heading says that its numbers are those of things: "Order number", "Created". */
export function countsThings(heading: string): boolean {
  return (
    composedHeading(wordsOf(heading)) === undefined && wordsOf(heading).some((word) => COUNTED.has(word))
  );
}

function addressOf(has: (set: ReadonlySet<string>) => boolean): Address | undefined {
  const isEmail = has(EMAIL);
  const isPhone = has(WHATSAPP) || has(MOBILE) || has(PHONE);
  if (isEmail === isPhone) return undefined;
  const place = has(PLACE) ? 1 : 0;
  if (isEmail) return { field: "email", rank: place };
  if (has(WHATSAPP)) return { field: "phone_number", rank: PHONE_RANKS.whatsapp };
  if (has(MOBILE)) return { field: "phone_number", rank: PHONE_RANKS.mobile };
  return { field: "phone_number", rank: PHONE_RANKS.phone + place };
}
