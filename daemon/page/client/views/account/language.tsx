import { LANGUAGE_COOKIE } from "../../../languages/asked.ts";
import { bestLanguage, LANGUAGE_NAMES, type Language } from "../../../languages/texts.ts";
import { BASE } from "../../api/root.ts";
import { Select } from "../../parts/fields/select.tsx";
import { usePush } from "../../parts/notifications/push.ts";
import { ACCOUNT } from "../../view-words.ts";

const A_YEAR_SECONDS = 31_536_000;

/** The language of the page in this browser, and of its notifications; the page is loaded again in the one that is chosen. */
export function LanguageField() {
  const { subscription, set } = usePush();
  async function choose(language: Language): Promise<void> {
    // biome-ignore lint/suspicious/noDocumentCookie: the daemon reads it for the next document
    document.cookie = `${LANGUAGE_COOKIE}=${language}; path=${BASE}/; max-age=${A_YEAR_SECONDS}; samesite=lax`;
    document.documentElement.lang = language;
    // what was not stored is said in the language before, until something else is chosen
    if (subscription !== null) await set(subscription.wants).catch(() => {});
    location.reload();
  }
  return (
    <Select
      label={ACCOUNT.language}
      options={LANGUAGE_NAMES.map(({ code, name }) => ({ value: code, label: name }))}
      value={bestLanguage([document.documentElement.lang])}
      onChange={(language) => void choose(language)}
    />
  );
}
