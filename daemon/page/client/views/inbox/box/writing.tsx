import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from "react";
import { Button } from "../../../parts/button.tsx";
import { useDraft, writeDraft } from "../../../parts/fields/drafts.ts";
import { BOX, INBOX, TOGETHER } from "../../../view-words.ts";
import { useMentionOffers } from "../together/colleagues.ts";
import { canHaveCaption } from "./attached/captions.ts";
import style from "./box.module.css";
import { useEmojiOffers } from "./emoji/use-emoji-offers.ts";
import { type Offer, Offers } from "./offers.tsx";
import { useOutbox } from "./outbox.ts";
import type { Place } from "./place.ts";
import { placeholderIn } from "./placeholder.ts";
import { useQuickReplies } from "./use-quick-replies.ts";

type WritingProps = {
  id: string;
  place: Place;
  isNote: boolean;
  input: RefObject<HTMLTextAreaElement | null>;
  onSubmit: () => void;
  /** Sends it although something in braces was not replaced. */
  onSendAnyway: () => void;
  /** Takes the id of a file that goes with what was chosen. */
  onFile: (mediaId: string) => void;
};

/** The text, and what it asks for while it is written: quick replies, emojis, or colleagues in a note. */
export function Writing({ id, place, isNote, input, onSubmit, onSendAnyway, onFile }: WritingProps) {
  const draft = useDraft(place, (text) => text);
  const setDraft = (text: string) => writeDraft(place, text);
  const isCaption = useOutbox(
    place,
    ({ attached: [one, another] }) => one !== undefined && another === undefined && canHaveCaption(one),
  );
  const listId = useId();
  const { found: replies, isReading } = useQuickReplies(id, isNote ? "" : draft);
  const emojis = useEmojiOffers(draft);
  const mentions = useMentionOffers(isNote ? draft : null);
  const found = mentions ?? replies ?? emojis;
  const [at, setAt] = useState(0);
  // somebody was faster than what is read
  const [isEager, setEager] = useState(false);
  const chosen = Math.min(at, Math.max(0, (found?.length ?? 0) - 1));
  const missing = isNote || replies !== null ? null : placeholderIn(draft);
  const choose = ({ text, mediaId }: Offer) => {
    setDraft(text);
    if (mediaId) onFile(mediaId);
    setAt(0);
    input.current?.focus();
  };
  useEffect(() => {
    if (!isEager || isReading) return;
    setEager(false);
    if (replies?.[0] !== undefined) choose(replies[0]);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const reply = found?.[chosen];
    if (reply !== undefined && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      setAt(Math.max(0, Math.min((found?.length ?? 1) - 1, chosen + (event.key === "ArrowDown" ? 1 : -1))));
    } else if (event.key === "Escape") input.current?.blur();
    else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (reply !== undefined) choose(reply);
      else if (isReading) setEager(true);
      else onSubmit();
    }
  };
  return (
    <>
      {found !== null && (
        <Offers
          id={listId}
          label={mentions !== null ? TOGETHER.colleagues : replies !== null ? INBOX.quickReplies : BOX.emojis}
          found={found}
          at={chosen}
          onChoose={choose}
        />
      )}
      {missing !== null && (
        <p role="alert" className={style.meanwhile}>
          <span>{INBOX.missing(missing)}</span>
          <Button onPress={onSendAnyway}>{BOX.sendAnyway}</Button>
        </p>
      )}
      <textarea
        ref={input}
        className={style.input}
        aria-label={isNote ? INBOX.writeNote : INBOX.answer}
        placeholder={isNote ? INBOX.notePlaceholder : isCaption ? BOX.isCaption : INBOX.answerPlaceholder}
        value={draft}
        rows={1}
        aria-autocomplete={found === null ? undefined : "list"}
        aria-controls={found === null ? undefined : listId}
        aria-activedescendant={found?.[chosen] === undefined ? undefined : `${listId}-${chosen}`}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </>
  );
}
