import type { Encoding } from "./encodings.ts";

/** In Turkish ğ ş ı Ğ Ş İ; the same bytes are ð þ ý Ð Þ Ý in Windows-1252. */
const TURKISH = /[\xf0\xfe\xfd\xd0\xde\xdd]/;
/** á é í ó ú æ in either: Icelandic has them beside ð þ ý, Turkish has not. */
const ICELANDIC = /[\xe1\xe9\xed\xf3\xfa\xe6\xc1\xc9\xcd\xd3\xda\xc6]/;
/** The first bytes of Japanese characters in everyday use, which Western texts have few of. */
const JAPANESE_FIRST = /[\x81-\x9f]/g;
const FEWEST = 2;

/**
 * The encoding of a short text that was taken for Windows-1252: Turkish differs from it in six letters, and a few words
 * of Japanese are too few for statistics.
 */
export function guessNeighbour(text: Uint8Array): Encoding {
  const bytes = Buffer.from(text).toString("latin1");
  // second bytes of Japanese are letters, too, but not half of them
  if (isOfDos(bytes)) return "cp850";
  if (isJapanese(text, bytes)) return "shift_jis";
  return TURKISH.test(bytes) && !ICELANDIC.test(bytes) ? "windows-1254" : "windows-1252";
}

/** In DOS ü é â ä à å ç ê ë è ï î ì Ä Å É æ ô ö ò û ù ÿ Ö Ü ø; the same bytes are quotes and signs in Windows-1252. */
const OF_DOS =
  /(?<=[a-z])[\x81\x82\x84\x85\x87-\x89\x8b\x8d\x90\x91\x93-\x95\x97\x98\x9b](?=[a-z\x80-\xff])/gi;

/** Whether signs stand within words, where letters would. */
function isOfDos(bytes: string): boolean {
  const within = bytes.match(OF_DOS)?.length ?? 0;
  return within > 0 && within * 2 >= (bytes.match(/[\x80-\xff]/g)?.length ?? 0);
}

/** Whether all of it is valid Shift_JIS (but for a character cut off at its end), most of it kana and kanji in use. */
function isJapanese(text: Uint8Array, bytes: string): boolean {
  try {
    const read = new TextDecoder("shift_jis", { fatal: true }).decode(text, { stream: true });
    const common = bytes.match(JAPANESE_FIRST)?.length ?? 0;
    const written = read.match(/[\u3000-\u30ff\u4e00-\u9fff]/gu)?.length ?? 0;
    return common >= FEWEST && written >= FEWEST && common * 2 >= written;
  } catch {
    return false;
  }
}
