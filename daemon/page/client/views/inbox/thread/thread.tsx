import { useEffect, useMemo, useRef } from "react";
import { time } from "../../../../languages/forms.ts";
import { useAsk, useChange } from "../../../api/queries.ts";
import { useMay } from "../../../api/session.tsx";
import { Button } from "../../../parts/button.tsx";
import { useFaces } from "../../../parts/faces/faces.ts";
import { Mentions } from "../../../parts/phone/mentions.ts";
import { ProblemNote } from "../../../parts/problem.tsx";
import { Skeleton } from "../../../parts/skeleton.tsx";
import { INBOX } from "../../../view-words.ts";
import { Box } from "../box/box.tsx";
import { SentLater } from "../box/later/sent-later.tsx";
import { OptedOut } from "../box/opted-out.tsx";
import { Pending, useLastPending } from "../box/pending.tsx";
import { useQuote } from "../box/quoting.tsx";
import { useAccepted } from "../box/sending/use-accepted.ts";
import { NoteLine } from "../together/note-line.tsx";
import { useNotes } from "../together/use-notes.ts";
import type { Conversation, Message } from "../types.ts";
import { Approvals } from "./approvals.tsx";
import { Arrivals } from "./arrivals.tsx";
import { Below } from "./below.tsx";
import { changesOf } from "./changes.ts";
import { Earlier } from "./earlier.tsx";
import { useJump } from "./jump.ts";
import { type Line, linesOf } from "./lines.ts";
import { MessageLine } from "./message-line.tsx";
import { mentionable, Writers, writerIn, writerOf } from "./people.ts";
import { commonReason } from "./reasons.ts";
import { useScroll } from "./scroll.ts";
import style from "./thread.module.css";
import { ThreadHead } from "./thread-head.tsx";
import { useNewest, useThread } from "./use-thread.ts";
import { Viewer } from "./viewer.tsx";
import { SaidOnce, WhyAll } from "./why.tsx";

/** One conversation: its messages, and where it is answered. */
export function Thread({ id }: { id: string }) {
  const conversation = useAsk("GET /v1/conversations/{id}", { path: { id } });
  // asked for at once, and not only when it is known whose they are
  useNewest(id);
  if (conversation.data !== undefined) return <Open conversation={conversation.data} />;
  return (
    <section className={style.thread}>
      {conversation.error === null ? (
        <Skeleton />
      ) : (
        <ProblemNote problem={conversation.error} onTryAgain={() => void conversation.refetch()} />
      )}
    </section>
  );
}

function Open({ conversation }: { conversation: Conversation }) {
  const { id } = conversation;
  const may = useMay();
  const atEnd = useRef(true);
  const thread = useThread(id, atEnd);
  const quote = useQuote(id);
  useAccepted(id, (message) => (message === null ? thread.refresh() : thread.add(message)));
  const { messages, newest, hasOlder, hasNewer } = thread;
  const changes = useMemo(() => changesOf(messages, writerOf), [messages]);
  const common = useMemo(() => commonReason(messages), [messages]);
  const mentions = useMemo(() => mentionable(messages), [messages]);
  const writers = useFaces(messages, writerIn);
  const notes = useNotes(id, hasOlder ? messages[0]?.created_at : "");
  const lines = linesOf(messages, notes, changes, { hasOlder, hasNewer });
  const sent = useLastPending(id);
  const scroll = useScroll(atEnd, [lines, sent], {
    hasNewer,
    onNearTop: thread.loadOlder,
    onNearEnd: thread.loadNewer,
  });
  const { jump, back, goBack } = useJump(thread, scroll);
  useRead(conversation, scroll.isAtEnd ? messages.at(-1)?.id : undefined);
  const toEnd = () => {
    if (hasNewer) thread.goToNewest();
    scroll.toEnd();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is sent is seen
  useEffect(() => {
    if (sent !== "") toEnd();
  }, [sent]);
  const { suppressed } = conversation;
  const toKnow = (
    <>
      <OptedOut key={suppressed} {...conversation} />
      <WhyAll reason={suppressed !== null && common?.isOptOut ? null : common} />
    </>
  );
  const onQuote = may("messages:send") ? quote : null;
  return (
    <section className={style.thread} aria-label={INBOX.messages}>
      <Mentions value={mentions}>
        <ThreadHead conversation={conversation} />
      </Mentions>
      <div ref={scroll.box} className={style.scroll} onScroll={scroll.onScroll}>
        {thread.isPending && <Skeleton />}
        <ProblemNote problem={thread.problem} onTryAgain={thread.refresh} />
        {hasOlder && <More onPress={thread.loadOlder} isBusy={thread.isLoading} words={INBOX.older} />}
        {!hasOlder && messages.length > 0 && (
          <Earlier key={id} conversation={conversation} look={thread.lookEarlier} />
        )}
        {/* what comes in is said by a sentence of its own: older messages are added to this as well */}
        <div role="log" aria-live="off" aria-label={INBOX.messages}>
          <Mentions value={mentions}>
            <SaidOnce value={common?.words ?? null}>
              <Writers value={writers}>
                <Viewer messages={messages}>
                  <ol ref={scroll.list} className={style.lines}>
                    {lines.map((line) => (
                      <ThreadLine key={line.key} line={line} onQuote={onQuote} onJump={jump} />
                    ))}
                    {!hasNewer && <Approvals conversationId={id} />}
                    {!hasNewer && <Pending conversationId={id} messages={messages} />}
                    {!hasNewer && <SentLater conversationId={id} messages={messages} isWhole={!hasOlder} />}
                  </ol>
                </Viewer>
              </Writers>
            </SaidOnce>
          </Mentions>
        </div>
        {hasNewer && <More onPress={thread.loadNewer} isBusy={thread.isLoading} words={INBOX.newer} />}
      </div>
      <Arrivals newest={newest} />
      {(!scroll.isAtEnd || back !== null) && (
        <Below newest={newest} onNewest={toEnd} onBack={back === null ? null : goBack} />
      )}
      {may("messages:send") ? (
        <Box {...{ conversation, messages }}>{toKnow}</Box>
      ) : (
        <div className={style.toKnow}>{toKnow}</div>
      )}
    </section>
  );
}

type MoreProps = { onPress: () => void; isBusy: boolean; words: string };

function More({ onPress, isBusy, words }: MoreProps) {
  return (
    <p className={style.day}>
      <Button kind="quiet" {...{ onPress, isBusy }}>
        {words}
      </Button>
    </p>
  );
}

type ThreadLineProps = {
  line: Line;
  onQuote: ((message: Message) => void) | null;
  onJump: (to: string, from: string) => void;
};

function ThreadLine({ line, onQuote, onJump }: ThreadLineProps) {
  if (line.kind === "message") {
    const { message, quoted, reactions, votes } = line;
    return <MessageLine {...{ message, quoted, reactions, votes, onQuote, onJump }} />;
  }
  if (line.kind === "day") return <li className={style.day}>{time(line.at, "weekday")}</li>;
  return <NoteLine note={line.note} />;
}

/** What is seen is read, once one is at its end, while the page is in front. */
function useRead({ id, unread_count }: Conversation, seen: string | undefined): void {
  const { run } = useChange("POST /v1/conversations/{id}/read");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` is another one each time
  useEffect(() => {
    if (seen === undefined || unread_count === 0) return;
    const mark = () => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", mark);
      void run({ path: { id }, body: { message_id: seen } });
    };
    document.addEventListener("visibilitychange", mark);
    mark();
    return () => document.removeEventListener("visibilitychange", mark);
  }, [id, unread_count, seen]);
}
