import type { Encoding } from "./encodings.ts";
import { decoderOf } from "./text-decoder.ts";

/** The letters beyond ASCII of languages whose older encodings are distinguished by these letters. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ pl: "ąćęłńóśźż", cs: "áčďéěíňóřšťúůýž", sk: "áäčďéíĺľňóôŕšťúýž", hu: "áéíóöőúüű", ro: "ăâîșțşţ" },
  ...{
    sl: "čšžćđ",
    hr: "čćđšž",
    bs: "čćđšž",
    sq: "çë",
    de: "äöüßé",
    fr: "àâæçéèêëîïôœùûüÿ",
    es: "áéíñóúüºª",
  },
  ...{
    pt: "ãáàâçéêíõóôúüºª",
    it: "àèéìòù",
    nl: "éëïöüèá",
    sv: "åäöé",
    fi: "åäö",
    da: "æøåé",
    nb: "æøåéò",
    no: "æøåéò",
  },
  ...{ is: "áðéíóúýþæö", en: "éèñüöáçíó", ca: "àçèéíïòóúü·", et: "äõöüšž" },
};
const CENTRAL: readonly Encoding[] = ["windows-1250", "cp852", "windows-1252"];
const WESTERN: readonly Encoding[] = ["windows-1252", "cp850", "cp437", "windows-1250"];
const CENTRAL_LANGUAGES = ["pl", "cs", "sk", "hu", "ro", "sl", "hr", "bs"];
/** Signs that every language has, unless they stand within a word. */
const SIGNS = /[\u00a0–—’€…°]|(?<!\p{L})[„“”‘‚«»]|[„“”‘‚«»](?!\p{L})/gu;
/** So much of what is not ASCII has to be letters of the language. */
const SURE = 0.85;

/**
 * The encoding in which a text's letters are those of the language that most people in a country (ISO 3166-1) speak; null
 * when none is, or when this does not know the language.
 */
export function guessByCountry(sample: Uint8Array, country: string): Encoding | null {
  const { language } = new Intl.Locale(`und-${country}`).maximize();
  const letters = LETTERS[language];
  if (letters === undefined) return null;
  const encodings = CENTRAL_LANGUAGES.includes(language) ? CENTRAL : WESTERN;
  const shares = encodings.map((encoding) => shareOf(sample, encoding, letters));
  const best = Math.max(...shares);
  return best >= SURE ? (encodings[shares.indexOf(best)] ?? null) : null;
}

/** How much of the text beyond ASCII is letters of the language. */
function shareOf(sample: Uint8Array, encoding: Encoding, letters: string): number {
  const others = decoderOf(encoding)
    .decode(sample)
    .toLowerCase()
    .replace(SIGNS, "")
    .replace(/\p{ASCII}/gu, "");
  const all = [...others];
  return all.length === 0 ? 0 : all.filter((letter) => letters.includes(letter)).length / all.length;
}
