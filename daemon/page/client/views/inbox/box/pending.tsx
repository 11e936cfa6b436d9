import { Clock } from "lucide-react";
import { Button } from "../../../parts/button.tsx";
import { sentence } from "../../../parts/problem.tsx";
import style from "../thread/thread.module.css";
import { INBOX } from "../words.ts";
import type { Sending } from "./use-send.ts";

/** What was written and is not accepted yet, at the end of the thread. */
export function Pending({ sending }: { sending: Sending }) {
  return sending.pending.map((outgoing) => (
    <li key={outgoing.key} className={`${style.row} ${style.outbound}`}>
      <div className={style.bubble}>
        <p className={style.words}>{outgoing.body}</p>
        <p className={style.foot}>
          <Clock size={14} role="img" aria-label={outgoing.problem === null ? INBOX.sending : INBOX.unsent} />
        </p>
      </div>
      {outgoing.problem !== null && (
        <p className={style.error}>
          {sentence(outgoing.problem.detail)}{" "}
          <Button kind="quiet" onPress={() => sending.again(outgoing)}>
            {INBOX.sendAgain}
          </Button>
        </p>
      )}
    </li>
  ));
}
