import { analyse } from "chardet";
import type { Encoding } from "./encodings.ts";
import { guessByCountry } from "./guess-by-country.ts";
import { guessNeighbour } from "./guess-neighbour.ts";

/** Encodings that are distinguished by their text; those of ISO as Windows extends them. */
const GUESSED: Record<string, Encoding> = {
  "windows-1250": "windows-1250",
  "windows-1251": "windows-1251",
  "windows-1253": "windows-1253",
  "windows-1255": "windows-1255",
  "windows-1256": "windows-1256",
  "ISO-8859-2": "windows-1250",
  "ISO-8859-7": "windows-1253",
  "ISO-8859-8": "windows-1255",
  "KOI8-R": "koi8-r",
  Shift_JIS: "shift_jis",
  GB18030: "gb18030",
  Big5: "big5",
  "EUC-JP": "euc-jp",
  "EUC-KR": "euc-kr",
};
const WESTERN = ["ISO-8859-1", "windows-1252"];
/** Of 100: below this a guess is no better than the encoding that is most common. */
const SURE = 30;
/** How much likelier another encoding has to be than the most common one. */
const MARGIN = 10;
const SAMPLE_BYTES = 16 * 1024;

/** An encoding, and whether more than the likelihood of letters speaks for it. */
type Guess = { encoding: Encoding; isSure: boolean };

/**
 * The likeliest encoding of text that is not all ASCII: UTF-8 when more of it is valid than
 * not, else one that makes letters of the country's language, else an older one by the letters that it would make, and Windows-1252, or one like it, when none stands out.
 */
export function guessEncoding(text: Uint8Array, country: string | null): Guess {
  if (isMostlyUtf8(text)) return { encoding: "utf-8", isSure: true };
  const sample = sampleOf(text);
  const native = country === null ? null : guessByCountry(sample, country);
  if (native !== null) return { encoding: native, isSure: true };
  return { encoding: guessByLetters(sample), isSure: false };
}

function guessByLetters(sample: Uint8Array): Encoding {
  const matches = analyse(sample);
  const western = Math.max(
    0,
    ...matches.filter(({ name }) => WESTERN.includes(name)).map((one) => one.confidence),
  );
  const best = matches.find(({ name }) => Object.hasOwn(GUESSED, name));
  if (best === undefined || best.confidence < SURE || best.confidence < western + MARGIN)
    return guessNeighbour(sample);
  return GUESSED[best.name] ?? "windows-1252";
}

/** Whether more characters outside of ASCII are valid UTF-8 than are not; the last may be cut off. */
function isMostlyUtf8(text: Uint8Array): boolean {
  const decoded = new TextDecoder("utf-8", { ignoreBOM: true }).decode(text, { stream: true });
  const replaced = decoded.split(REPLACEMENT).length - 1;
  // a file can also hold the character itself
  const invalid = replaced - (Buffer.from(text).toString("latin1").split(REPLACEMENT_BYTES).length - 1);
  return decoded.replace(/\p{ASCII}/gu, "").length - replaced > invalid || invalid === 0;
}

const REPLACEMENT = "\ufffd";
/** The same in UTF-8, each byte as a character. */
const REPLACEMENT_BYTES = "\xef\xbf\xbd";

/** The lines that are not all ASCII, as far as they fit: the others only dilute their statistics. */
function sampleOf(text: Uint8Array): Uint8Array {
  const lines: Uint8Array[] = [];
  let size = 0;
  for (let from = 0; from < text.length && size < SAMPLE_BYTES; ) {
    const end = text.indexOf(0x0a, from) + 1 || text.length;
    const line = text.subarray(from, Math.min(end, from + SAMPLE_BYTES));
    from = end;
    if (line.every((byte) => byte < 0x80)) continue;
    lines.push(line);
    size += line.length;
  }
  return Buffer.concat(lines);
}
