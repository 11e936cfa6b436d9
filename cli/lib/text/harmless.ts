import { LEFT_TO_RIGHT_MARK } from "./fit.ts";
import { OWN_COLOURS } from "./style.ts";

/** Control characters but line ends and tabs, what ends lines elsewhere, and what turns the direction of writing. */
const HARMFUL = "(?!\\r\\n|[\\n\\t])[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Bidi_Control}]";
const FOUND = new RegExp(HARMFUL, "gu");
const OWN = `${OWN_COLOURS}|${LEFT_TO_RIGHT_MARK}`;
const FOUND_OR_OWN = new RegExp(`(${OWN})|${HARMFUL}`, "gu");

/**
 * The text as a terminal may show it: names, errors and files come from other people, and control characters in them
 * could move the cursor, write to the clipboard or hide what is there. They become `\u001b` and the like, so that JSON
 * still means the same.
 */
export function harmless(text: string): string {
  return text.replace(FOUND, escaped);
}

/** The same for text in this program's colours, which stay, as do the marks that keep columns in their places. */
export function harmlessInColours(text: string): string {
  return text.replace(FOUND_OR_OWN, (found: string, own?: string) => own ?? escaped(found));
}

/** A text that comes in pieces, as `harmless` makes it. */
export async function* harmlessPieces(file: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let held = "";
  for await (const chunk of file) {
    const text = held + decoder.decode(chunk, { stream: true });
    // whether a carriage return ends a line shows in the next piece
    held = text.endsWith("\r") ? "\r" : "";
    yield harmless(text.slice(0, text.length - held.length));
  }
  yield harmless(held + decoder.decode());
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
