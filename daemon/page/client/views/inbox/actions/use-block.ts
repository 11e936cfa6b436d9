import type { Problem } from "../../../api/problem.ts";
import { useChange } from "../../../api/queries.ts";
import { toast } from "../../../parts/toast.tsx";
import { INBOX } from "../../../view-words.ts";
import type { Conversation } from "../types.ts";

/** Blocking the person of a conversation on its number, and unblocking them. */
export function useBlock({ id, blocked_at }: Conversation, refused: (problem: Problem) => void) {
  const block = useChange("POST /v1/conversations/{id}/block", { refused });
  const unblock = useChange("POST /v1/conversations/{id}/unblock", { refused });
  const isBlocked = blocked_at !== null;
  const run = async () => {
    const done = await (isBlocked ? unblock : block).run({ path: { id } });
    if (done !== null) toast(isBlocked ? INBOX.unblocked : INBOX.blocked);
  };
  return {
    label: isBlocked ? INBOX.unblock : INBOX.block,
    run: () => void run(),
    problem: block.problem ?? unblock.problem,
  };
}
