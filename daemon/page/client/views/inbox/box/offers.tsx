import { Paperclip } from "lucide-react";
import { Link } from "wouter";
import { BOX, INBOX } from "../../../view-words.ts";
import style from "./box.module.css";

/** What a draft asks for while it is written: `text` is the draft with it, `mediaId` a file that goes with that. */
export type Offer = { key: string; name: string; about: string; text: string; mediaId?: string | null };

type OffersProps = {
  id: string;
  label: string;
  found: readonly Offer[];
  at: number;
  onChoose: (offer: Offer) => void;
};

/** The list over the box. Arrows and Enter in the box choose from it. */
export function Offers({ id, label, found, at, onChoose }: OffersProps) {
  if (found.length === 0)
    return (
      <p className={style.hint}>
        {INBOX.noQuickReplies} <Link href="/settings/quick-replies">{INBOX.allQuickReplies}</Link>
      </p>
    );
  return (
    <div id={id} role="listbox" aria-label={label} className={style.quick}>
      {found.map((offer, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the box, which keeps the focus
        <div
          key={offer.key}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={style.option}
          onClick={() => onChoose(offer)}
        >
          <strong>{offer.name}</strong>{" "}
          {offer.mediaId && <Paperclip size="0.875rem" role="img" aria-label={BOX.withFile} />}{" "}
          <span>{offer.about}</span>
        </div>
      ))}
    </div>
  );
}
