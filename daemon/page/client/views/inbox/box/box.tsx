import { NotebookPen, Plus, SendHorizontal } from "lucide-react";
import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from "react";
import { useMay } from "../../../api/session.tsx";
import { Button, IconButton } from "../../../parts/button.tsx";
import { writeDraft } from "../../../parts/fields/drafts.ts";
import { useKeys } from "../../../parts/keys.ts";
import { ProblemNote } from "../../../parts/problem.tsx";
import { Time, useNow } from "../../../parts/time.tsx";
import { BOX, INBOX } from "../../../view-words.ts";
import type { Conversation, Message } from "../types.ts";
import { AnswerCost } from "./answer-cost.tsx";
import { AnsweredMeanwhile } from "./answered-meanwhile.tsx";
import { attachStored } from "./attached/attach.ts";
import { AttachedFiles } from "./attached/attached-files.tsx";
import { useGivenFiles } from "./attached/use-given.ts";
import style from "./box.module.css";
import { Closed } from "./closed.tsx";
import { Quoting } from "./quoting.tsx";
import { LastSent } from "./sending/last-sent.tsx";
import { type Doing, isEnding, toolsOf, windowOf } from "./situation.ts";
import { ToolRow } from "./tool-row.tsx";
import { useAnswer } from "./use-answer.ts";
import { useNote } from "./use-note.ts";
import { Writing } from "./writing.tsx";

const SendTemplate = lazy(() => import("./template/send-template.tsx"));
const Recorder = lazy(() => import("./voice/recorder.tsx"));

type BoxProps = { conversation: Conversation; messages: readonly Message[]; children: ReactNode };

/** Where an answer is written, or a note for colleagues, below what is to be known before. Enter sends, Shift+Enter begins a line. */
export function Box({ conversation, messages, children }: BoxProps) {
  const { id, service_window_until: until } = conversation;
  const may = useMay();
  const [doing, setDoing] = useState<Doing>("answer");
  const [isChoosing, setChoosing] = useState(false);
  const [isUnfolded, setUnfolded] = useState(false);
  const isNote = doing === "note";
  const answer = useAnswer(conversation, messages);
  const note = useNote(id, isNote);
  const { place, problem, isBusy, submit, commands } = isNote ? note : answer;
  const templates = answer.isOfficial && may("templates:read");
  const now = useNow();
  const window = windowOf(conversation, now);
  const tools = toolsOf(doing, window, { files: may("media:write"), templates });
  const input = useRef<HTMLTextAreaElement>(null);
  useKeys([{ keys: "r", does: INBOX.keyAnswer, run: () => input.current?.focus() }]);
  const { take } = answer;
  const takeAndWrite = useCallback(
    (files: readonly File[]) => {
      take(files);
      input.current?.focus();
    },
    [take],
  );
  const isHeldOver = useGivenFiles(tools.files ? takeAndWrite : null);
  const endRecording = (recorded: readonly File[]) => {
    setDoing("answer");
    if (recorded.length > 0) take(recorded, true);
  };
  const putIn = (emoji: string) => {
    const { current } = input;
    if (current === null) return;
    current.setRangeText(emoji, current.selectionStart, current.selectionEnd, "end");
    writeDraft(place, current.value);
    current.focus();
  };
  return (
    <form
      className={`${style.box} ${isNote ? style.isNote : ""}`}
      onSubmit={(event) => {
        event.preventDefault();
        // not the form of a dialog above it
        if (event.target === event.currentTarget) submit();
      }}
    >
      {children}
      <ProblemNote problem={problem} />
      {!isNote && answer.answeredMeanwhile !== null && (
        <AnsweredMeanwhile answer={answer.answeredMeanwhile} onSend={answer.sendAnyway} />
      )}
      {!isNote && <Quoting place={place} />}
      {!isNote && <AttachedFiles place={place} isOfficial={answer.isOfficial} />}
      <div className={style.write}>
        <span className={style.more}>
          <IconButton
            label={BOX.tools}
            icon={Plus}
            isExpanded={isUnfolded}
            onPress={() => setUnfolded(!isUnfolded)}
          />
        </span>
        <div className={style.entry}>
          {!tools.send ? (
            <Closed onTemplate={templates ? () => setChoosing(true) : null} />
          ) : doing === "recording" && tools.files ? (
            <Suspense>
              <Recorder onRecorded={(file) => endRecording([file])} onCancel={() => endRecording([])} />
            </Suspense>
          ) : (
            <Writing
              {...{ id, place, isNote, input }}
              onSubmit={submit}
              onSendAnyway={answer.sendAsItIs}
              onFile={(mediaId) => void attachStored(place, mediaId, answer.isOfficial)}
            />
          )}
        </div>
        {window === "open" && !isNote && (
          <p className={style.hint} data-open={isUnfolded || isEnding(conversation, now) || undefined}>
            {BOX.closes} {until !== null && <Time at={until} />} <AnswerCost {...{ id, messages }} />
          </p>
        )}
        <ToolRow
          {...{ tools, isNote, commands }}
          isOpen={isUnfolded}
          onFiles={takeAndWrite}
          onEmoji={putIn}
          onRecord={() => setDoing("recording")}
          onTemplate={() => setChoosing(true)}
          onLater={answer.sendLater}
          onNote={() => setDoing(isNote ? "answer" : "note")}
        />
        {tools.send && (
          <span className={style.send}>
            <Button kind="main" type="submit" icon={isNote ? NotebookPen : SendHorizontal} isBusy={isBusy}>
              <span className={style.word}>{isNote ? INBOX.keep : INBOX.send}</span>
            </Button>
          </span>
        )}
      </div>
      {isChoosing && (
        <Suspense>
          <SendTemplate {...{ conversation }} place={answer.place} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
      <LastSent place={answer.place} messages={messages} />
      {isHeldOver && <p className={style.over}>{BOX.drop}</p>}
    </form>
  );
}
