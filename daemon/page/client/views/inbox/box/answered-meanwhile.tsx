import { useState } from "react";
import { Button } from "../../../parts/button.tsx";
import type { Message } from "../types.ts";
import style from "./box.module.css";
import { useDraft } from "./drafts.ts";
import { useOutbox } from "./outbox.ts";
import type { Place } from "./place.ts";
import { onAccepted } from "./sending/send.ts";
import { BOX } from "./words.ts";

/** The messages that left this page: they are nobody else's. */
const own = new Set<string>();
onAccepted((_, { id }) => own.add(id));

/** What changes another message, or is only sent in time, answers nobody now. */
const NO_ANSWERS = ["reaction", "mark_as_read", "edit_message", "delete_message", "presence"];

type Begun = { place: string; newest: string };

export type Meanwhile = {
  /** What somebody else answered since the draft was begun; null for nothing. */
  answer: Message | null;
  /** Goes on all the same. */
  ignore: () => void;
};

/** Sees that a conversation is answered by somebody else while an answer is being written here. */
export function useAnsweredMeanwhile(place: Place, messages: readonly Message[]): Meanwhile {
  const [begun, setBegun] = useState<Begun | null>(null);
  const isWriting = useDraft(place, (draft) => draft.trim() !== "");
  const isSending = useOutbox(place, ({ pending }) => pending.length > 0);
  const newest = messages.at(-1)?.id;
  const now = isWriting && newest !== undefined ? { place: place.key, newest } : null;
  // as React has it for what follows from what is drawn: at once, and not in a second drawing
  if (now === null ? begun !== null : begun?.place !== place.key) setBegun(now);
  const since = begun?.place === place.key && !isSending ? begun.newest : null;
  const answer =
    since === null ? undefined : messages.find((message) => message.id > since && isOthers(message));
  return { answer: answer ?? null, ignore: () => setBegun(now) };
}

function isOthers({ id, direction, type, status }: Message): boolean {
  return (
    direction === "outbound" &&
    !own.has(id) &&
    !NO_ANSWERS.includes(type) &&
    !["scheduled", "cancelled"].includes(status)
  );
}

/** Says that it was answered, and asks whether to send all the same. */
export function AnsweredMeanwhile({ onSend }: { onSend: () => void }) {
  return (
    <p role="alert" className={style.meanwhile}>
      {BOX.meanwhile} <Button onPress={onSend}>{BOX.sendAnyway}</Button>
    </p>
  );
}
