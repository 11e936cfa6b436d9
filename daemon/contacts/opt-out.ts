import { DEFAULT_OPT_OUT, type OptOutSettings } from "./opt-out-words.ts";

/** The request made by a message of one word, and the reply to it; a null reply sends nothing. */
export type OptOutRequest = { kind: "stop" | "start"; reply: string | null };

/** A longer message is never such a word. */
const LONGEST = 60;

/** The settings as they are stored (JSON text, or null for the defaults). */
export function readOptOut(stored: string | null): OptOutSettings {
  return stored === null ? DEFAULT_OPT_OUT : JSON.parse(stored);
}

/**
 * Whether a message is an opt-out or opt-in word such as STOP and nothing else, ignoring case,
 * punctuation and emoji around it; null when it is not. A tap on a button with that title
 * counts too.
 */
export function readOptOutRequest(
  { enabled, languages }: OptOutSettings,
  type: string,
  content: Record<string, unknown>,
): OptOutRequest | null {
  const said = type === "text" ? content.body : type === "interactive" ? content.title : undefined;
  if (!enabled || typeof said !== "string" || said.length > LONGEST) return null;
  const word = plain(said);
  if (word === "") return null;
  for (const { stop, start, stopped, started } of Object.values(languages)) {
    if (stop.some((one) => plain(one) === word)) return { kind: "stop", reply: stopped };
    if (start.some((one) => plain(one) === word)) return { kind: "start", reply: started };
  }
  return null;
}

/** A word in the form that is compared. */
export function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/^[\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu, "")
    .replace(/\s+/g, " ");
}
