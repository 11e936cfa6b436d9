import { BASE } from "../../../api/root.ts";
import { useMe } from "../../../api/session.tsx";

/** Names what is written where by whom: in one conversation, by one user, with one daemon. */
export type Place = { conversationId: string; key: string };

/** The place that answers to a conversation are written at. */
export function usePlace(conversationId: string): Place {
  const { user } = useMe();
  return { conversationId, key: `${BASE}:${user?.id ?? ""}:${conversationId}` };
}
