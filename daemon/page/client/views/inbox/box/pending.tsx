import { CircleAlert, Clock } from "lucide-react";
import { useEffect } from "react";
import { Button } from "../../../parts/button.tsx";
import { Progress } from "../../../parts/files/progress.tsx";
import phone from "../../../parts/phone/phone.module.css";
import { problemText } from "../../../parts/problem.tsx";
import { BOX, FILES, INBOX } from "../../../view-words.ts";
import style from "../thread/thread.module.css";
import type { Message } from "../types.ts";
import { FileLook } from "./attached/file-look.tsx";
import own from "./box.module.css";
import { followOtherTab, isUnsent, useOutbox } from "./outbox.ts";
import type { Outgoing } from "./outgoing.ts";
import { type Place, usePlace } from "./place.ts";
import { takeBackPending } from "./sending/drain.ts";
import { waitsForPerson } from "./sending/kept.ts";
import { sendAgain } from "./sending/send.ts";

/** What was sent and is not accepted yet, at the end of the thread. */
export function Pending({
  conversationId,
  messages,
}: {
  conversationId: string;
  messages: readonly Message[];
}) {
  const place = usePlace(conversationId);
  const pending = useOutbox(place, (outbox) => outbox.pending);
  const shown = pending.filter(({ accepted }) => messages.some(({ id }) => id === accepted));
  useEffect(() => {
    for (const { key } of shown) followOtherTab(place, key, null);
  });
  return pending
    .filter((outgoing) => !shown.includes(outgoing))
    .map((outgoing) => <PendingLine key={outgoing.key} {...{ place, outgoing }} />);
}

/** What was written in a conversation and is known not to be sent; empty of a file, or of what is in its box again. */
export function useUnsentText(conversationId: string): string | null {
  return useOutbox(usePlace(conversationId), (outbox) =>
    isUnsent(outbox) ? (outbox.pending.find(({ problem }) => problem !== null)?.text ?? "") : null,
  );
}

/** The last message that is not accepted yet, by its key; empty where there is none. */
export function useLastPending(conversationId: string): string {
  return useOutbox(usePlace(conversationId), ({ pending }) => pending.at(-1)?.key ?? "");
}

function PendingLine({ place, outgoing }: { place: Place; outgoing: Outgoing }) {
  const { file, text, problem, accepted } = outgoing;
  return (
    <li className={`${style.row} ${style.outbound}`}>
      <div className={style.bubble}>
        {file !== null && (
          <div className={own.pendingFile}>
            <FileLook attached={file} />
            <span>{file.isVoice ? BOX.voice : file.file.name}</span>
          </div>
        )}
        {file !== null && file.share < 1 && (
          <Progress label={FILES.sending(file.file.name)} share={file.share} />
        )}
        {[file?.caption ?? "", text]
          .filter((one) => one !== "")
          .map((words) => (
            <p key={words} className={phone.words}>
              {words}
            </p>
          ))}
        <p className={style.foot}>
          {problem === null ? (
            <Clock size="0.875rem" role="img" aria-label={INBOX.sending} />
          ) : (
            <CircleAlert size="0.875rem" className={style.failed} role="img" aria-label={INBOX.unsent} />
          )}
        </p>
      </div>
      {(problem !== null || (file !== null && accepted === null)) && (
        <p className={style.error}>
          {problem !== null && (
            <>
              {BOX.notSentYet} {problemText(problem)} {isTriedAgain(outgoing) && BOX.triedAgain}{" "}
              <Button kind="quiet" onPress={() => sendAgain(place, outgoing)}>
                {INBOX.sendAgain}
              </Button>{" "}
            </>
          )}
          <Button kind="quiet" onPress={() => void takeBackPending(place, outgoing)}>
            {BOX.takeBack}
          </Button>
        </p>
      )}
    </li>
  );
}

function isTriedAgain(outgoing: Outgoing): boolean {
  return !waitsForPerson(outgoing, Date.now());
}
