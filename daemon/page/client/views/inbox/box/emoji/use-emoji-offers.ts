import { useEffect, useState } from "react";
import type { Offer } from "../offers.tsx";

const MOST = 8;

type Find = (sought: string, most: number) => readonly { emoji: string; name: string }[];

/** The emojis that the end of a draft such as `:tad` asks for; null where it asks for none. */
export function useEmojiOffers(draft: string): readonly Offer[] | null {
  const typed = /(?:^|\s):([a-z][a-z_]+)$/.exec(draft)?.[1];
  const [find, setFind] = useState<{ run: Find } | null>(null);
  const isAsked = typed !== undefined;
  useEffect(() => {
    if (isAsked) void import("./emojis.ts").then(({ findEmojis }) => setFind({ run: findEmojis }));
  }, [isAsked]);
  if (typed === undefined || find === null) return null;
  const before = draft.slice(0, -typed.length - 1);
  const found = find.run(typed, MOST);
  if (found.length === 0) return null;
  return found.map(({ emoji, name }) => ({
    key: emoji,
    name: emoji,
    about: name,
    text: `${before}${emoji} `,
  }));
}
