import { LANGUAGES } from "../../../../template-rules/languages.ts";
import { compareNames, languageName } from "../../../languages/forms.ts";
import type { ResponseOf } from "../../api/call.ts";
import type { Problem } from "../../api/problem.ts";
import type { Option } from "../../parts/fields/select.tsx";

export type Settings = ResponseOf<"GET /v1/settings/contacts">;
export type OptOut = Settings["opt_out"];
export type Words = OptOut["languages"][string];

const NO_WORDS: Words = { stop: [], start: [], stopped: null, started: null };

/** The settings with other words of a language, and with one more where it had none. */
export function withLanguage(optOut: OptOut, code: string, words: Words = NO_WORDS): OptOut {
  return { ...optOut, languages: { ...optOut.languages, [code]: words } };
}

/** The settings without the words of a language. */
export function withoutLanguage(optOut: OptOut, code: string): OptOut {
  const { [code]: _, ...languages } = optOut.languages;
  return { ...optOut, languages };
}

/** The languages that have no words yet, by name. */
export function otherLanguages({ languages }: OptOut): Option[] {
  const codes = new Set([...LANGUAGES].map((code) => code.split("_")[0] ?? code));
  return [...codes]
    .filter((code) => !Object.hasOwn(languages, code))
    .map((code) => ({ value: code, label: nameOf(code) }))
    .sort((one, other) => compareNames(one.label, other.label));
}

/** What a language is called, or its code. */
export function nameOf(code: string): string {
  return languageName(code) ?? code;
}

/** What the API says is wrong with the words of a language, wherever in them. */
export function wrongWith(problem: Problem | null, code: string): string | null {
  const at = `/opt_out/languages/${code}`;
  return problem?.errors.find(({ path }) => path === at || path.startsWith(`${at}/`))?.message ?? null;
}
