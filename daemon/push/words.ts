import { bestLanguage, type Language, type Texts, textsIn } from "../page/languages/texts.ts";
import type { Wants } from "./wants.ts";

/** The language of the page where a browser subscribed. */
export function languageOf({ language = "en" }: Wants): Language {
  return bestLanguage([language]);
}

/** What a browser is notified of, in its language. */
export async function wordsFor(wants: Wants): Promise<Texts["NOTICES"]> {
  return (await textsIn(languageOf(wants))).NOTICES;
}
