import { problem } from "../../http/problem.ts";

export const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "latin1"] as const;

export type Encoding = (typeof ENCODINGS)[number];

/** Converts a file that arrives in parts to UTF-8 without a byte order mark. */
export type Transcoder = { push(part: Uint8Array): Uint8Array; end(): Uint8Array };

/**
 * The encoding of a file: from its byte order mark, else as declared, else UTF-16 when every
 * other byte at its beginning is zero, else UTF-8.
 */
export function detectEncoding(beginning: Uint8Array, declared: Encoding | undefined): Encoding {
  const [first, second, third, fourth] = beginning;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (declared !== undefined) return declared;
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return "utf-16le";
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return "utf-16be";
  return "utf-8";
}

/** The encoding that a `charset` or an `encoding` names, by the names in use (WHATWG Encoding, section 4.2). */
export function encodingNamed(label: string): Encoding | undefined {
  const name = label.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (name === "utf8" || name === "usascii") return "utf-8";
  if (name === "utf16" || name === "utf16le") return "utf-16le";
  if (name === "utf16be") return "utf-16be";
  return ["latin1", "iso88591", "windows1252", "cp1252"].includes(name) ? "latin1" : undefined;
}

/**
 * UTF-8 passes unchanged, and invalid lines are refused one by one. Latin-1 is read as
 * Windows-1252, as browsers do.
 */
export function createTranscoder(encoding: Encoding): Transcoder {
  if (encoding === "utf-8") return withoutMark();
  const decoder = new TextDecoder(encoding === "latin1" ? "windows-1252" : encoding);
  const encoder = new TextEncoder();
  return {
    push: (part) => encoder.encode(decoder.decode(part, { stream: true })),
    end: () => encoder.encode(decoder.decode()),
  };
}

/** The first part has at least three bytes, unless it is the whole file. */
function withoutMark(): Transcoder {
  let begun = false;
  return {
    push(part) {
      const marked = !begun && part[0] === 0xef && part[1] === 0xbb && part[2] === 0xbf;
      begun = true;
      return marked ? part.subarray(3) : part;
    },
    end: () => new Uint8Array(),
  };
}

/** The beginnings of files that are often mistaken for text. */
const OTHERS: readonly [name: string, ...beginning: number[]][] = [
  ["a ZIP archive or an Excel workbook", 0x50, 0x4b, 0x03, 0x04],
  ["gzip", 0x1f, 0x8b],
  ["bzip2", 0x42, 0x5a, 0x68],
  ["xz", 0xfd, 0x37, 0x7a, 0x58, 0x5a],
  ["Zstandard", 0x28, 0xb5, 0x2f, 0xfd],
  ["a 7z archive", 0x37, 0x7a, 0xbc, 0xaf],
  ["an old Excel workbook", 0xd0, 0xcf, 0x11, 0xe0],
  ["a PDF", 0x25, 0x50, 0x44, 0x46],
];

/** Throws 422 for a packed or binary file; nothing is ever unpacked. */
export function refuseOtherFiles(beginning: Uint8Array): void {
  const other = OTHERS.find(([, ...bytes]) => bytes.every((byte, index) => beginning[index] === byte));
  if (other !== undefined)
    throw problem(422, "invalid_file", `the file is ${other[0]}; send CSV, NDJSON or vCard as plain text`);
}
