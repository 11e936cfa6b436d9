import { PHONE } from "../../view-words.ts";
import { Contents } from "./contents.tsx";
import { kindOf } from "./kinds.ts";
import style from "./phone.module.css";
import { objectOf, textAt } from "./read.ts";

type PhoneMessageProps = {
  type: string;
  /** As the API has it: of any shape while it is written, and of whatever somebody sent. */
  content: unknown;
  direction: "inbound" | "outbound";
  /** The words of a template with its parameters in place, and of types that have no form here. */
  text?: string | null;
  channelId?: string | null;
};

/** A message as a phone shows it. What others wrote stays text, and their addresses are not loaded. */
export function PhoneMessage({
  type,
  content: given,
  direction,
  text = null,
  channelId = null,
}: PhoneMessageProps) {
  const content = objectOf(given);
  const isAnswer = textAt(objectOf(content.reply_to), "id") !== null;
  return (
    <figure className={`${style.wall} ${style[direction]}`} aria-label={PHONE.preview}>
      <div className={`${style.bubble} ${style[kindOf(type).stands]}`}>
        {isAnswer && <p className={style.quoted}>{PHONE.quoted}</p>}
        <Contents {...{ type, content, text, channelId }} />
      </div>
    </figure>
  );
}
