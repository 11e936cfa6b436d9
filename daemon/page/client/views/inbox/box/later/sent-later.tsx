import { CalendarClock } from "lucide-react";
import { useAsk, useChange } from "../../../../api/queries.ts";
import { useMay } from "../../../../api/session.tsx";
import { Button } from "../../../../parts/button.tsx";
import { Contents } from "../../../../parts/phone/contents.tsx";
import { objectOf } from "../../../../parts/phone/read.ts";
import { ProblemNote } from "../../../../parts/problem.tsx";
import { exactTime } from "../../../../parts/time.tsx";
import { toast } from "../../../../parts/toast.tsx";
import { BOX } from "../../../../view-words.ts";
import thread from "../../thread/thread.module.css";
import type { Message } from "../../types.ts";
import style from "../box.module.css";

type SentLaterProps = {
  conversationId: string;
  messages: readonly Message[];
  /** Whether these are all messages of the conversation. */
  isWhole: boolean;
};

/** What is sent later, at the end of the thread, the next one first. */
export function SentLater({ conversationId: conversation_id, messages, isWhole }: SentLaterProps) {
  const query = { conversation_id, status: "scheduled" as const, limit: 100 };
  const asked = useAsk("GET /v1/messages", { query }, { enabled: !isWhole });
  const all = [...(asked.data?.data ?? []), ...messages].filter(({ status }) => status === "scheduled");
  return [...new Map(all.map((message) => [message.id, message])).values()]
    .toSorted((one, other) => ((one.scheduled_at ?? "") < (other.scheduled_at ?? "") ? -1 : 1))
    .map((message) => <Later key={message.id} message={message} />);
}

function Later({ message }: { message: Message }) {
  const { id, type, text, content, channel_id, scheduled_at, held } = message;
  const cancel = useChange("POST /v1/messages/{id}/cancel", { done: () => toast(BOX.cancelled) });
  const time = exactTime(held?.until ?? scheduled_at ?? message.created_at);
  return (
    <li className={`${thread.row} ${thread.outbound}`}>
      <div className={`${thread.bubble} ${style.later}`}>
        <Contents {...{ type, text }} content={objectOf(content)} channelId={channel_id} />
        <p className={thread.foot}>
          <CalendarClock aria-hidden size="0.875rem" />{" "}
          {held === null ? BOX.scheduledFor(time) : BOX.heldUntil(time)}
        </p>
        <ProblemNote problem={cancel.problem} />
        {useMay()("messages:send") && (
          <p>
            <Button onPress={() => void cancel.run({ path: { id } })} isBusy={cancel.isRunning}>
              {BOX.cancelScheduled}
            </Button>
          </p>
        )}
      </div>
    </li>
  );
}
