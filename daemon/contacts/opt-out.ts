import { setNewest } from "../lib/bounded.ts";
import { DEFAULT_OPT_OUT, type OptOutSettings } from "./opt-out-words.ts";
import { plainWord } from "./plain-word.ts";

/** The request made by a message of one word, and the reply to it; a null reply sends nothing. */
export type OptOutRequest = { kind: "stop" | "start"; reply: string | null };

/** What organisations' words ask for, in the form that is compared. */
export type OptOutWords = ReadonlyMap<string, OptOutRequest>;

/** A longer message is never such a word, whatever stands around it unseen. */
const LONGEST = 200;
const MOST_KNOWN = 100;

/** The settings as they are stored (JSON text, or null for the defaults). */
export function readOptOut(stored: string | null): OptOutSettings {
  return stored === null ? DEFAULT_OPT_OUT : JSON.parse(stored);
}

const known = new Map<string | null, OptOutWords>();

/** The words of stored settings: each is brought into its form once, and not for each message that comes in. */
export function optOutWords(stored: string | null): OptOutWords {
  const words = known.get(stored) ?? wordsOf(readOptOut(stored));
  setNewest(known, stored, words, MOST_KNOWN);
  return words;
}

/** The words of settings; of a word in several languages, the first has it. */
export function wordsOf({ enabled, languages }: OptOutSettings): OptOutWords {
  const words = new Map<string, OptOutRequest>();
  if (!enabled) return words;
  const add = (word: string, request: OptOutRequest) => {
    const plain = plainWord(word);
    if (!words.has(plain)) words.set(plain, request);
  };
  for (const { stop, start, stopped, started } of Object.values(languages)) {
    for (const word of stop) add(word, { kind: "stop", reply: stopped });
    for (const word of start) add(word, { kind: "start", reply: started });
  }
  return words;
}

/**
 * Whether a message is an opt-out or opt-in word such as STOP and nothing else, as a person would compare them (see
 * plainWord); null when it is not. A tap on a button with that title counts too.
 */
export function readOptOutRequest(
  words: OptOutWords,
  type: string,
  content: Record<string, unknown>,
): OptOutRequest | null {
  const said = type === "text" ? content.body : type === "interactive" ? content.title : undefined;
  if (typeof said !== "string" || said.length > LONGEST) return null;
  return words.get(plainWord(said)) ?? null;
}
