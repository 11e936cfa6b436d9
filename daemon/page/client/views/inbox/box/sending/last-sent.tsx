import { Undo2 } from "lucide-react";
import { Button } from "../../../../parts/button.tsx";
import { useDraft } from "../../../../parts/fields/drafts.ts";
import { keyName, useKeys } from "../../../../parts/keys.ts";
import { BOX } from "../../../../view-words.ts";
import { WORDS } from "../../../../words.ts";
import type { Message } from "../../types.ts";
import style from "../box.module.css";
import { type Press, useOutbox } from "../outbox.ts";
import type { Place } from "../place.ts";
import { takeBackLast } from "./send.ts";

const KEYS = "mod+z";

type LastSentProps = { place: Place; messages: readonly Message[] };

/** For a moment after something was sent: how far it is, and the way to take it back while it is not called. */
export function LastSent({ place, messages }: LastSentProps) {
  const last = useOutbox(place, (outbox) => outbox.last);
  const hasDraft = useDraft(place, (draft) => draft !== "");
  // in a text that was begun, the key takes back its last letters
  const binding = { keys: KEYS, does: BOX.keyTakeBack, run: () => void takeBackLast(place) };
  useKeys(last === null || hasDraft ? [] : [binding]);
  if (last === null) return null;
  const state = stateOf(last, messages);
  return (
    <p className={style.last} role="status">
      {state}
      {state !== BOX.sentNow && (
        <Button kind="quiet" icon={Undo2} onPress={() => void takeBackLast(place)}>
          {WORDS.undo} <kbd>{keyName(KEYS)}</kbd>
        </Button>
      )}
    </p>
  );
}

/** How far the last of it is, as far as the thread knows. */
function stateOf({ accepted }: Press, messages: readonly Message[]): string {
  const [status] = accepted.map(
    ({ id }) => messages.find((message) => message.id === id)?.status ?? "queued",
  );
  if (status === undefined || status === "queued") return BOX.sendingNow;
  return status === "scheduled" ? BOX.sentLater : BOX.sentNow;
}
