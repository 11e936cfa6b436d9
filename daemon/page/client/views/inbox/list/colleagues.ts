import { useAsk } from "../../../api/queries.ts";
import { useMay, useMe } from "../../../api/session.tsx";
import { INBOX } from "../words.ts";

/** Whose a conversation is, in words: only who may see the users knows their names. */
export function useColleagues(): (id: string) => string {
  const { user } = useMe();
  const may = useMay();
  const { data } = useAsk("GET /v1/users", { query: { limit: 100 } }, { enabled: may("users:manage") });
  return (id) => {
    if (id === user?.id) return INBOX.you;
    const found = data?.data.find((one) => one.id === id);
    return found === undefined ? INBOX.colleague : (found.name ?? found.email);
  };
}
