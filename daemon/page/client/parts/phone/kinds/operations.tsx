import { PHONE } from "../../../view-words.ts";
import type { Drawn } from "../drawn.ts";
import { LongText } from "../long-text.tsx";
import style from "../phone.module.css";
import { textAt } from "../read.ts";

/* What changes something, and is no message itself: said in words where it is shown at all. */

export const MarksAsRead = () => <p className={style.small}>{PHONE.marksAsRead}</p>;
export const ShowsPresence = () => <p className={style.small}>{PHONE.showsPresence}</p>;
export const Deletes = () => <p className={style.small}>{PHONE.deletes}</p>;
export const QueriesStatus = () => <p className={style.small}>{PHONE.queriesStatus}</p>;
export const Fetches = () => <p className={style.small}>{PHONE.fetches}</p>;

/** New words for an earlier message. */
export function Edits({ content }: Drawn) {
  const words = textAt(content, "body");
  return (
    <>
      <p className={style.small}>{PHONE.edits}</p>
      {words !== null && <LongText>{words}</LongText>}
    </>
  );
}
