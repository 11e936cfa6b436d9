import type { proto } from "baileys";
import { objects } from "../../../lib/objects.ts";
import { type Json, object, present } from "../../cloud-api/inbound/values.ts";
import { parsed } from "./kinds.ts";

/** A business's message with a title, a text and buttons, from any of WhatsApp's forms. */
export type Business = {
  title: string | null | undefined;
  text: string | null | undefined;
  footer: string | null | undefined;
  /** Each with its `type`, its `title` and what it leads to. */
  buttons: Json[];
  /** The file that it begins with, if there is one. */
  header: proto.IMessage;
  more: Json;
};

type Part = Partial<Business>;

/** The business message in a message; null when it has none. */
export function businessIn(message: proto.IMessage): Business | null {
  const part = partOf(message);
  return part && { title: null, text: null, footer: null, buttons: [], header: {}, more: {}, ...part };
}

function partOf(message: proto.IMessage): Part | null {
  const { templateMessage, buttonsMessage, listMessage, interactiveMessage, highlyStructuredMessage } =
    message;
  if (templateMessage) return template(templateMessage);
  if (highlyStructuredMessage) return structured(highlyStructuredMessage);
  if (buttonsMessage) return withButtons(buttonsMessage);
  if (listMessage) return list(listMessage);
  return interactiveMessage ? interactive(interactiveMessage) : null;
}

function template(given: proto.Message.ITemplateMessage): Part {
  const { interactiveMessageTemplate, fourRowTemplate } = given;
  const hydrated = given.hydratedFourRowTemplate ?? given.hydratedTemplate;
  if (interactiveMessageTemplate) return interactive(interactiveMessageTemplate);
  if (hydrated)
    return {
      title: hydrated.hydratedTitleText,
      text: hydrated.hydratedContentText,
      footer: hydrated.hydratedFooterText,
      buttons: (hydrated.hydratedButtons ?? []).map(templateButton),
      header: hydrated,
    };
  const { content, footer, buttons } = fourRowTemplate ?? {};
  return {
    text: content && wordsOf(content),
    footer: footer && wordsOf(footer),
    buttons: (buttons ?? []).map(structuredButton),
    header: fourRowTemplate ?? {},
  };
}

/** A template by its name and parameters: its words are on phones only, unless it brings them along. */
function structured(given: proto.Message.IHighlyStructuredMessage): Part {
  if (given.hydratedHsm) return template(given.hydratedHsm);
  return {
    text: wordsOf(given),
    more: { template: present({ name: given.elementName, parameters: given.params }) },
  };
}

function wordsOf({ params, elementName }: proto.Message.IHighlyStructuredMessage): string {
  return params?.join(" ") || (elementName ?? "");
}

function templateButton({ quickReplyButton, urlButton, callButton }: proto.IHydratedTemplateButton): Json {
  if (urlButton) return present({ type: "url", title: urlButton.displayText, url: urlButton.url });
  if (callButton)
    return present({ type: "call", title: callButton.displayText, phone: callButton.phoneNumber });
  return present({ type: "reply", title: quickReplyButton?.displayText, id: quickReplyButton?.id });
}

function structuredButton({ quickReplyButton, urlButton, callButton }: proto.ITemplateButton): Json {
  const words = (given: proto.Message.IHighlyStructuredMessage | null | undefined) => given && wordsOf(given);
  if (urlButton)
    return present({ type: "url", title: words(urlButton.displayText), url: words(urlButton.url) });
  if (callButton)
    return present({
      type: "call",
      title: words(callButton.displayText),
      phone: words(callButton.phoneNumber),
    });
  return present({ type: "reply", title: words(quickReplyButton?.displayText), id: quickReplyButton?.id });
}

function withButtons(given: proto.Message.IButtonsMessage): Part {
  return {
    title: given.text,
    text: given.contentText,
    footer: given.footerText,
    buttons: (given.buttons ?? []).map(({ buttonId, buttonText, nativeFlowInfo }) =>
      nativeFlowInfo
        ? flowButton({
            name: nativeFlowInfo.name ?? null,
            buttonParamsJson: nativeFlowInfo.paramsJson ?? null,
          })
        : present({ type: "reply", title: buttonText?.displayText, id: buttonId }),
    ),
    header: given,
  };
}

function list({ title, description, footerText, buttonText, sections }: proto.Message.IListMessage): Part {
  const shown = (sections ?? []).map((section) => ({
    ...present({ title: section.title }),
    rows: (section.rows ?? []).map((row) =>
      present({ id: row.rowId, title: row.title, description: row.description }),
    ),
  }));
  const more = present({ button: buttonText || null, sections: shown.length === 0 ? null : shown });
  return { title, text: description, footer: footerText, more };
}

function interactive(given: proto.Message.IInteractiveMessage): Part {
  const { header, body, footer, nativeFlowMessage, carouselMessage } = given;
  const cards = (carouselMessage?.cards ?? []).map((card) => shownBusiness(interactive(card)));
  return {
    title: header?.title || header?.subtitle,
    text: body?.text,
    footer: footer?.text,
    buttons: (nativeFlowMessage?.buttons ?? []).map(flowButton),
    header: header ?? {},
    more: cards.length === 0 ? {} : { cards },
  };
}

const FLOW_TYPES: Record<string, string> = {
  cta_url: "url",
  cta_call: "call",
  cta_copy: "copy",
  quick_reply: "reply",
  single_select: "list",
};

/** A button whose details are JSON in a string, as its sender wrote it. */
function flowButton({
  name,
  buttonParamsJson,
}: proto.Message.InteractiveMessage.NativeFlowMessage.INativeFlowButton) {
  const details = object(parsed(buttonParamsJson));
  const type = Object.hasOwn(FLOW_TYPES, name ?? "") ? FLOW_TYPES[name ?? ""] : name;
  return present({
    type,
    title: details.display_text ?? details.title,
    url: details.url,
    phone: details.phone_number,
    code: details.copy_code,
    id: details.id,
    sections: details.sections === undefined ? null : objects(details.sections),
  });
}

/** Title, text, footer, buttons and what else it has, as content shows them. */
export function shownBusiness({ title, text, footer, buttons = [], more = {} }: Part): Json {
  const words = { body: text || null, title: title || null, footer: footer || null };
  return { ...present({ ...words, buttons: buttons.length === 0 ? null : buttons }), ...more };
}
