import { type Content, replyContext } from "./content.ts";

export function buttons(content: Content<"buttons">): Record<string, unknown> {
  return interactive("button", content, {
    buttons: content.buttons.map((reply) => ({ type: "reply", reply })),
  });
}

export function list(content: Content<"list">): Record<string, unknown> {
  return interactive("list", content, { button: content.button_text, sections: content.sections });
}

export function ctaUrl(content: Content<"cta_url">): Record<string, unknown> {
  return interactive("cta_url", content, {
    name: "cta_url",
    parameters: { display_text: content.button_text, url: content.url },
  });
}

export function locationRequest(content: Content<"location_request">): Record<string, unknown> {
  return interactive("location_request_message", content, { name: "send_location" });
}

export function requestContactInfo(content: Content<"request_contact_info">): Record<string, unknown> {
  return interactive("request_contact_info", content, { name: "request_contact_info" });
}

export function callPermissionRequest(content: Content<"call_permission_request">): Record<string, unknown> {
  return interactive("call_permission_request", content, { name: "call_permission_request" });
}

export function address({
  country,
  values,
  saved_addresses,
  validation_errors,
  ...content
}: Content<"address">): Record<string, unknown> {
  return interactive("address_message", content, {
    name: "address_message",
    parameters: { country, values, saved_addresses, validation_errors },
  });
}

type Header = Content<"buttons">["header"];

type Parts = { header?: Header; body?: string; footer?: string; reply_to?: { id: string } };

/** An interactive message: its kind, its action and the parts that kinds share. */
export function interactive(type: string, content: Parts, action: object): Record<string, unknown> {
  return {
    type: "interactive",
    interactive: {
      type,
      header: content.header === undefined ? undefined : headerOf(content.header),
      body: textOf(content.body),
      footer: textOf(content.footer),
      action,
    },
    ...replyContext(content),
  };
}

function headerOf(header: NonNullable<Header>): Record<string, unknown> {
  switch (header.type) {
    case "text":
      return header;
    case "document":
      return { type: "document", document: { link: header.media_url, filename: header.file_name } };
    default:
      return { type: header.type, [header.type]: { link: header.media_url } };
  }
}

function textOf(text: string | undefined) {
  return text === undefined ? undefined : { text };
}
