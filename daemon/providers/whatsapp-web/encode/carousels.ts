import type { Content } from "./content.ts";
import type { Choice, Draft } from "./draft.ts";
import { productFile, productLines } from "./products.ts";
import { bold, renderedDraft } from "./rendering.ts";

/** The cards one below the other, the first with its picture; the others' are linked. */
export function mediaCarousel({ body, cards, reply_to }: Content<"media_carousel">): Draft {
  const choices = cards.flatMap(cardChoices);
  const shown = cards.map((card, index) => cardLines(card, index, choices).join("\n"));
  const [first] = cards;
  return renderedDraft({
    blocks: [body, ...shown],
    file: first === undefined ? undefined : { kind: first.media_type, url: first.media_url },
    quote: reply_to,
    choices,
  });
}

export function productCarousel(content: Content<"product_carousel">): Draft {
  return renderedDraft({
    blocks: [content.body, content.products.map(productLines).join("\n")],
    file: productFile(content.products),
    quote: content.reply_to,
  });
}

type Card = Content<"media_carousel">["cards"][number];

/** `2b` chooses the second button of the second card; a card's only button goes by the card's number. */
function cardChoices({ buttons = [] }: Card, index: number): Choice[] {
  return buttons.map((reply, at) => ({
    ...reply,
    label: buttons.length === 1 ? String(index + 1) : `${index + 1}${LETTERS[at]}`,
  }));
}

const LETTERS = ["a", "b", "c"];

function cardLines(card: Card, index: number, choices: readonly Choice[]): string[] {
  const own = choices.filter(({ label }) => Number.parseInt(label, 10) === index + 1);
  return [
    `${bold(`${index + 1}.`)} ${card.body ?? ""}`.trimEnd(),
    ...(card.url_button === undefined ? [] : [`${card.url_button.title}: ${card.url_button.url}`]),
    ...own.map(({ label, title }) => `${label}. ${title}`),
    ...(index === 0 ? [] : [card.media_url]),
  ];
}
