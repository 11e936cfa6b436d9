import { codePoints } from "../../../lib/characters.ts";
import { isObject } from "../../../lib/objects.ts";
import { type Static, Type } from "../../../lib/typebox.ts";
import { LANGUAGES } from "../../../template-rules/languages.ts";
import { type GraphFailure, parameterError } from "../http/errors.ts";
import { strict, textOf } from "../http/schema.ts";
import { authenticationFailure } from "./rules-authentication.ts";
import { buttonsFailure } from "./rules-buttons.ts";
import { carouselFailure } from "./rules-carousel.ts";
import { maxPriceSpec, templateCategory } from "./store.ts";
import { isOneLine, kindOf, type Part, textFailure, textOfPart, variables, withSubcode } from "./text.ts";

/** A body of `POST /{waba_id}/message_templates` (Meta, "Create and manage message templates"). */
export const newTemplate = strict({
  name: Type.String({ pattern: "^[a-z0-9_]{1,512}$" }),
  language: textOf(16),
  category: templateCategory,
  parameter_format: Type.Optional(
    Type.Union(["POSITIONAL", "NAMED", "positional", "named"].map((format) => Type.Literal(format))),
  ),
  allow_category_change: Type.Optional(Type.Boolean()),
  message_send_ttl_seconds: Type.Optional(Type.Integer()),
  optimization_spec: Type.Optional(maxPriceSpec),
  components: Type.Array(Type.Record(Type.String(), Type.Unknown()), { minItems: 1 }),
});
export type NewTemplate = Static<typeof newTemplate>;

/** Meta's refusal of a definition, with its subcode; null when it is taken. */
export function definitionFailure({
  category,
  language,
  parameter_format,
  components,
  message_send_ttl_seconds: lifetime,
}: Omit<NewTemplate, "name">): GraphFailure | null {
  if (lifetime !== undefined && !isLifetime(category, lifetime))
    return parameterError(`Param message_send_ttl_seconds is not valid for the category ${category}.`);
  if (!LANGUAGES.has(language))
    return parameterError(`Param language must be one of {${[...LANGUAGES].join(", ")}}`);
  const kinds = components.map(kindOf);
  const unknown = kinds.find((kind) => !KINDS.includes(kind));
  if (unknown !== undefined)
    return parameterError(`Param components[type] must be one of {${KINDS.join(", ")}}`);
  if (!kinds.includes("BODY") || new Set(kinds).size < kinds.length)
    return withSubcode(2388043, "A template needs exactly one component of type BODY, and no type twice.");
  if (category === "AUTHENTICATION") return authenticationFailure(components);
  const named = parameter_format?.toUpperCase() === "NAMED";
  for (const part of components) {
    const failure = RULES[kindOf(part)]?.(part, { category, named, kinds });
    if (failure !== undefined && failure !== null) return failure;
  }
  return null;
}

/** Least and most seconds by category (Meta, "Configure message time-to-live"). */
const LIFETIMES: Record<string, [least: number, most: number]> = {
  AUTHENTICATION: [30, 900],
  UTILITY: [30, 43_200],
  MARKETING: [43_200, 2_592_000],
};

function isLifetime(category: string, seconds: number): boolean {
  const [least, most] = LIFETIMES[category] ?? [0, 0];
  return seconds >= least && seconds <= most;
}

const KINDS = ["HEADER", "BODY", "FOOTER", "BUTTONS", "CAROUSEL", "LIMITED_TIME_OFFER"];
const MEDIA = ["IMAGE", "VIDEO", "DOCUMENT"];

type Around = { category: string; named: boolean; kinds: string[] };

const RULES: Record<string, (part: Part, around: Around) => GraphFailure | null> = {
  HEADER: headerFailure,
  BODY: bodyFailure,
  FOOTER: (part) =>
    textOfPart(part) === "" || codePoints(textOfPart(part)) > 60 || variables(textOfPart(part)) > 0
      ? withSubcode(2388073, "The footer has 1 to 60 characters and no variables.")
      : null,
  BUTTONS: buttonsFailure,
  CAROUSEL: carouselFailure,
  LIMITED_TIME_OFFER: offerFailure,
};

function headerFailure(part: Part, { named }: Around): GraphFailure | null {
  const format = String(part.format ?? "").toUpperCase();
  if (format === "LOCATION") return null;
  const example = isObject(part.example) ? part.example : {};
  if (MEDIA.includes(format)) {
    return Array.isArray(example.header_handle) && example.header_handle.length > 0
      ? null
      : withSubcode(2388047, "A header of a media format needs an example with header_handle.");
  }
  if (format !== "TEXT") return withSubcode(2388047, `There is no header of the format ${format}.`);
  const text = textOfPart(part);
  if (text.length === 0 || codePoints(text) > 60 || variables(text) > 1) {
    return withSubcode(2388047, "The header has 1 to 60 characters and at most one variable.");
  }
  if (!isOneLine(text))
    return withSubcode(
      2388072,
      "The header can't have new lines, formatting characters, emojis or asterisks.",
    );
  return textFailure(part, "header_text", named);
}

function bodyFailure(part: Part, { named }: Around): GraphFailure | null {
  const text = textOfPart(part);
  if (text.length === 0 || codePoints(text) > 1024) {
    return withSubcode(2388040, "The body has 1 to 1024 characters.");
  }
  if (/^\s*\{\{|\}\}\s*$/.test(text)) {
    return withSubcode(2388299, "Variables can't be at the start or end of the template.");
  }
  return textFailure(part, "body_text", named);
}

function offerFailure(part: Part, { category, kinds }: Around): GraphFailure | null {
  const text = isObject(part.limited_time_offer) ? textOfPart(part.limited_time_offer) : "";
  if (category !== "MARKETING" || kinds.includes("FOOTER"))
    return withSubcode(2388043, "A limited-time offer is of category MARKETING and has no footer.");
  return text === "" || codePoints(text) > 16
    ? withSubcode(2388043, "The text of a limited-time offer has 1 to 16 characters.")
    : null;
}
