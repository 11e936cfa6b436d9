import { useSyncExternalStore } from "react";
import { BASE } from "../../api/root.ts";

/** Where something is written: `draftKey` makes it. */
type Place = { readonly key: string };

const listeners = new Set<() => void>();
/** What was written since the page was opened: browsers may refuse to keep anything. */
const written = new Map<string, string>();

/** What names the draft of something, such as of a conversation, for one user of one daemon. */
export function draftKey(user: string, of: string): string {
  return `${BASE}:${user}:${of}`;
}

/** What is being written: kept in this browser until it is sent, for each user. */
export function draftOf({ key }: Place): string {
  return written.get(key) ?? keptDraft(key);
}

/** Writes what is in the box. */
export function writeDraft({ key }: Place, text: string): void {
  written.set(key, text);
  try {
    if (text === "") localStorage.removeItem(nameOf(key));
    else localStorage.setItem(nameOf(key), text);
  } catch {
    // then a draft lasts as long as the page
  }
  for (const listener of listeners) listener();
}

/** What is written or sent in another tab is so in this one. */
window.addEventListener("storage", ({ key }) => {
  for (const place of written.keys()) if (key === nameOf(place)) written.delete(place);
  for (const listener of listeners) listener();
});

/** Forgets all that a user began to write or to send in this browser, which others may use next. */
export function forgetDrafts(user: string): void {
  const [draft, pending] = [nameOf(draftKey(user, "")), pendingName(draftKey(user, ""))];
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(draft) || name.startsWith(pending)) localStorage.removeItem(name);
  } catch {
    // then nothing was kept
  }
}

/** Puts a text back that was not sent, before what was written since. */
export function returnDraft(place: Place, text: string): void {
  writeDraft(place, [text, draftOf(place)].filter((one) => one.trim() !== "").join("\n"));
}

/** What is in the box; or what is made of it, by which only what differs is drawn again. */
export function useDraft<Made extends string | boolean>(place: Place, make: (draft: string) => Made): Made {
  return useSyncExternalStore(onDraft, () => make(draftOf(place)));
}

/** Hears that something was written, in whatever box. */
export function onDraft(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keptDraft(key: string): string {
  try {
    return localStorage.getItem(nameOf(key)) ?? "";
  } catch {
    return "";
  }
}

/** How many texts that a user sent in this browser are not accepted yet. */
export function countPending(user: string): number {
  try {
    const pending = pendingName(draftKey(user, ""));
    return Object.keys(localStorage).filter((name) => name.startsWith(pending)).length;
  } catch {
    return 0;
  }
}

/** Under which name what is on its way from somewhere is kept. */
export function pendingName(key: string): string {
  return `waypost-pending:${key}`;
}

function nameOf(key: string): string {
  return `waypost-draft:${key}`;
}
