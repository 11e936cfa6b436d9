import { isObject, objects } from "../lib/objects.ts";
import { permissionWords, productWords } from "./received/answer.ts";
import { callWords } from "./received/call.ts";
import { systemWords } from "./received/system.ts";
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

/**
 * What a list or a chat shows of a message: what it is, then what was said, a file's name or caption, or the like. What
 * was said begins at `from` (UTF-16).
 */
export type MessageText = { text: string; from: number };

/** The text of a message, as a list or a chat shows it; null when it has none. */
export async function readMessageText(find: FindTemplate, message: StoredMessage): Promise<string | null> {
  return (await readMessageWords(find, message))?.text ?? null;
}

/** The same, and from where on it is what was said. */
export async function readMessageWords(
  find: FindTemplate,
  message: StoredMessage,
): Promise<MessageText | null> {
  if (message.deleted_at !== null) return labelled("Deleted message", "");
  const content: unknown = JSON.parse(message.content);
  if (!isObject(content)) return null;
  if (message.type !== "template") return messageText(message.type, content);
  const given = content.template as GivenTemplate;
  const { organization_id, waba_id } = message;
  const parts = await find(organization_id, waba_id, given.name, given.language.code);
  return parts === null ? unknownTemplate(given) : templateText(given, parts);
}

/** The same of a message that is no template. */
function messageText(type: string, content: Json): MessageText | null {
  return Object.hasOwn(KINDS, type) ? (KINDS[type]?.(content) ?? null) : anyWords(content);
}

const KINDS: Record<string, (content: Json) => MessageText | null> = {
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
  pin: ({ pinned }) => labelled(pinned === true ? "Message pinned" : "Message unpinned", ""),
  call_permission_request: ({ body }) => labelled("May the business call?", body),
  interactive: (content) => {
    const words = permissionWords(content) ?? productWords(content);
    return words === null ? anyWords(content) : labelled(...words);
  },
  call: (content) => labelled(...callWords(content)),
  missed_call: (content) => labelled(...callWords(content)),
  system: (content) => labelled(...systemWords(content)),
  reaction: ({ reaction }) =>
    reaction === "" ? labelled("Reaction removed", "") : labelled("Reaction", reaction),
  order: ({ product_items }) => labelled("Order", countOf(objects(product_items).length)),
  unsupported: ({ text }) => labelled("Unsupported message", text),
  undecryptable: () => labelled("Message that can't be read yet", ""),
  mark_as_read: () => null,
  presence: () => null,
};

function file(kind: string, { file_name, caption }: Json): MessageText {
  return labelled(kind, together([file_name, caption], " · "));
}

/** What it is, and what was said if anything was. */
function labelled(label: string, said?: unknown, between = ": "): MessageText {
  if (typeof said !== "string" || said === "") return { text: label, from: label.length };
  const before = label === "" ? "" : label + between;
  return { text: before + said, from: before.length };
}

function together(texts: readonly unknown[], between: string): string {
  return texts.filter((text) => typeof text === "string" && text !== "").join(between);
}

function countOf(items: number): string {
  return items === 0 ? "" : `${items} ${items === 1 ? "item" : "items"}`;
}

/** The words of a content, wherever its type keeps them. */
function anyWords({ body, text, caption, title, name, url }: Json): MessageText | null {
  const words = [body, text, caption, title, name, url].find((one) => typeof one === "string" && one !== "");
  return typeof words === "string" ? labelled("", words) : null;
}

type GivenTemplate = { name: string; language: { code: string }; components?: Component[] };
type Part = { type?: unknown; text?: string };

/** Header, body and footer, a line each, with the message's parameters in place; of a header's file, what it is. */
function templateText(given: GivenTemplate, { components }: TemplateParts): MessageText {
  const part = (type: string) => objects(components).find((one): one is Part => one.type === type)?.text;
  const header = filled(part("HEADER"), parametersOf(given, "header"));
  const said = together([header, filled(part("BODY"), parametersOf(given, "body")), part("FOOTER")], "\n");
  const label = header === undefined ? headerFile(given) : "";
  return label === "" && said === "" ? unknownTemplate(given) : labelled(label, said, "\n");
}

function headerFile(given: GivenTemplate): string {
  const kind = parametersOf(given, "header")[0]?.type;
  return kind === undefined || kind === "text" ? "" : kind.charAt(0).toUpperCase() + kind.slice(1);
}

/** Its name, and what it was sent with. */
function unknownTemplate(given: GivenTemplate): MessageText {
  const words = [...parametersOf(given, "header"), ...parametersOf(given, "body")].map(wordsOf);
  return labelled(`Template ${given.name}`, together(words, ", "));
}
