import { PhoneMessage } from "./phone-message.tsx";
import { type Json, objectOf, objectsOf, textAt } from "./read.ts";
import { PHONE } from "./words.ts";

type PhoneTemplateProps = {
  /** In Meta's form: of any shape while it is written. */
  components: unknown;
  category: string;
  /** What stands in place of the body's variables, by their names; others stay as placeholders. */
  values?: Readonly<Record<string, string>>;
};

/** A template as a phone shows it, with its variables as placeholders where they have no value. */
export function PhoneTemplate({ components, category, values = {} }: PhoneTemplateProps) {
  const content = shownOf(objectsOf(components), category === "AUTHENTICATION", values);
  return (
    <PhoneMessage type="template" content={content} direction="outbound" text={textAt(content, "text")} />
  );
}

function shownOf(
  components: readonly Json[],
  isCode: boolean,
  values: Readonly<Record<string, string>>,
): Json {
  const of = (type: string) => components.find((part) => upper(part.type) === type) ?? {};
  const [header, body, footer] = [of("HEADER"), of("BODY"), of("FOOTER")];
  const offer = textAt(objectOf(of("LIMITED_TIME_OFFER").limited_time_offer), "text");
  const words = isCode ? codeText(body) : fill(textAt(body, "text"), values);
  return {
    text: [offer === null ? null : `*${offer}*`, words].filter((one) => one !== null).join("\n") || null,
    header: headerOf(header),
    footer: isCode ? lifetimeText(footer) : textAt(footer, "text"),
    buttons: objectsOf(of("BUTTONS").buttons).map((button) => ({ title: labelOf(button) })),
    cards: objectsOf(of("CAROUSEL").cards).map((card) => cardOf(objectsOf(card.components))),
  };
}

function cardOf(components: readonly Json[]): Json {
  const content = shownOf(components, false, {});
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

function labelOf(button: Json): string {
  return textAt(button, "text") ?? PHONE.templateButtons[upper(button.type)] ?? upper(button.type);
}

/** Meta writes these itself, in the template's language. */
function codeText({ add_security_recommendation: advice }: Json): string {
  return PHONE.code + (advice === true ? ` ${PHONE.codeAdvice}` : "");
}

function lifetimeText({ code_expiration_minutes: minutes }: Json): string | null {
  return minutes === undefined ? null : PHONE.codeExpires(String(minutes));
}

function fill(text: string | null, values: Readonly<Record<string, string>>): string | null {
  return text?.replace(/\{\{([^{}]*)\}\}/g, (found, name: string) => values[name.trim()] || found) ?? null;
}

function upper(type: unknown): string {
  return typeof type === "string" ? type.toUpperCase() : "";
}
