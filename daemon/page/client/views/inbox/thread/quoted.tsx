import { TYPE_NAMES } from "../../../parts/phone/type-names.ts";
import { INBOX } from "../../../view-words.ts";
import type { Message } from "../types.ts";
import { writerOf } from "./people.ts";
import style from "./thread.module.css";

type QuotedProps = { message: Message | null; onJump: () => void };

/** The message that one answers: pressing it leads there, however far back it is. */
export function Quoted({ message, onJump }: QuotedProps) {
  return (
    <button type="button" className={style.quoted} onClick={onJump}>
      {message !== null && <bdi className={style.quotedWho}>{writerOf(message)}</bdi>}
      <bdi className={style.quotedWords}>
        {message === null ? `${INBOX.quotes} ${INBOX.quotedGone}` : textOf(message)}
      </bdi>
    </button>
  );
}

/** What it says; of what has no words, what it is. */
export function textOf({ text, type }: Pick<Message, "text" | "type">): string {
  return text ?? TYPE_NAMES[type] ?? type;
}
