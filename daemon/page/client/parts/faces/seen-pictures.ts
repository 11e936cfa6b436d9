import { useSyncExternalStore } from "react";
import { addressOf } from "../../api/root.ts";

/** Whose pictures were shown since the page was loaded: they are shown wherever these people stand, the others are not asked for. */
let seen: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

/** Whether a contact's picture was shown already. */
export function useIsSeen(contactId: string | null): boolean {
  return useSyncExternalStore(listen, () => contactId !== null && seen.has(contactId));
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notes that a contact has a picture, or none. */
export function noteSeen(contactId: string, isThere: boolean): void {
  if (seen.has(contactId) === isThere) return;
  const others = [...seen].filter((one) => one !== contactId);
  seen = new Set(isThere ? [...others, contactId] : others);
  for (const listener of listeners) listener();
}

export function pictureAddress(contactId: string): string {
  return addressOf(`/v1/contacts/${encodeURIComponent(contactId)}/picture`);
}
