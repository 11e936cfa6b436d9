import type { MovedSession } from "../session-form.ts";

/** What follows where a session lacks a category of keys. */
const WITHOUT: Readonly<Record<string, string>> = {
  session: "no sessions with people: each person's next message takes one retry",
  "pre-key": "no one-time keys: a first message of somebody new may be lost",
  tctoken: "no tokens of chats: WhatsApp may refuse messages to people who did not write lately",
  "lid-mapping": "no list of who has which LID: it is learned anew, person by person",
  "app-state-sync-key": "no keys of the settings that the phone shares: it sends them again",
};

/** What a session does not have, in sentences. */
export function missingOf({ keys }: MovedSession): string[] {
  const known: Record<string, object | undefined> = keys;
  return Object.entries(WITHOUT).flatMap(([category, words]) =>
    Object.keys(known[category] ?? {}).length === 0 ? [words] : [],
  );
}
