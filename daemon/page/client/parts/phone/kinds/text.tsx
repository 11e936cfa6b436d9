import type { Drawn } from "../drawn.ts";
import { Layout } from "../layout.tsx";
import { objectsOf, textAt } from "../read.ts";
import { CardRow } from "./cards.tsx";

/** Words. Those of businesses may have a title, buttons, a menu and cards besides. */
export function Text({ content, text }: Drawn) {
  const cards = objectsOf(content.cards);
  return (
    <Layout
      content={content}
      words={textAt(content, "body", "text", "caption") ?? text}
      below={<CardRow cards={cards} />}
    />
  );
}
