import { useSyncExternalStore } from "react";
import type { Place } from "./place.ts";

const listeners = new Set<() => void>();
/** What was written since the page was opened: browsers may refuse to keep anything. */
const written = new Map<string, string>();

/** What is being written in a conversation: kept in this browser until it is sent, for each user. */
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

function nameOf(key: string): string {
  return `waypost-draft:${key}`;
}
