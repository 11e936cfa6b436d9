import type { ReactNode } from "react";
import { PHONE } from "../../../view-words.ts";
import type { Drawn } from "../drawn.ts";
import { PhoneFile } from "../files/file.tsx";
import { type BelowButton, Layout } from "../layout.tsx";
import style from "../phone.module.css";
import { type Json, objectOf, objectsOf, textAt, webAddress } from "../read.ts";

/** Words, and cards with a picture or video that are swiped through. */
export function Cards({ content }: Drawn) {
  const cards = objectsOf(content.cards);
  return <Layout content={content} words={textAt(content, "body")} below={<CardRow cards={cards} />} />;
}

export function CardRow({ cards }: { cards: readonly Json[] }) {
  return <Swiped of={cards}>{(card) => <Card card={card} />}</Swiped>;
}

type SwipedProps = { of: readonly Json[]; children: (one: Json) => ReactNode };

/** Things beside each other, more than are seen at once. */
export function Swiped({ of, children }: SwipedProps) {
  if (of.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <ul className={style.cards} tabIndex={0} aria-label={PHONE.cards(of.length)}>
      {of.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they may be the same while they are written
        <li key={at}>{children(one)}</li>
      ))}
    </ul>
  );
}

function Card({ card }: { card: Json }) {
  const kind = textAt(card, "media_type");
  return (
    <Layout content={card} words={textAt(card, "body")} buttons={linkOf(objectOf(card.url_button))}>
      {kind !== null && <PhoneFile kind={kind} file={card} />}
    </Layout>
  );
}

function linkOf(button: Json): BelowButton[] {
  const title = textAt(button, "title");
  const address = webAddress(textAt(button, "url"))?.href ?? null;
  return title === null ? [] : [{ title, kind: "url", address }];
}
