import { Contents } from "./contents.tsx";
import style from "./phone.module.css";
import { objectOf, textAt } from "./read.ts";
import { PHONE } from "./words.ts";

type PhoneMessageProps = {
  type: string;
  /** As the API has it: of any shape while it is written, and of whatever somebody sent. */
  content: unknown;
  direction: "inbound" | "outbound";
  /** The words of a template with its parameters in place, and of types that have no form here. */
  text?: string | null;
};

/** A message as a phone shows it. What others wrote stays text, and their addresses are not loaded. */
export function PhoneMessage({ type, content: given, direction, text = null }: PhoneMessageProps) {
  const content = objectOf(given);
  const silent = PHONE.silent[type];
  const isAnswer = textAt(objectOf(content.reply_to), "id") !== null;
  return (
    <figure className={`${style.wall} ${style[direction]}`} aria-label={PHONE.preview}>
      {silent !== undefined ? (
        <p className={style.small}>{silent}</p>
      ) : (
        <div className={style.bubble}>
          {isAnswer && <p className={style.quoted}>{PHONE.quoted}</p>}
          <Contents type={type} content={content} text={text} />
        </div>
      )}
    </figure>
  );
}
