import type { Problem } from "../../../api/problem.ts";
import { useChange } from "../../../api/queries.ts";
import { toast } from "../../../parts/toast.tsx";
import { INBOX } from "../../../view-words.ts";
import type { Conversation } from "../types.ts";

/** Holding a conversation, so that bots leave it alone, and releasing it. Meta's agent is taken over instead. */
export function useHold({ id, held_by }: Conversation, refused: (problem: Problem) => void) {
  const hold = useChange("POST /v1/conversations/{id}/hold", { refused });
  const release = useChange("POST /v1/conversations/{id}/release", { refused });
  const isHeld = held_by !== null;
  const run = async () => {
    const done = await (isHeld ? release.run({ path: { id } }) : hold.run({ path: { id }, body: {} }));
    if (done !== null) toast(isHeld ? INBOX.released : INBOX.held);
  };
  return {
    label: isHeld ? INBOX.release : INBOX.hold,
    isOurs: held_by?.type !== "meta_agent",
    run: () => void run(),
    problem: hold.problem ?? release.problem,
  };
}
