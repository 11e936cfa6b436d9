import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from "react";
import { useChannels } from "../../../api/channels.ts";
import { useChange } from "../../../api/queries.ts";
import { useMay } from "../../../api/session.tsx";
import { draftOf, writeDraft } from "../../../parts/fields/drafts.ts";
import { useKeys } from "../../../parts/keys.ts";
import { ProblemNote } from "../../../parts/problem.tsx";
import { useRefusedLater } from "../../../parts/refused-later.ts";
import { Time, useNow } from "../../../parts/time.tsx";
import { BOX, INBOX } from "../../../view-words.ts";
import { mentionedIn, useColleagues } from "../together/colleagues.ts";
import type { Conversation, Message } from "../types.ts";
import { AnswerCost } from "./answer-cost.tsx";
import { AnsweredMeanwhile, useAnsweredMeanwhile } from "./answered-meanwhile.tsx";
import { attach, attachStored } from "./attached/attach.ts";
import { AttachedFiles } from "./attached/attached-files.tsx";
import { useGivenFiles } from "./attached/use-given.ts";
import style from "./box.module.css";
import { BoxButtons } from "./box-buttons.tsx";
import { Closed } from "./closed.tsx";
import { useOutbox } from "./outbox.ts";
import { usePlace } from "./place.ts";
import { placeholderIn } from "./placeholder.ts";
import { Quoting } from "./quoting.tsx";
import { answerCommands, noteCommands } from "./sending/as-commands.ts";
import { LastSent } from "./sending/last-sent.tsx";
import { sendWritten } from "./sending/send-written.ts";
import { Writing } from "./writing.tsx";

const SendTemplate = lazy(() => import("./template/send-template.tsx"));
const Recorder = lazy(() => import("./voice/recorder.tsx"));

/** Not at a later time. */
const NOW: string | null = null;
const OFFICIAL = "whatsapp_official";

type BoxProps = { conversation: Conversation; messages: readonly Message[]; children: ReactNode };

/** Where an answer is written, or a note for colleagues, below what is to be known before. Enter sends, Shift+Enter begins a line. */
export function Box({ conversation, messages, children }: BoxProps) {
  const { id, channel_id, service_window, service_window_until } = conversation;
  const may = useMay();
  const mayAnswer = may("messages:send");
  const [isNote, setIsNote] = useState(false);
  const place = usePlace(id);
  const notePlace = usePlace(`${id}:note`);
  const refused = useOutbox(place, (outbox) => outbox.refused);
  const noteRefused = useRefusedLater(BOX.noteInBox, `/inbox/${id}`);
  const note = useChange("POST /v1/conversations/{id}/notes", { refused: noteRefused });
  const colleagues = useColleagues(isNote);
  const meanwhile = useAnsweredMeanwhile(place, messages);
  const input = useRef<HTMLTextAreaElement>(null);
  const isOfficial = useChannels().platformOf(channel_id) === OFFICIAL;
  const mayChoose = isOfficial && mayAnswer && may("templates:read");
  useKeys([{ keys: "r", does: INBOX.keyAnswer, run: () => input.current?.focus() }]);
  const now = useNow();
  const isOpen = service_window_until !== null && Date.parse(service_window_until) > now;
  const isClosed = service_window !== null && !isOpen && !isNote;
  const [isChoosing, setChoosing] = useState(false);
  const takesFiles = mayAnswer && may("media:write") && !isNote && !isClosed;
  const { key } = place;
  const take = useCallback(
    (files: readonly File[]) => {
      attach({ conversationId: id, key }, files, { isOfficial });
      input.current?.focus();
    },
    [id, key, isOfficial],
  );
  const [isRecording, setRecording] = useState(false);
  const isHeldOver = useGivenFiles(takesFiles ? take : null);

  /** Sends what is written, unless somebody has to look at it first. */
  const trySend = ({ isRead = meanwhile.answer === null, isMeant = false, at = NOW } = {}) => {
    if (isRead && (isMeant || placeholderIn(draftOf(place)) === null)) sendWritten(place, at);
  };
  const sendAnyway = () => {
    meanwhile.ignore();
    trySend({ isRead: true });
  };
  const finish = (recorded: readonly File[]) => {
    setRecording(false);
    if (recorded.length > 0) attach(place, recorded, { isOfficial, isVoice: true });
  };
  const putIn = (emoji: string) => {
    const { current } = input;
    if (current === null) return;
    current.setRangeText(emoji, current.selectionStart, current.selectionEnd, "end");
    writeDraft(isNote ? notePlace : place, current.value);
    current.focus();
  };
  const commands = (at: string | null) => {
    if (!isNote) return answerCommands(place, at);
    const body = draftOf(notePlace).trim();
    return noteCommands(id, body, mentionedIn(body, colleagues));
  };
  const submit = async () => {
    if (!isNote) return trySend();
    const body = draftOf(notePlace).trim();
    if (body === "") return;
    const kept = await note.run({ path: { id }, body: { body, mentions: mentionedIn(body, colleagues) } });
    // what was written meanwhile is another note
    if (kept !== null && draftOf(notePlace).trim() === body) writeDraft(notePlace, "");
  };

  return (
    <form
      className={`${style.box} ${isNote ? style.isNote : ""}`}
      onSubmit={(event) => {
        event.preventDefault();
        // not the form of a dialog above it
        if (event.target === event.currentTarget) void submit();
      }}
    >
      {children}
      <ProblemNote problem={isNote ? note.problem : refused} />
      {!isNote && meanwhile.answer !== null && (
        <AnsweredMeanwhile answer={meanwhile.answer} onSend={sendAnyway} />
      )}
      {!isNote && <Quoting place={place} />}
      {!isNote && <AttachedFiles {...{ place, isOfficial }} />}
      {isClosed ? (
        <Closed onTemplate={mayChoose ? () => setChoosing(true) : null} />
      ) : isRecording && takesFiles ? (
        <Suspense>
          <Recorder onRecorded={(file) => finish([file])} onCancel={() => finish([])} />
        </Suspense>
      ) : (
        <Writing
          {...{ id, isNote, input }}
          place={isNote ? notePlace : place}
          onSubmit={() => void submit()}
          onSendAnyway={() => trySend({ isMeant: true })}
          onFile={(mediaId) => void attachStored(place, mediaId, isOfficial)}
        />
      )}
      {isOpen && mayAnswer && !isNote && (
        <p className={style.hint}>
          {BOX.closes} <Time at={service_window_until} /> <AnswerCost {...{ id, messages }} />
        </p>
      )}
      <BoxButtons
        {...{ isNote, isClosed, commands }}
        isBusy={note.isRunning}
        onFiles={takesFiles ? take : null}
        onEmoji={isClosed || isRecording ? null : putIn}
        onRecord={takesFiles && !isRecording ? () => setRecording(true) : null}
        onTemplate={mayChoose && !isNote && !isClosed ? () => setChoosing(true) : null}
        onLater={isNote ? null : (at) => trySend({ isRead: true, at })}
        onNote={mayAnswer && !isRecording ? () => setIsNote(!isNote) : null}
      />
      {isChoosing && (
        <Suspense>
          <SendTemplate {...{ place, conversation }} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
      {mayAnswer && <LastSent {...{ place, messages }} />}
      {isHeldOver && <p className={style.over}>{BOX.drop}</p>}
    </form>
  );
}
