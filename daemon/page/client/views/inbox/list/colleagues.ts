import { useAsk } from "../../../api/queries.ts";
import { useMe } from "../../../api/session.tsx";
import { INBOX } from "../../../view-words.ts";

/** Whose a conversation is, in words. */
export function useColleagues(): (id: string) => string {
  const { user } = useMe();
  const { data } = useAsk("GET /v1/conversations/colleagues", {});
  return (id) =>
    id === user?.id ? INBOX.you : (data?.data.find((one) => one.id === id)?.name ?? INBOX.colleague);
}
