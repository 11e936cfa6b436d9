import iconv from "iconv-lite";
import type { Encoding } from "./encodings.ts";

/** The code pages of DOS, which the Encoding Standard does not have: one byte is one character. */
const CODE_PAGES = ["cp437", "cp850", "cp852"] as const;

type CodePage = (typeof CODE_PAGES)[number];

/** Decodes text that arrives in parts. */
export type TextParts = { decode(part?: Uint8Array, options?: { stream: boolean }): string };

/** A decoder of an encoding; bytes that are no characters become U+FFFD. */
export function decoderOf(encoding: Encoding): TextParts {
  if (!isCodePage(encoding)) return new TextDecoder(encoding);
  return { decode: (part = new Uint8Array()) => iconv.decode(Buffer.from(part), encoding) };
}

function isCodePage(encoding: Encoding): encoding is CodePage {
  return CODE_PAGES.some((page) => page === encoding);
}
