import type { Content } from "./content.ts";
import type { Draft, DraftFile } from "./draft.ts";
import { bold, headerText, italic, renderedDraft } from "./rendering.ts";

/** Products of a catalog: a paired number shows the members that the message gives. */

const IN_PROFILE = "🛍️ Our catalog is in our profile: tap our name above.";

export function catalog(content: Content<"catalog">, { ownPhone }: { ownPhone: string | null }): Draft {
  return renderedDraft({
    blocks: [
      content.body,
      ownPhone === null ? IN_PROFILE : `🛍️ https://wa.me/c/${ownPhone}`,
      italic(content.footer),
    ],
    quote: content.reply_to,
  });
}

export function singleProduct({
  product_retailer_id,
  product = {},
  ...content
}: Content<"single_product">): Draft {
  return renderedDraft({
    blocks: [content.body, productLines({ product_retailer_id, ...product }), italic(content.footer)],
    file: productFile([product]),
    quote: content.reply_to,
  });
}

export function multiProduct(content: Content<"multi_product">): Draft {
  return renderedDraft({
    blocks: [
      headerText(content.header),
      content.body,
      ...content.sections.map(({ title, products }) =>
        [bold(title), ...products.map(productLines)].filter((line) => line !== undefined).join("\n"),
      ),
      italic(content.footer),
    ],
    file: productFile(content.sections.flatMap(({ products }) => products)),
    quote: content.reply_to,
  });
}

type Product = Content<"product_carousel">["products"][number];

/** A product as text: its name, or the seller's id when that is all we know, its price and where it is shown. */
export function productLines({ product_retailer_id, name, price, currency, url }: Product): string {
  const cost = price === undefined ? "" : ` - ${currency === undefined ? price : `${price} ${currency}`}`;
  const line = `• ${bold(name ?? product_retailer_id)}${cost}`;
  return url === undefined ? line : `${line}\n${url}`;
}

/** The first picture there is of some products. */
export function productFile(products: readonly Pick<Product, "image_url">[]): DraftFile | undefined {
  const url = products.find(({ image_url }) => image_url !== undefined)?.image_url;
  return url === undefined ? undefined : { kind: "image", url };
}
