import { call } from "../../../../api/call.ts";
import type { Message } from "../../types.ts";
import type { Place } from "../place.ts";

/** What was accepted, and where, for what shows the conversation; null: it can't be read at the moment. */
type Accepted = (place: Place, message: Message | null) => void;
const listeners = new Set<Accepted>();

/** Calls back with each message that is accepted; returns the way to end that. */
export function onAccepted(listener: Accepted): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a message that was accepted. Resolves with whether it could be read, which says nothing of its sending. */
export async function showAccepted(place: Place, id: string): Promise<boolean> {
  const message = await call("GET /v1/messages/{id}", { path: { id } }).catch(() => null);
  for (const listener of listeners) listener(place, message);
  return message !== null;
}
