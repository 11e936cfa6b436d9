import type { FieldError } from "../http/problem.ts";
import { buttonErrors } from "./buttons.ts";
import { exampleErrors, hasSample, type ParameterFormat, type Part, partsIn, textErrors } from "./text.ts";

const CARD_BUTTONS = 2;

/** The mistakes in the cards of a carousel (Meta, "Media card carousel templates"). */
export function carouselErrors(part: Part, path: string, format: ParameterFormat): FieldError[] {
  const cards = partsIn(part.cards);
  const at = `${path}/cards`;
  if (cards.length < 2 || cards.length > 10) return [{ path: at, message: "2 to 10 cards" }];
  const shapes = cards.map((card) => partsOf(card).map(shapeOf).join(", "));
  const uneven = shapes.findIndex((shape) => shape !== shapes[0]);
  const unlike =
    uneven === -1 ? [] : [{ path: `${at}/${uneven}`, message: "all cards have the same components" }];
  return [...unlike, ...cards.flatMap((card, index) => cardErrors(card, `${at}/${index}`, format))];
}

function cardErrors(card: Part, path: string, format: ParameterFormat): FieldError[] {
  const parts = partsOf(card);
  const header = parts.some(({ type }) => type === "HEADER")
    ? []
    : [{ path: `${path}/components`, message: "a card needs a HEADER" }];
  return [
    ...header,
    ...parts.flatMap((part, index) => partErrors(part, `${path}/components/${index}`, format)),
  ];
}

function partErrors(part: Part, path: string, format: ParameterFormat): FieldError[] {
  switch (part.type) {
    case "HEADER":
      return part.format === "PRODUCT" || hasSample(part)
        ? []
        : [{ path: `${path}/example/header_handle`, message: "required: the handle of an uploaded sample" }];
    case "BODY": {
      const errors = textErrors(part.text, `${path}/text`, { most: 160, variables: 10, format });
      return errors.length > 0 ? errors : exampleErrors("body_text", part, path, format);
    }
    case "BUTTONS":
      return buttonErrors(part, path, "MARKETING", CARD_BUTTONS);
    default:
      return [{ path: `${path}/type`, message: "expected one of HEADER, BODY, BUTTONS" }];
  }
}

function partsOf(card: Part): Part[] {
  return partsIn(card.components);
}

function shapeOf({ type, format }: Part): string {
  return format === undefined ? String(type) : `${type} ${format}`;
}
