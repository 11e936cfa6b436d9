import { ArrowDown, CornerDownLeft } from "lucide-react";
import { useRef } from "react";
import { Button, IconButton } from "../../../parts/button.tsx";
import { INBOX } from "../../../view-words.ts";
import type { Message } from "../types.ts";
import { newSince } from "./arrivals.tsx";
import style from "./thread.module.css";

type BelowProps = { newest: readonly Message[]; onNewest: () => void; onBack: (() => void) | null };

/** While one reads further up: how much came in meanwhile, the way to it, and the way back to where one came from. */
export function Below({ newest, onNewest, onBack }: BelowProps) {
  const left = useRef(newest[0]?.id ?? "");
  const count = newSince(newest, left.current).length;
  return (
    <span className={style.newest}>
      {onBack !== null && (
        <Button icon={CornerDownLeft} onPress={onBack}>
          {INBOX.backToAnswer}
        </Button>
      )}
      {count > 0 ? (
        <Button icon={ArrowDown} onPress={onNewest}>
          {INBOX.newCount(count, count === newest.length)}
        </Button>
      ) : (
        <IconButton label={INBOX.newBelow} icon={ArrowDown} onPress={onNewest} />
      )}
    </span>
  );
}
