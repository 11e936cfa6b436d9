import { objects } from "../../../lib/objects.ts";
import type { ReceivedMessage } from "../../inbound.ts";
import { readContent } from "./content.ts";
import { field, type Json, object, present, text } from "./values.ts";

type Part = Pick<ReceivedMessage, "type" | "content" | "media" | "order">;
type Read = (body: Json) => Pick<Part, "type" | "content"> | null;

/** Our types of interactive messages, by Meta's, as daemon/providers/cloud-api/encode writes them. */
const INTERACTIVE: Record<string, Read> = {
  button: ({ action }) => {
    const buttons = objects(field(action, "buttons")).map(({ reply }) => object(reply));
    return { type: "buttons", content: { buttons } };
  },
  list: ({ action }) => {
    const { button, sections } = object(action);
    return { type: "list", content: { button_text: text(button) ?? "", sections: objects(sections) } };
  },
  cta_url: ({ action }) => {
    const { display_text, url } = object(field(action, "parameters"));
    return { type: "cta_url", content: { button_text: text(display_text) ?? "", url: text(url) ?? "" } };
  },
};

/**
 * A message by the body of the call that sent it (Meta, "Send messages"): type and content as we would have sent it, where
 * we have such a type; otherwise as if a person had sent it.
 */
export function readSent(type: string, sent: Json): Part {
  const common = present({ reply_to: text(field(sent.context, "message_id")) });
  const read = type === "interactive" ? readInteractive(object(sent.interactive)) : readTemplate(type, sent);
  if (read === null) return readContent(type, sent);
  const reply = common.reply_to === undefined ? {} : { reply_to: { id: common.reply_to } };
  return { ...read, content: { ...read.content, ...reply }, media: null, order: null };
}

function readInteractive(body: Json): ReturnType<Read> {
  const kind = text(body.type) ?? "";
  const read = Object.hasOwn(INTERACTIVE, kind) ? INTERACTIVE[kind]?.(body) : undefined;
  const words = { body: text(field(body.body, "text")), footer: text(field(body.footer, "text")) };
  const header = headerOf(object(body.header));
  if (read === undefined || read === null)
    return { type: "interactive", content: { ...body, ...present(words), type: kind } };
  return { type: read.type, content: { ...present({ header, ...words }), ...read.content } };
}

/** A header as we have it: a text, or the address of a file. */
function headerOf(header: Json): Json | null {
  const type = text(header.type);
  if (type === null) return null;
  if (type === "text") return { type, text: text(header.text) ?? "" };
  const { link, filename } = object(header[type]);
  return present({ type, media_url: text(link), file_name: text(filename) });
}

function readTemplate(type: string, sent: Json): ReturnType<Read> {
  if (type !== "template") return null;
  const { name, language, components } = object(sent.template);
  const named = { name: text(name) ?? "", language: { code: text(field(language, "code")) ?? "" } };
  return { type: "template", content: { template: { ...named, components: objects(components) } } };
}
