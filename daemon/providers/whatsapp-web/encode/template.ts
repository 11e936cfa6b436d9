import { filled, type Parameter, parametersOf } from "../../../message-types/template/filled.ts";
import { type EncoderContext, EncodingImpossible } from "../../encoders.ts";
import type { Content } from "./content.ts";
import type { Choice, Draft, DraftFile } from "./draft.ts";
import { ASKS_FOR_NUMBER, bold, italic, renderedDraft } from "./rendering.ts";

type GivenTemplate = Content<"template">["template"];
type Component = NonNullable<GivenTemplate["components"]>[number];

/** A definition's component, as far as it is shown (Meta, "Template components"). */
type Part = { type?: string; format?: string; text?: string; buttons?: Button[] };
type Button = { type?: string; text?: string; url?: string; phone_number?: string };

/** Buttons that are nothing without WhatsApp's own forms. */
const NOT_RENDERABLE = new Set(["OTP", "FLOW", "CATALOG", "MPM", "SPM"]);

/**
 * A template message as plain text, from the definition that is known here:
 * variables filled in, buttons as numbers to answer with, links and numbers.
 * Throws `EncodingImpossible`.
 */
export function template(
  { template: given, reply_to: quote }: Content<"template">,
  { template: definition }: Pick<EncoderContext, "template">,
): Draft {
  if (definition === null) {
    const detail = `template ${given.name} in ${given.language.code} is not known here`;
    throw new EncodingImpossible("template_not_found", detail);
  }
  const parts = definition.components as Part[];
  const part = (type: string) => parts.find((one) => one.type === type);
  const buttons = part("BUTTONS")?.buttons ?? [];
  checkRenderable(given, buttons);
  const choices = choicesOf(given, buttons);
  return renderedDraft({
    blocks: [
      bold(filled(part("HEADER")?.text, parametersOf(given, "header"))),
      filled(part("BODY")?.text, parametersOf(given, "body")),
      italic(part("FOOTER")?.text),
      buttons.map((button, index) => buttonLine(given, button, index, choices)).join("\n"),
    ],
    file: headerFile(parametersOf(given, "header")[0]),
    quote,
    reply: "template_button_reply",
    choices: choices.filter((choice) => choice !== null),
  });
}

function checkRenderable(given: GivenTemplate, buttons: readonly Button[]): void {
  const kind = buttons.find(({ type = "" }) => NOT_RENDERABLE.has(type))?.type;
  const carousel = given.components?.some(({ type }) => type === "carousel") === true;
  if (kind === undefined && !carousel) return;
  const what = carousel ? "a carousel" : `a button of type ${kind}`;
  throw new EncodingImpossible(
    "template_not_renderable",
    `template ${given.name} has ${what}, which paired numbers can't show`,
  );
}

function headerFile(parameter: Parameter | undefined): DraftFile | undefined {
  switch (parameter?.type) {
    case "image":
      return { kind: "image", url: parameter.image.link };
    case "video":
      return { kind: "video", url: parameter.video.link };
    case "document":
      return { kind: "document", url: parameter.document.link, fileName: parameter.document.filename };
    default:
      return undefined;
  }
}

type ButtonComponent = Extract<Component, { type: "button" }>;

/** The component given for the button at an index. */
function givenButton({ components = [] }: GivenTemplate, index: number): ButtonComponent | undefined {
  return components.find(
    (component): component is ButtonComponent =>
      component.type === "button" && component.index === String(index),
  );
}

/** The quick replies among the buttons, numbered in their order; null in the place of every other. */
function choicesOf(given: GivenTemplate, buttons: readonly Button[]): (Choice | null)[] {
  let count = 0;
  return buttons.map(({ type, text = "" }, index) => {
    if (type !== "QUICK_REPLY") return null;
    count += 1;
    const button = givenButton(given, index);
    const id = button?.sub_type === "quick_reply" ? button.parameters[0]?.payload : undefined;
    return { label: String(count), id: id ?? text, title: text };
  });
}

function buttonLine(
  given: GivenTemplate,
  { type, text = "", url = "", phone_number = "" }: Button,
  index: number,
  choices: readonly (Choice | null)[],
): string {
  const button = givenButton(given, index);
  switch (type) {
    case "QUICK_REPLY":
      return `${choices[index]?.label}. ${text}`;
    case "URL": {
      const suffix = button?.sub_type === "url" ? (button.parameters[0]?.text ?? "") : "";
      return `${text}: ${url.replace(/\{\{\s*\w+\s*\}\}/, suffix)}`;
    }
    case "PHONE_NUMBER":
      return `${text}: ${phone_number}`;
    case "COPY_CODE": {
      const code = button?.sub_type === "copy_code" ? button.parameters[0]?.coupon_code : undefined;
      return `${text}: \`${code ?? ""}\``;
    }
    case "REQUEST_CONTACT_INFO":
      return ASKS_FOR_NUMBER;
    default:
      return text;
  }
}
