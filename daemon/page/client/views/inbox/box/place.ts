import { BASE } from "../../../api/root.ts";
import { useMe } from "../../../api/session.tsx";

/** Where something is written. The key is one of the conversation, the user and the daemon. */
export type Place = { conversationId: string; key: string };

/** The place that answers to a conversation are written at. */
export function usePlace(conversationId: string): Place {
  const { user } = useMe();
  return { conversationId, key: `${BASE}:${user?.id ?? ""}:${conversationId}` };
}
