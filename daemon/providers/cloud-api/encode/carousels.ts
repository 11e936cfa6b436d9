import type { Content } from "./content.ts";
import { interactive } from "./interactive.ts";

export function mediaCarousel(content: Content<"media_carousel">): Record<string, unknown> {
  return interactive("carousel", content, { cards: content.cards.map(mediaCard) });
}

export function productCarousel(content: Content<"product_carousel">): Record<string, unknown> {
  return interactive("carousel", content, {
    cards: content.products.map(({ product_retailer_id }, index) => ({
      card_index: index,
      type: "product",
      action: { product_retailer_id, catalog_id: content.catalog_id },
    })),
  });
}

/** Meta's own examples keep the type `cta_url` on cards with buttons to answer by. */
function mediaCard(card: Content<"media_carousel">["cards"][number], index: number): Record<string, unknown> {
  return {
    card_index: index,
    type: "cta_url",
    header: { type: card.media_type, [card.media_type]: { link: card.media_url } },
    body: card.body === undefined ? undefined : { text: card.body },
    action:
      card.url_button === undefined
        ? { buttons: card.buttons?.map((reply) => ({ type: "quick_reply", quick_reply: reply })) }
        : {
            name: "cta_url",
            parameters: { display_text: card.url_button.title, url: card.url_button.url },
          },
  };
}
