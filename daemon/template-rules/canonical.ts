import type { Part } from "./text.ts";

/** A component as Meta keeps it, however it was written: its types and formats in upper case, also within it. */
export function canonical(part: Part): Part {
  return {
    ...part,
    type: upper(part.type),
    ...(part.format === undefined ? {} : { format: upper(part.format) }),
    ...(Array.isArray(part.buttons) ? { buttons: part.buttons.map(inner) } : {}),
    ...(Array.isArray(part.cards) ? { cards: part.cards.map(card) } : {}),
  };
}

function card(given: unknown): unknown {
  const { components } = Object(given) as Part;
  return Array.isArray(components) ? { ...Object(given), components: components.map(inner) } : given;
}

function inner(given: unknown): unknown {
  return typeof given === "object" && given !== null ? canonical(given as Part) : given;
}

function upper(given: unknown): unknown {
  return typeof given === "string" ? given.toUpperCase() : given;
}
