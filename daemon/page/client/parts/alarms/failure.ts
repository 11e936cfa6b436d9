import { isEnglish } from "../../../languages/forms.ts";
import { MESSAGES } from "../../view-words.ts";
import { sentence } from "../problem.tsx";

/** Why a message failed: WhatsApp's own words in English, or what its code means where the page's language has that. */
export function failureInWords({ code, detail }: { code: string; detail: string }): string {
  return (isEnglish() ? undefined : MESSAGES.steps[code]) ?? sentence(detail);
}
