import { codePoints } from "../../../lib/characters.ts";
import { isObject } from "../../../lib/objects.ts";
import type { GraphFailure } from "../http/errors.ts";
import { buttonsFailure } from "./rules-buttons.ts";
import { kindOf, type Part, textFailure, textOfPart, withSubcode } from "./text.ts";

/** Meta's refusal of a carousel's cards (Meta, "Media card carousel templates"). */
export function carouselFailure(part: Part, { named }: { named: boolean }): GraphFailure | null {
  const cards = Array.isArray(part.cards) ? part.cards.map(partsOf) : [];
  if (cards.length < 2 || cards.length > 10) return wrong("A carousel has 2 to 10 cards.");
  const shapes = new Set(cards.map((parts) => parts.map((one) => `${kindOf(one)} ${one.format}`).join()));
  if (shapes.size > 1) return wrong("All cards of a carousel have the same components.");
  for (const parts of cards) {
    if (!parts.some((one) => kindOf(one) === "HEADER")) return wrong("A card of a carousel needs a header.");
    const failure = parts.map((one) => cardPartFailure(one, named)).find((found) => found !== null);
    if (failure !== undefined) return failure;
  }
  return null;
}

function cardPartFailure(part: Part, named: boolean): GraphFailure | null {
  switch (kindOf(part)) {
    case "HEADER":
      return String(part.format).toUpperCase() === "PRODUCT" || isExampled(part)
        ? null
        : wrong("component of type HEADER is missing expected field(s) (example)");
    case "BODY":
      return textOfPart(part) === "" || codePoints(textOfPart(part)) > 160
        ? wrong("The body of a card has 1 to 160 characters.")
        : textFailure(part, "body_text", named);
    case "BUTTONS":
      return Array.isArray(part.buttons) && part.buttons.length > 2
        ? wrong("A card has at most two buttons.")
        : buttonsFailure(part);
    default:
      return wrong("A card has a header, a body and buttons.");
  }
}

function isExampled({ example }: Part): boolean {
  return isObject(example) && Array.isArray(example.header_handle) && example.header_handle.length > 0;
}

function partsOf(card: unknown): Part[] {
  return isObject(card) && Array.isArray(card.components) ? card.components.filter(isObject) : [];
}

function wrong(reason: string): GraphFailure {
  return withSubcode(2388043, reason);
}
