import { usageFailure } from "../failures/failure.ts";

/** Byte order marks of UTF-16, as PowerShell and old editors write it. */
const MARKS: readonly [mark: readonly number[], encoding: "utf-16le" | "utf-16be"][] = [
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

/**
 * The text of bytes in UTF-8, or in UTF-16 with its byte order mark; the mark is no part of it. Throws a usage failure
 * for anything else: it would be sent with its letters gone. `name` is what the bytes are of.
 */
export function decodeText(bytes: Uint8Array, name: string): string {
  const marked = MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte));
  try {
    return new TextDecoder(marked?.[1] ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw usageFailure(`${name} is not text in UTF-8`, "Convert it first: iconv -f WINDOWS-1252 -t UTF-8");
  }
}
