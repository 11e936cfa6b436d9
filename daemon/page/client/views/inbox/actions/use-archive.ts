import type { Problem } from "../../../api/problem.ts";
import { useChange } from "../../../api/queries.ts";
import { toast } from "../../../parts/toast.tsx";
import { INBOX } from "../../../view-words.ts";
import type { Conversation } from "../types.ts";

/** Taking a conversation out of the inbox's way, and bringing it back. */
export function useArchive({ id, archived_at }: Conversation, refused: (problem: Problem) => void) {
  const archive = useChange("POST /v1/conversations/{id}/archive", { refused });
  const unarchive = useChange("POST /v1/conversations/{id}/unarchive", { refused });
  const isArchived = archived_at !== null;
  const run = async () => {
    const done = await (isArchived ? unarchive : archive).run({ path: { id } });
    if (done !== null) toast(isArchived ? INBOX.unarchived : INBOX.archived);
  };
  return {
    label: isArchived ? INBOX.unarchive : INBOX.archive,
    run: () => void run(),
    problem: archive.problem ?? unarchive.problem,
  };
}
