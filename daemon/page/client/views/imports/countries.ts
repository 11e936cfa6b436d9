import { countryName } from "../../../languages/forms.ts";

/** A country by its two letters, in words: "Germany (DE)". */
export function countryAndCode(code: string): string {
  try {
    return `${countryName(code)} (${code})`;
  } catch {
    return code;
  }
}
