import { isObject, objects } from "../lib/objects.ts";
import type { Component } from "./template/components.ts";
import { filled, parametersOf, wordsOf } from "./template/filled.ts";

type Json = Record<string, unknown>;

/** The components of a template, as approved. */
export type TemplateParts = { components: unknown[] };

/** Finds a template of a business account, or (null) of any; null when it is not known here. */
export type FindTemplate = (
  organizationId: string,
  wabaId: string | null,
  name: string,
  language: string,
) => Promise<TemplateParts | null>;

/** A message as it is stored. */
export type StoredMessage = {
  organization_id: string;
  waba_id: string | null;
  type: string;
  /** JSON text. */
  content: string;
  deleted_at: Date | null;
};

/** The text of a message, as a list or a chat shows it; null when it has none. */
export async function readMessageText(find: FindTemplate, message: StoredMessage): Promise<string | null> {
  if (message.deleted_at !== null) return "Deleted message";
  const content: unknown = JSON.parse(message.content);
  if (!isObject(content)) return null;
  if (message.type !== "template") return messageText(message.type, content);
  const given = content.template as GivenTemplate;
  const { organization_id, waba_id } = message;
  const parts = await find(organization_id, waba_id, given.name, given.language.code);
  return parts === null ? unknownTemplate(given) : templateText(given, parts);
}

/** The same of a message that is no template. */
function messageText(type: string, content: Json): string | null {
  return Object.hasOwn(KINDS, type) ? (KINDS[type]?.(content) ?? null) : anyWords(content);
}

const KINDS: Record<string, (content: Json) => string | null> = {
  image: (content) => file("Image", content),
  video: (content) => file("Video", content),
  audio: (content) => file(content.voice === true ? "Voice message" : "Audio", content),
  document: (content) => file("Document", content),
  sticker: (content) => file("Sticker", content),
  location: (content) => {
    const place = together([content.name, content.address], ", ");
    return labelled("Location", place === "" ? `${content.latitude}, ${content.longitude}` : place);
  },
  contact: ({ full_name }) => labelled("Contact", full_name),
  poll: ({ question }) => labelled("Poll", question),
  poll_vote: ({ options }) => labelled("Vote", Array.isArray(options) ? together(options, ", ") : ""),
  event_response: ({ response }) => labelled("Answer to an event", response),
  album: ({ images, videos }) => labelled("Album", countOf(Number(images) + Number(videos))),
  pin: ({ pinned }) => (pinned === true ? "Message pinned" : "Message unpinned"),
  reaction: ({ reaction }) => (reaction === "" ? "Reaction removed" : `Reaction: ${reaction}`),
  order: ({ product_items }) => labelled("Order", countOf(objects(product_items).length)),
  unsupported: ({ text }) => labelled("Unsupported message", text),
  undecryptable: () => "Message that can't be read yet",
  mark_as_read: () => null,
  presence: () => null,
};

function file(kind: string, { file_name, caption }: Json): string {
  return labelled(kind, together([file_name, caption], " · "));
}

function labelled(label: string, text: unknown): string {
  return typeof text === "string" && text !== "" ? `${label}: ${text}` : label;
}

function together(texts: readonly unknown[], between: string): string {
  return texts.filter((text) => typeof text === "string" && text !== "").join(between);
}

function countOf(items: number): string {
  return items === 0 ? "" : `${items} ${items === 1 ? "item" : "items"}`;
}

/** The words of a content, wherever its type keeps them. */
function anyWords({ body, text, caption, title, name, url }: Json): string | null {
  const words = [body, text, caption, title, name, url].find((one) => typeof one === "string" && one !== "");
  return typeof words === "string" ? words : null;
}

type GivenTemplate = { name: string; language: { code: string }; components?: Component[] };
type Part = { type?: unknown; text?: string };

/** Header, body and footer, a line each, with the message's parameters in place. */
function templateText(given: GivenTemplate, { components }: TemplateParts): string {
  const part = (type: string) => objects(components).find((one): one is Part => one.type === type)?.text;
  const lines = [
    filled(part("HEADER"), parametersOf(given, "header")) ?? headerFile(given),
    filled(part("BODY"), parametersOf(given, "body")),
    part("FOOTER"),
  ];
  return together(lines, "\n") || unknownTemplate(given);
}

function headerFile(given: GivenTemplate): string | undefined {
  const kind = parametersOf(given, "header")[0]?.type;
  return kind === undefined || kind === "text" ? undefined : kind.charAt(0).toUpperCase() + kind.slice(1);
}

/** Its name, and what it was sent with. */
function unknownTemplate(given: GivenTemplate): string {
  const words = [...parametersOf(given, "header"), ...parametersOf(given, "body")].map(wordsOf);
  return labelled(`Template ${given.name}`, together(words, ", "));
}
