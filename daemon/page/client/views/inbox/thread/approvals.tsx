import { Stamp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { useAsk, useChange } from "../../../api/queries.ts";
import { useMay } from "../../../api/session.tsx";
import { Refuse } from "../../../parts/approvals/refuse.tsx";
import { type Approval, useToDecide } from "../../../parts/approvals/waiting.ts";
import { Button } from "../../../parts/button.tsx";
import { Contents } from "../../../parts/phone/contents.tsx";
import { ProblemNote } from "../../../parts/problem.tsx";
import { Time } from "../../../parts/time.tsx";
import { toast } from "../../../parts/toast.tsx";
import { APPROVALS } from "../../../view-words.ts";
import { useAddressOf } from "../list/addresses.ts";
import style from "./thread.module.css";

/**
 * What agents ask to send in a conversation, at its end, the oldest first. Once one is decided, the next is at hand: here,
 * or else in another conversation.
 */
export function Approvals({ conversationId: conversation_id }: { conversationId: string }) {
  const query = { status: "waiting", conversation_id, limit: 100 } as const;
  const { data } = useAsk("GET /v1/approvals", { query });
  const all = useToDecide();
  const [decided, setDecided] = useState<readonly string[]>([]);
  const [, go] = useLocation();
  const addressOf = useAddressOf();
  // what comes while somebody reads takes the keys from nothing
  const takesFocus = useRef(true);
  const waiting = data?.data.filter(({ id }) => !decided.includes(id)).toReversed() ?? [];
  useEffect(() => {
    if (data !== undefined) takesFocus.current = false;
  }, [data]);
  const next = (id: string) => {
    setDecided((before) => [...before, id]);
    takesFocus.current = true;
    if (waiting.length > 1) return;
    const other = all?.findLast(
      (one) => one.conversation_id !== null && one.conversation_id !== conversation_id,
    );
    if (other?.conversation_id) go(addressOf(other.conversation_id));
  };
  return waiting.map((approval, at) => (
    <Waiting
      key={approval.id}
      {...{ approval }}
      takesFocus={at === 0 && takesFocus.current}
      onDecided={() => next(approval.id)}
    />
  ));
}

type WaitingProps = { approval: Approval; takesFocus: boolean; onDecided: () => void };

/** One that waits. While it has the focus, Enter sends it and Escape refuses it. */
function Waiting({ approval, takesFocus, onDecided }: WaitingProps) {
  const { id, message, preview, channel_id, requested_by, expires_at } = approval;
  const mayDecide = useMay()("approvals:decide");
  const [isRefusing, setRefusing] = useState(false);
  const own = useRef<HTMLFieldSetElement>(null);
  const approve = useChange("POST /v1/approvals/{id}/approve", {
    done: ({ message_id }) => {
      toast(message_id === null ? APPROVALS.notSent : APPROVALS.sent);
      onDecided();
    },
  });
  useEffect(() => {
    if (takesFocus && mayDecide && !isWriting()) own.current?.focus();
  }, [takesFocus, mayDecide]);
  const send = () => void approve.run({ path: { id } });
  const onKeyDown = (event: React.KeyboardEvent) => {
    // a key that is still held down opened the conversation
    if (event.target !== own.current || event.repeat || !mayDecide) return;
    if (event.key === "Enter") send();
    if (event.key === "Escape") setRefusing(true);
  };
  const asker = APPROVALS.asks(requested_by.name ?? requested_by.key_id);
  return (
    <li className={`${style.row} ${style.outbound}`}>
      <fieldset
        ref={own}
        className={`${style.bubble} ${style.asked}`}
        aria-label={asker}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <p className={style.foot}>
          <Stamp aria-hidden size="0.875rem" /> <span className={style.author}>{asker}</span>
          {APPROVALS.ends} <Time at={expires_at} />
        </p>
        <Contents
          {...{ type: message.type, content: message.content }}
          text={preview.text}
          channelId={channel_id}
        />
        <ProblemNote problem={approve.problem} />
        {mayDecide && (
          <p className={style.decide}>
            <Button kind="main" keys="Enter" isBusy={approve.isRunning} onPress={send}>
              {APPROVALS.send}
            </Button>
            <Button keys="Esc" onPress={() => setRefusing(true)}>
              {APPROVALS.refuse}
            </Button>
          </p>
        )}
      </fieldset>
      {isRefusing && <Refuse id={id} onClose={() => setRefusing(false)} onRefused={onDecided} />}
    </li>
  );
}

function isWriting(): boolean {
  return document.activeElement?.matches("input, textarea, select, [contenteditable]") === true;
}
