import type { FieldError } from "../http/problem.ts";
import { codePoints } from "../lib/characters.ts";
import { authenticationErrors } from "./authentication.ts";
import { buttonErrors } from "./buttons.ts";
import { carouselErrors } from "./carousel.ts";
import { exampleErrors, hasSample, type ParameterFormat, type Part, textErrors } from "./text.ts";

/** The parts of a definition that have their own rules. */
export type Definition = { category: string; parameter_format: ParameterFormat; components: Part[] };

/** The types of components, each of which may occur once. */
const KINDS = ["HEADER", "BODY", "FOOTER", "BUTTONS", "CAROUSEL", "LIMITED_TIME_OFFER"];
const MEDIA = ["IMAGE", "VIDEO", "DOCUMENT"];
const FORMATS = ["TEXT", ...MEDIA, "LOCATION"];

/**
 * The mistakes in a template's components that Meta would refuse, each with its path, so that nobody waits
 * for a review to learn them. Types are in upper case.
 * Source: Meta, "Components of a message template".
 */
export function definitionErrors(definition: Definition): FieldError[] {
  const { components } = definition;
  const types = components.map(({ type }) => String(type));
  const wrong = types.flatMap((type, index) => kindErrors(type, types.indexOf(type) < index, index));
  const missing = types.includes("BODY")
    ? []
    : [{ path: "/components", message: "exactly one component of type BODY is required" }];
  if (definition.category === "AUTHENTICATION")
    return [...wrong, ...missing, ...authenticationErrors(components)];
  const inner = components.flatMap((part, index) => partErrors(part, `/components/${index}`, definition));
  return [...wrong, ...missing, ...inner];
}

function kindErrors(type: string, repeated: boolean, index: number): FieldError[] {
  const path = `/components/${index}/type`;
  if (!KINDS.includes(type)) return [{ path, message: `expected one of ${KINDS.join(", ")}` }];
  return repeated ? [{ path, message: `a template has at most one ${type}` }] : [];
}

function partErrors(part: Part, path: string, definition: Definition): FieldError[] {
  switch (part.type) {
    case "HEADER":
      return headerErrors(part, path, definition);
    case "BODY":
      return bodyErrors(part, path, definition);
    case "FOOTER":
      return footerErrors(part, path, definition);
    case "BUTTONS":
      return buttonErrors(part, path, definition.category);
    case "CAROUSEL":
      return carouselErrors(part, path, definition.parameter_format);
    case "LIMITED_TIME_OFFER":
      return offerErrors(part, path, definition);
    default:
      return [];
  }
}

function headerErrors(part: Part, path: string, { parameter_format: format }: Definition): FieldError[] {
  const kind = String(part.format);
  if (!FORMATS.includes(kind)) {
    return [{ path: `${path}/format`, message: `expected one of ${FORMATS.join(", ")}` }];
  }
  if (kind === "TEXT") {
    const errors = textErrors(part.text, `${path}/text`, { most: 60, variables: 1, format, plain: true });
    return errors.length > 0 ? errors : exampleErrors("header_text", part, path, format);
  }
  return MEDIA.includes(kind) && !hasSample(part)
    ? [{ path: `${path}/example/header_handle`, message: "required: the handle of an uploaded sample" }]
    : [];
}

function bodyErrors(part: Part, path: string, { parameter_format: format }: Definition): FieldError[] {
  const rule = { most: 1024, variables: 100, format, inner: true };
  const errors = textErrors(part.text, `${path}/text`, rule);
  return errors.length > 0 ? errors : exampleErrors("body_text", part, path, format);
}

function footerErrors(part: Part, path: string, { parameter_format: format }: Definition): FieldError[] {
  return textErrors(part.text, `${path}/text`, { most: 60, variables: 0, format });
}

/** Meta, "Limited-time offer templates": a short text, for marketing, and no footer beside it. */
function offerErrors(part: Part, path: string, { category, components }: Definition): FieldError[] {
  const { text } = Object(part.limited_time_offer) as Part;
  const isShort = typeof text === "string" && text !== "" && codePoints(text) <= 16;
  const footer = components.findIndex(({ type }) => type === "FOOTER");
  return [
    ...(isShort ? [] : [{ path: `${path}/limited_time_offer/text`, message: "1 to 16 characters" }]),
    ...(category === "MARKETING"
      ? []
      : [{ path: `${path}/type`, message: "only in a template of category MARKETING" }]),
    ...(footer === -1
      ? []
      : [{ path: `/components/${footer}/type`, message: "no FOOTER beside a LIMITED_TIME_OFFER" }]),
  ];
}
