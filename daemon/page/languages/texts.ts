import type { FIRST_SECTIONS, TRANSLATED_FIRST } from "./first-texts.ts";
import { speak } from "./forms.ts";

/** All texts of a language: those of English, translated. */
export type Texts = typeof import("./en.ts");
/** Those that the page's first view shows. */
export type FirstTexts = Pick<Texts, (typeof FIRST_SECTIONS)[number]> &
  Partial<Pick<Texts, (typeof TRANSLATED_FIRST)[number]>>;
/** As the page is built, its first texts know where the others are. */
type Loaded = Texts & { more?: () => Promise<Texts> };

/** The languages of the page: how each calls itself, where its lines begin, and its texts, which are loaded alone. */
const LANGUAGES = {
  en: { name: "English", direction: "ltr", load: () => import("./en.ts") },
  "pt-BR": { name: "Português (Brasil)", direction: "ltr", load: () => import("./pt-BR.ts") },
  de: { name: "Deutsch", direction: "ltr", load: () => import("./de.ts") },
  es: { name: "Español", direction: "ltr", load: () => import("./es.ts") },
  id: { name: "Bahasa Indonesia", direction: "ltr", load: () => import("./id.ts") },
  ar: { name: "العربية", direction: "rtl", load: () => import("./ar.ts") },
} as const satisfies Record<string, { name: string; direction: "ltr" | "rtl"; load(): Promise<Texts> }>;

export type Language = keyof typeof LANGUAGES;

/** The languages by the names that they have in themselves. */
export const LANGUAGE_NAMES = Object.entries(LANGUAGES).map(([code, { name }]) => ({
  code: code as Language,
  name,
}));

/** From which side a language is written. */
export function directionOf(language: Language): "ltr" | "rtl" {
  return LANGUAGES[language].direction;
}

/** The first of the wished languages that there is, also by another region's name: `pt` and `pt-PT` find `pt-BR`. */
export function bestLanguage(wished: readonly string[]): Language {
  const found = wished.flatMap((tag) => LANGUAGE_NAMES.filter(({ code }) => base(code) === base(tag)));
  return found[0]?.code ?? "en";
}

/** The language of a tag without its region: `pt` of `pt-BR`. */
export function base(tag: string): string | undefined {
  return tag.split("-")[0]?.toLowerCase();
}

let chosen: Loaded | undefined;

/**
 * Has the program speak a language, which comes before all that shows a text. Its numbers and days are those of the
 * region that the browser wishes for it.
 */
export async function choose(wished: string, regions: readonly string[] = []): Promise<void> {
  const language = bestLanguage([wished]);
  speak(regions.find((tag) => base(tag) === base(language)) ?? language);
  chosen = await textsIn(language);
}

/** The texts of a language: for pages that the daemon draws, each in that of its reader. */
export async function textsIn(language: Language): Promise<Texts> {
  return await LANGUAGES[language].load();
}

/** The first texts of the language that was chosen. */
export function texts(): FirstTexts {
  return loaded();
}

/** All others of that language. */
export async function moreTexts(): Promise<Omit<Texts, keyof FirstTexts>> {
  return (await loaded().more?.()) ?? loaded();
}

function loaded(): Loaded {
  if (chosen === undefined) throw new Error("no language was chosen yet");
  return chosen;
}
