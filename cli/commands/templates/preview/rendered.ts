import { canonical } from "../../../../daemon/template-rules/canonical.ts";
import { isObject } from "../../../lib/values/objects.ts";
import { exampleFile, partsIn } from "../files/parts.ts";
import type { Part } from "../files/template-file.ts";
import { type Values, valuesOf } from "./values.ts";

export type RenderedButton = { type: string; text: string; target: string | null };

/** A template with its variables filled in, as somebody gets it. */
export type Rendered = {
  header: { format: string; text: string } | null;
  body: string;
  footer: string;
  buttons: RenderedButton[];
  /** Those of a carousel, each of them a small message. */
  cards: Rendered[];
};

/** The labels of buttons that have no text of their own. */
const TEXTS: Record<string, string> = {
  OTP: "Copy code",
  COPY_CODE: "Copy offer code",
  REQUEST_CONTACT_INFO: "Share phone number",
};

/** Fills in a template: the body with `given`, everything else with its examples. */
export function render(template: Part, given: Values): Rendered {
  return renderParts(
    partsIn(template.components).map(canonical),
    template.category === "AUTHENTICATION",
    given,
  );
}

function renderParts(parts: readonly Part[], isCode: boolean, given: Values): Rendered {
  const of = (type: string) => parts.find((part) => part.type === type) ?? {};
  const [header, body, footer] = [of("HEADER"), of("BODY"), of("FOOTER")];
  const buttons = partsIn(of("BUTTONS").buttons).map(renderButton);
  const cards = partsIn(of("CAROUSEL").cards).map((card) =>
    renderParts(partsIn(card.components), false, new Map()),
  );
  return {
    header: header.type === undefined ? null : renderHeader(header),
    body: isCode ? codeText(body) : fill(textOf(body), new Map([...valuesOf(body, "body_text"), ...given])),
    footer: isCode ? lifetimeText(footer) : textOf(footer),
    buttons,
    cards,
  };
}

function renderHeader(header: Part): { format: string; text: string } {
  const format = String(header.format);
  const text =
    format === "TEXT" ? fill(textOf(header), valuesOf(header, "header_text")) : (exampleFile(header) ?? "");
  return { format, text };
}

function renderButton(button: Part): RenderedButton {
  const type = String(button.type);
  const { url, phone_number, example } = button;
  const [value]: unknown[] = [example].flat();
  const shown = isObject(value) || value === undefined ? null : String(value);
  const targets: Record<string, string | null> = {
    URL: shown !== null && /^https?:/.test(shown) ? shown : fillAny(String(url), shown),
    PHONE_NUMBER: String(phone_number),
    COPY_CODE: shown,
  };
  return { type, text: textOf(button) || (TEXTS[type] ?? type), target: targets[type] ?? null };
}

/** Meta writes these itself, in the template's language. */
function codeText({ add_security_recommendation: advice }: Part): string {
  return `*123456* is your verification code.${advice === true ? " For your security, do not share this code." : ""}`;
}

function lifetimeText({ code_expiration_minutes: minutes }: Part): string {
  return minutes === undefined ? "" : `This code expires in ${minutes} minutes.`;
}

/** A variable without a value stays as a placeholder. */
function fill(text: string, values: Values): string {
  return text.replace(/\{\{([^{}]*)\}\}/g, (found, name: string) => values.get(name.trim()) ?? found);
}

function fillAny(text: string, value: string | null): string {
  return value === null ? text : text.replace(/\{\{[^{}]*\}\}/, () => value);
}

function textOf({ text }: Part): string {
  return typeof text === "string" ? text : "";
}
