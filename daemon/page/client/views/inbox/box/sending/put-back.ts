import type { Problem } from "../../../../api/problem.ts";
import { addressOf } from "../../../../api/root.ts";
import { returnDraft } from "../../../../parts/fields/drafts.ts";
import { problemText } from "../../../../parts/problem.tsx";
import { notice } from "../../../../parts/toast.tsx";
import { BOX } from "../../../../view-words.ts";
import { knownIdOf } from "../attached/attach.ts";
import { keepAttached } from "../attached/keeping-files.ts";
import { changeOutbox } from "../outbox.ts";
import type { Outgoing } from "../outgoing.ts";
import type { Place } from "../place.ts";

/**
 * Puts what was not sent back into the box, its text before what was written there since; who is elsewhere by now is
 * told why.
 */
export function putBack(place: Place, outgoing: Outgoing, problem: Problem | null = null): void {
  const there = `/inbox/${place.conversationId}`;
  if (problem !== null && location.pathname !== addressOf(there))
    notice(BOX.backInBox(problemText(problem)), there);
  const { key, text, file, quoted } = outgoing;
  if (text !== "") returnDraft(place, text);
  if (file !== null) keepAttached(place.key, file, knownIdOf(file));
  const returned = file === null ? [] : [{ ...file, problem: problem && problemText(problem) }];
  changeOutbox(place, ({ last, ...before }) => {
    const pending = before.pending.filter((one) => one.key !== key);
    const isOver = last?.accepted.length === 0 && pending.every(({ press }) => press !== last.name);
    return {
      attached: [...before.attached, ...returned],
      quoted: before.quoted ?? quoted,
      refused: problem ?? before.refused,
      pending,
      last: isOver ? null : last,
    };
  });
}
