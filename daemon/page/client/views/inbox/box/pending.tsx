import { Clock } from "lucide-react";
import { Button } from "../../../parts/button.tsx";
import { Progress } from "../../../parts/files/progress.tsx";
import { FILES } from "../../../parts/files/words.ts";
import phone from "../../../parts/phone/phone.module.css";
import { sentence } from "../../../parts/problem.tsx";
import style from "../thread/thread.module.css";
import { INBOX } from "../words.ts";
import { FileLook } from "./attached/file-look.tsx";
import own from "./box.module.css";
import { type Outgoing, useOutbox } from "./outbox.ts";
import { type Place, usePlace } from "./place.ts";
import { sendAgain, takeBackPending } from "./sending/send.ts";
import { BOX } from "./words.ts";

/** What was sent and is not accepted yet, at the end of the thread. */
export function Pending({ conversationId }: { conversationId: string }) {
  const place = usePlace(conversationId);
  const pending = useOutbox(place, (outbox) => outbox.pending);
  return pending.map((outgoing) => <PendingLine key={outgoing.key} {...{ place, outgoing }} />);
}

/** The last message that is not accepted yet, by its key; empty where there is none. */
export function useLastPending(conversationId: string): string {
  return useOutbox(usePlace(conversationId), ({ pending }) => pending.at(-1)?.key ?? "");
}

function PendingLine({ place, outgoing }: { place: Place; outgoing: Outgoing }) {
  const { file, text, problem } = outgoing;
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
          <Clock size={14} role="img" aria-label={problem === null ? INBOX.sending : INBOX.unsent} />
        </p>
      </div>
      {problem === null ? (
        file !== null && (
          <p className={style.error}>
            <Button kind="quiet" onPress={() => takeBackPending(place, outgoing)}>
              {BOX.takeBack}
            </Button>
          </p>
        )
      ) : (
        <p className={style.error}>
          {sentence(problem.detail)}{" "}
          <Button kind="quiet" onPress={() => sendAgain(place, outgoing)}>
            {INBOX.sendAgain}
          </Button>
        </p>
      )}
    </li>
  );
}
