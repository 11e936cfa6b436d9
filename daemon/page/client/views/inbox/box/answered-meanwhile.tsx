import { useState } from "react";
import { useMe } from "../../../api/session.tsx";
import { Button } from "../../../parts/button.tsx";
import { useDraft } from "../../../parts/fields/drafts.ts";
import { authorInWords } from "../../../parts/phone/author.ts";
import { BOX } from "../../../view-words.ts";
import type { Message } from "../types.ts";
import { isAnswer } from "./answers.ts";
import style from "./box.module.css";
import { useOutbox } from "./outbox.ts";
import type { Place } from "./place.ts";

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
  const { user } = useMe();
  const newest = messages.at(-1)?.id;
  const now = isWriting && newest !== undefined ? { place: place.key, newest } : null;
  // as React has it for what follows from what is drawn: at once, and not in a second drawing
  if (now === null ? begun !== null : begun?.place !== place.key) setBegun(now);
  const since = begun?.place === place.key && !isSending ? begun.newest : null;
  const answer =
    since === null
      ? undefined
      : messages.find(
          (message) => message.id > since && isAnswer(message) && message.author?.id !== user?.id,
        );
  return { answer: answer ?? null, ignore: () => setBegun(now) };
}

/** Says that a colleague answered, by name, and asks whether to send all the same. */
export function AnsweredMeanwhile({ answer: { author }, onSend }: { answer: Message; onSend: () => void }) {
  return (
    <p role="alert" className={style.meanwhile}>
      <span>
        {author ? (
          <>
            <bdi>{authorInWords(author)}</bdi> {BOX.meanwhileBy}
          </>
        ) : (
          BOX.meanwhile
        )}
      </span>
      <Button onPress={onSend}>{BOX.sendAnyway}</Button>
    </p>
  );
}
