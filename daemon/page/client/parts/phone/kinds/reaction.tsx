import { PHONE } from "../../../view-words.ts";
import type { Drawn } from "../drawn.ts";
import style from "../phone.module.css";
import { textAt } from "../read.ts";

/** An emoji on another message, where it is shown without that one. */
export function Reaction({ content }: Drawn) {
  const emoji = textAt(content, "reaction");
  return emoji === null ? (
    <p className={style.small}>{PHONE.reactionRemoved}</p>
  ) : (
    <p className={style.big} dir="auto">
      {emoji}
    </p>
  );
}
