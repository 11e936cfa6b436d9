import { Button } from "../../../parts/button.tsx";
import { INBOX } from "../../../view-words.ts";
import style from "./box.module.css";

/** In place of the box, where only templates can be sent. */
export function Closed({ onTemplate }: { onTemplate: (() => void) | null }) {
  return (
    <div className={style.closed}>
      <p>{INBOX.windowClosedText}</p>
      {onTemplate !== null && <Button onPress={onTemplate}>{INBOX.sendTemplate}</Button>}
    </div>
  );
}
