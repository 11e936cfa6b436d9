import type { Language, Texts } from "./texts.ts";

/** What the API refused: in English in its own words, else what its code means. */
export type Refused = { code: string; detail: string };

export function refusalIn(
  { language, texts: { PROBLEMS } }: { language: Language; texts: Texts },
  { code, detail }: Refused,
): string {
  const known = language !== "en" && Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code] : undefined;
  return known ?? `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;
}
