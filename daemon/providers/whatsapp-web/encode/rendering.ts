import { codePoints } from "../../../lib/characters.ts";
import { EncodingImpossible } from "../../encoders.ts";
import type { Choice, Draft, DraftFile, Quote, Rendered } from "./draft.ts";

/**
 * Interactive messages as plain text and one file: paired numbers can't send
 * them as they are (what looks sent is not shown to the recipient). Blocks are
 * set apart by a blank line, empty ones dropped, nothing is cut.
 */

/** The longest text, and the longest text below a file (Meta's OpenAPI file, `MediaObject`). */
const LONGEST_TEXT = 4096;
const LONGEST_CAPTION = 1024;

/** In the place of a button that shares the reader's number. */
export const ASKS_FOR_NUMBER = "📞 Please reply with your phone number.";

type Given = {
  /** Paragraphs in order; empty and undefined ones are left out. */
  blocks: readonly (string | undefined)[];
  /** Shown above the text while it fits as a caption. */
  file?: DraftFile | undefined;
  quote?: Quote | undefined;
  reply?: Rendered["reply"];
  choices?: readonly Choice[];
};

/** A message of paragraphs. Throws `EncodingImpossible` when they are too long together. */
export function renderedDraft({ blocks, file, quote, reply = "button_reply", choices = [] }: Given): Draft {
  const text = blocks.filter((block) => block !== undefined && block !== "").join("\n\n");
  const length = codePoints(text);
  if (length > LONGEST_TEXT) {
    const detail = `as plain text this has ${length} characters, and at most ${LONGEST_TEXT} can be sent`;
    throw new EncodingImpossible("rendered_text_too_long", detail);
  }
  const shown = file === undefined || length > LONGEST_CAPTION ? null : { ...file, caption: text };
  return {
    do: "send",
    content: shown === null ? { show: "text", text } : { show: "file", file: shown },
    ...(quote === undefined ? {} : { quote }),
    rendered: { text, reply, choices: [...choices] },
  };
}

/** Bold; marks within would end it early. */
export function bold(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `*${text.replaceAll("*", "")}*`;
}

/** Italic, likewise. */
export function italic(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `_${text.replaceAll("_", "")}_`;
}

type Header =
  | { type: "text"; text: string }
  | { type: "image" | "video" | "document"; media_url: string; file_name?: string };

/** The header's words, when it has some. */
export function headerText(header: Header | undefined): string | undefined {
  return header?.type === "text" ? bold(header.text) : undefined;
}

/** The header's file, when it is one. */
export function headerFile(header: Header | undefined): DraftFile | undefined {
  if (header === undefined || header.type === "text") return undefined;
  return { kind: header.type, url: header.media_url, fileName: header.file_name };
}

/** Numbers things from 1, so that a number can choose them. */
export function numbered(options: readonly { id: string; title: string; description?: string }[]): Choice[] {
  return options.map((option, index) => ({ ...option, label: String(index + 1) }));
}

/** `1. Yes` */
export function choiceLine({ label, title, description }: Choice): string {
  return description === undefined ? `${label}. ${title}` : `${label}. ${title} - ${description}`;
}
