/** The words of one language and the replies to them; null sends no reply. */
export type OptOutLanguage = {
  stop: string[];
  start: string[];
  stopped: string | null;
  started: string | null;
};

/** A language whose words are listed with commas between them. */
export function language(given: Record<keyof OptOutLanguage, string>): OptOutLanguage {
  return { ...given, stop: listed(given.stop), start: listed(given.start) };
}

function listed(words: string): string[] {
  return words.split(",").map((word) => word.trim());
}
