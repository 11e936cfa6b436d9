import { money } from "../../../../languages/forms.ts";
import { useAsk } from "../../../api/queries.ts";
import { useMe } from "../../../api/session.tsx";
import { exactTime, useNow } from "../../../parts/time.tsx";
import { BOX } from "../../../view-words.ts";
import type { Message } from "../types.ts";
import { hasJustAnswered } from "./answers.ts";

/** What an answer costs, beside the box in which it is written; nothing where nothing is charged. */
export function AnswerCost({ id, messages }: { id: string; messages: readonly Message[] }) {
  const { user } = useMe();
  const now = useNow();
  const { data } = useAsk("GET /v1/conversations/{id}/answer_cost", { path: { id }, query: {} });
  if (data === undefined || data.amount === null || data.currency === null) return null;
  const { amount, currency, type, free_until } = data;
  const words =
    type === "regular"
      ? BOX.answerCosts(money(amount, currency))
      : free_until !== null
        ? BOX.answerFreeUntil(exactTime(free_until))
        : type === "free_entry_point"
          ? BOX.answerFreeByAd
          : BOX.answerFreeOfMonth;
  const isAgain = type === "regular" && hasJustAnswered(messages, user?.id, now);
  return (
    <span>
      · {words} {isAgain && BOX.answersCostEach}
    </span>
  );
}
