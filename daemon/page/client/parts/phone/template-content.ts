import { PHONE } from "../../view-words.ts";
import { type Json, objectOf, objectsOf, textAt } from "./read.ts";

type Values = Readonly<Record<string, string>>;

/** A template's components, in Meta's form, as the content of a message; variables without a value stay placeholders. */
export function contentOf(components: readonly Json[], category: string, values: Values): Json {
  return shownOf(components, category === "AUTHENTICATION", values);
}

/** The same with what a message sends it with: values, and the file or words of its header. */
export function sentContentOf(components: readonly Json[], category: string, template: Json): Json {
  return sentWith(components, category === "AUTHENTICATION", objectsOf(template.components));
}

function sentWith(components: readonly Json[], isCode: boolean, given: readonly Json[]): Json {
  const [header] = parametersOf(given, "header");
  const filled = components.map((part) => withHeader(part, header));
  const content = shownOf(filled, isCode, valuesOf(given));
  const cards = objectsOf(components.find((part) => upper(part.type) === "CAROUSEL")?.cards);
  const sent = objectsOf(given.find(({ type }) => type === "carousel")?.cards);
  if (cards.length === 0 || sent.length === 0) return content;
  return {
    ...content,
    cards: cards.map((card, at) =>
      asCard(sentWith(objectsOf(card.components), false, objectsOf(sent[at]?.components))),
    ),
  };
}

function shownOf(components: readonly Json[], isCode: boolean, values: Values): Json {
  const of = (type: string) => components.find((part) => upper(part.type) === type) ?? {};
  const [header, body, footer] = [of("HEADER"), of("BODY"), of("FOOTER")];
  const offer = textAt(objectOf(of("LIMITED_TIME_OFFER").limited_time_offer), "text");
  const words = isCode ? codeText(body, values) : fill(textAt(body, "text"), values);
  return {
    text: [offer === null ? null : `*${offer}*`, words].filter((one) => one !== null).join("\n") || null,
    header: headerOf(header),
    footer: isCode ? lifetimeText(footer) : textAt(footer, "text"),
    buttons: objectsOf(of("BUTTONS").buttons).map(buttonOf),
    cards: objectsOf(of("CAROUSEL").cards).map((card) =>
      asCard(shownOf(objectsOf(card.components), false, {})),
    ),
  };
}

function asCard(content: Json): Json {
  return { ...content, body: content.text };
}

function headerOf(header: Json) {
  const { media_id } = objectOf(header.example);
  return {
    ...header,
    type: String(header.format ?? "text").toLowerCase(),
    ...(media_id ? { media_id } : {}),
  };
}

const BUTTON_KINDS: Readonly<Record<string, string>> = {
  URL: "url",
  PHONE_NUMBER: "call",
  OTP: "copy",
  COPY_CODE: "copy",
  FLOW: "flow",
  CATALOG: "catalog",
  MPM: "catalog",
};

function buttonOf(button: Json): Json {
  const type = upper(button.type);
  const title = textAt(button, "text") ?? PHONE.templateButtons[type] ?? type;
  const url = textAt(button, "url");
  return {
    title,
    type: BUTTON_KINDS[type] ?? "reply",
    // with a variable it is another address for each person
    url: url?.includes("{{") ? null : url,
    phone: textAt(button, "phone_number"),
  };
}

/** Meta writes these itself, in the template's language. */
function codeText({ add_security_recommendation: advice }: Json, values: Values): string {
  return PHONE.code(values["1"] ?? PHONE.anyCode) + (advice === true ? ` ${PHONE.codeAdvice}` : "");
}

function lifetimeText({ code_expiration_minutes: minutes }: Json): string | null {
  return minutes === undefined ? null : PHONE.codeExpires(String(minutes));
}

function fill(text: string | null, values: Values): string | null {
  return text?.replace(/\{\{([^{}]*)\}\}/g, (found, name: string) => values[name.trim()] || found) ?? null;
}

/** What stands in place of the body's variables: by their names, or by their places from 1. */
function valuesOf(given: readonly Json[]): Record<string, string> {
  return Object.fromEntries(
    parametersOf(given, "body").map((one, at) => [
      textAt(one, "parameter_name") ?? String(at + 1),
      wordOf(one) ?? "",
    ]),
  );
}

function wordOf(parameter: Json): string | null {
  const value = objectOf(parameter[String(parameter.type)]);
  return textAt(parameter, "text") ?? textAt(value, "fallback_value");
}

function parametersOf(given: readonly Json[], type: string): readonly Json[] {
  return objectsOf(given.find((one) => one.type === type)?.parameters);
}

/** A component with what fills it, where it is the header: its file in place of the example, or its words. */
function withHeader(part: Json, parameter: Json | undefined): Json {
  if (upper(part.type) !== "HEADER" || parameter === undefined) return part;
  const text = textAt(parameter, "text");
  if (text !== null) return { ...part, text: textAt(part, "text")?.replace(/\{\{[^{}]*\}\}/, () => text) };
  const file = objectOf(parameter[String(parameter.type)]);
  return { ...part, ...file, example: file };
}

function upper(type: unknown): string {
  return typeof type === "string" ? type.toUpperCase() : "";
}
