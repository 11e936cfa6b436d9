import { useMe } from "../../../api/session.tsx";
import { draftKey } from "../../../parts/fields/drafts.ts";

/** Where something is written. The key is one of the conversation, the user and the daemon. */
export type Place = { conversationId: string; key: string };

/** The place that answers to a conversation are written at. */
export function usePlace(conversationId: string): Place {
  const { user } = useMe();
  return { conversationId, key: draftKey(user?.id ?? "", conversationId) };
}

/** The place that has a key. */
export function placeOf(key: string): Place {
  return { key, conversationId: key.slice(key.lastIndexOf(":") + 1) };
}
