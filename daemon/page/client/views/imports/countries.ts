const NAMES = new Intl.DisplayNames(["en"], { type: "region", fallback: "code" });

/** A country by its two letters, in words: "Germany (DE)". */
export function countryName(code: string): string {
  try {
    return `${NAMES.of(code)} (${code})`;
  } catch {
    return code;
  }
}
