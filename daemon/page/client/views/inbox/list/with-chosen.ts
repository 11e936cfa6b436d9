import { useMemo, useRef } from "react";
import { useAsk } from "../../../api/queries.ts";
import type { Conversation } from "../types.ts";
import { ordered } from "./known.ts";

/**
 * The list with the open conversation as it is now. It stays where it stood when the filters would leave it out, such
 * as one that was unread before it was opened: the next one is the next one still.
 */
export function useWithChosen(
  rows: readonly Conversation[],
  chosen: string | undefined,
): readonly Conversation[] {
  const { data } = useAsk(
    "GET /v1/conversations/{id}",
    { path: { id: chosen ?? "" } },
    { enabled: chosen !== undefined },
  );
  const kept = useRef<Conversation | null>(null);
  const listed = rows.find(({ id }) => id === chosen);
  if (listed !== undefined) kept.current = listed;
  else if (kept.current?.id !== chosen) kept.current = null;
  const before = kept.current;
  return useMemo(() => {
    if (before === null) return rows;
    const now = newer(before, data);
    return ordered([...rows.filter(({ id }) => id !== now.id), now]);
  }, [rows, before, data]);
}

/** Of one conversation, what was read last as far as that is seen. */
function newer(listed: Conversation, open: Conversation | undefined): Conversation {
  return open !== undefined && open.id === listed.id && open.updated_at >= listed.updated_at ? open : listed;
}
