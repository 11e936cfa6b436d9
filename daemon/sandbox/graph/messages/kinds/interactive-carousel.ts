import { type Static, Type } from "../../../../lib/typebox.ts";
import { type GraphFailure, invalidValue } from "../../http/errors.ts";
import { httpUrl, labelOf, strict, textOf } from "../../http/schema.ts";
import type { World } from "../../world.ts";
import { bodyText, header, headerFailure } from "./interactive.ts";
import { defineKind, first } from "./kind.ts";

const reply = strict({ id: textOf(256), title: labelOf(20) });

/** One object for the three actions: which of its parts a card needs follows from the others. */
const action = strict({
  name: Type.Optional(Type.Literal("cta_url")),
  parameters: Type.Optional(strict({ display_text: labelOf(20), url: httpUrl })),
  buttons: Type.Optional(
    Type.Array(strict({ type: Type.Literal("quick_reply"), quick_reply: reply }), {
      minItems: 1,
      maxItems: 3,
    }),
  ),
  catalog_id: Type.Optional(Type.String({ minLength: 1 })),
  product_retailer_id: Type.Optional(Type.String({ minLength: 1 })),
});

const card = strict({
  card_index: Type.Integer({ minimum: 0, maximum: 9 }),
  type: Type.Optional(Type.Union([Type.Literal("cta_url"), Type.Literal("product")])),
  header: Type.Optional(header),
  body: Type.Optional(strict({ text: Type.String({ minLength: 1, maxLength: 160 }) })),
  action,
});

type Card = Static<typeof card>;

export const interactiveCarousel = defineKind(
  "interactive.carousel",
  strict({
    type: Type.Literal("carousel"),
    body: bodyText(),
    action: strict({ cards: Type.Array(card, { minItems: 2, maxItems: 10 }) }),
  }),
  ({ action: { cards } }, world) =>
    first(likeness(cards), ...cards.map((entry) => cardFailure(entry, world))),
);

/** Every card has the same kind and number of buttons and the same kind of header. */
function likeness(cards: Card[]): GraphFailure | null {
  if (cards.some((entry, index) => entry.card_index !== index)) {
    return invalidValue("Cards must be numbered from 0 in card_index");
  }
  const shapes = cards.map(
    (entry) => `${shape(entry)} ${entry.action.buttons?.length} ${entry.header?.type}`,
  );
  return new Set(shapes).size === 1 ? null : invalidValue("All cards must have the same components");
}

function shape({ action: parts }: Card): "url" | "replies" | "product" | null {
  const url = parts.name !== undefined && parts.parameters !== undefined;
  const product = parts.catalog_id !== undefined && parts.product_retailer_id !== undefined;
  if (Object.keys(parts).length === 2 && url) return "url";
  if (Object.keys(parts).length === 2 && product) return "product";
  return Object.keys(parts).length === 1 && parts.buttons !== undefined ? "replies" : null;
}

function cardFailure(entry: Card, world: World): GraphFailure | null {
  const kind = shape(entry);
  const at = `Card ${entry.card_index}`;
  if (kind === null) return invalidValue(`${at}: the action must be one link, replies or one product`);
  if (kind === "product") {
    return entry.header === undefined && entry.body === undefined
      ? null
      : invalidValue(`${at}: a product card has no header and no body`);
  }
  if (entry.header?.type !== "image" && entry.header?.type !== "video") {
    return invalidValue(`${at}: the header must be an image or a video`);
  }
  if ((entry.body?.text.split("\n").length ?? 0) > 3) return invalidValue(`${at}: at most two line breaks`);
  return headerFailure(entry.header, world);
}
