/** The zero of each script whose digits people type (Unicode, general category Nd); the other nine follow it. */
const ZEROS = "0٠۰߀०০੦૦୦௦౦೦൦๐໐༠၀០᠐";
/** Direction marks and the like, which phones put around a number that is copied. */
const UNSEEN = /\p{Cf}/gu;

const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu;

/** A text with digits of any script as those of ASCII, in compatibility form, without characters that are not seen. */
export function withPlainDigits(text: string): string {
  return text.normalize("NFKC").replace(UNSEEN, "").replace(OTHER_DIGITS, asciiDigit).trim();
}

function asciiDigit(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const zero = [...ZEROS].find((one) => inTens(point - (one.codePointAt(0) ?? 0)));
  return zero === undefined ? character : String(point - (zero.codePointAt(0) ?? 0));
}

function inTens(distance: number): boolean {
  return distance >= 0 && distance <= 9;
}
