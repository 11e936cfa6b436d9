import { X } from "lucide-react";
import { useCallback } from "react";
import { IconButton } from "../../../parts/button.tsx";
import { INBOX } from "../../../view-words.ts";
import { textOf } from "../thread/quoted.tsx";
import type { Message } from "../types.ts";
import style from "./box.module.css";
import { changeOutbox, useOutbox } from "./outbox.ts";
import { type Place, usePlace } from "./place.ts";

/** The message that the answer quotes. */
export function Quoting({ place }: { place: Place }) {
  const quoted = useOutbox(place, (outbox) => outbox.quoted);
  if (quoted === null) return null;
  return (
    <p className={style.quoting}>
      <span>
        {INBOX.quoting} {textOf(quoted)}
      </span>
      <IconButton
        label={INBOX.dropQuote}
        icon={X}
        onPress={() => changeOutbox(place, () => ({ quoted: null }))}
      />
    </p>
  );
}

/** Has the next answer in a conversation quote a message. */
export function useQuote(conversationId: string): (message: Message) => void {
  const { key } = usePlace(conversationId);
  return useCallback(
    (message) => changeOutbox({ conversationId, key }, () => ({ quoted: message })),
    [conversationId, key],
  );
}
