import { problem } from "../../../http/problem.ts";
import { ENCODINGS, type Encoding } from "./encodings.ts";
import { guessEncoding } from "./guess-encoding.ts";
import { decoderOf } from "./text-decoder.ts";

/** Converts a file that arrives in parts to UTF-8 without a byte order mark. */
export type Transcoder = {
  push(part: Uint8Array): Uint8Array;
  end(): Uint8Array;
  /** The encoding as far as it is known: UTF-8 until something else than ASCII has come. */
  encoding(): Encoding;
  /** Whether that is a guess by the likelihood of letters alone. */
  isUnsure(): boolean;
};

/**
 * Converts a file by its byte order mark, else from the encoding that was declared, else from
 * the one it is found to be in: UTF-16 when every other byte at its beginning is zero, UTF-8
 * when its first characters outside of ASCII are that, and otherwise the likeliest older one: first one that makes letters
 * of the country's language.
 */
export function createTranscoder(
  beginning: Uint8Array,
  declared: Encoding | undefined,
  country: string | null,
): Transcoder {
  const known = markedEncoding(beginning) ?? declared ?? pairedEncoding(beginning);
  return known === undefined ? createFindingTranscoder(country) : createKnownTranscoder(known);
}

/** The encoding that a `charset` or an `encoding` names, by any of its names (WHATWG Encoding, section 4.2). */
export function encodingNamed(label: string): Encoding | undefined {
  const plain = label.trim().toLowerCase();
  if (plain === "gbk" || plain === "gb2312") return "gb18030";
  const page = /^(?:cp|ibm|dos)?[-_]?(437|850|852)$/.exec(plain)?.[1];
  if (page !== undefined) return ENCODINGS.find((encoding) => encoding === `cp${page}`);
  try {
    const name: string = new TextDecoder(plain as Bun.Encoding).encoding;
    return ENCODINGS.find((encoding) => encoding === name);
  } catch {
    return undefined;
  }
}

function markedEncoding([first, second, third]: Uint8Array): Encoding | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xef && second === 0xbb && third === 0xbf ? "utf-8" : undefined;
}

function pairedEncoding([first, second, third, fourth]: Uint8Array): Encoding | undefined {
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return "utf-16le";
  return first === 0 && second !== 0 && third === 0 && fourth !== 0 ? "utf-16be" : undefined;
}

function createKnownTranscoder(encoding: Encoding): Transcoder {
  if (encoding === "utf-8") return createUtf8Transcoder();
  const decoder = decoderOf(encoding);
  const encoder = new TextEncoder();
  return {
    push: (part) => encoder.encode(decoder.decode(part, { stream: true })),
    end: () => encoder.encode(decoder.decode()),
    encoding: () => encoding,
    isUnsure: () => false,
  };
}

/** UTF-8 passes unchanged, and invalid lines are refused one by one. The first part has the whole byte order mark. */
function createUtf8Transcoder(): Transcoder {
  let begun = false;
  return {
    push(part) {
      const marked = !begun && markedEncoding(part) === "utf-8";
      begun = true;
      return marked ? part.subarray(3) : part;
    },
    end: () => new Uint8Array(),
    encoding: () => "utf-8",
    isUnsure: () => false,
  };
}

/** Decides at the first part that is not ASCII; until then, all encodings agree. */
function createFindingTranscoder(country: string | null): Transcoder {
  let found: Transcoder | undefined;
  let isUnsure = false;
  return {
    push(part) {
      if (found === undefined && part.every((byte) => byte < 0x80)) return part;
      if (found === undefined) {
        const guess = guessEncoding(part, country);
        isUnsure = !guess.isSure;
        found = createKnownTranscoder(guess.encoding);
      }
      return found.push(part);
    },
    end: () => found?.end() ?? new Uint8Array(),
    encoding: () => found?.encoding() ?? "utf-8",
    isUnsure: () => isUnsure,
  };
}

/** The beginnings of files that are often mistaken for text. */
const OTHERS: readonly [name: string, ...beginning: number[]][] = [
  ["a ZIP archive", 0x50, 0x4b, 0x03, 0x04],
  ["gzip", 0x1f, 0x8b],
  ["bzip2", 0x42, 0x5a, 0x68],
  ["xz", 0xfd, 0x37, 0x7a, 0x58, 0x5a],
  ["Zstandard", 0x28, 0xb5, 0x2f, 0xfd],
  ["a 7z archive", 0x37, 0x7a, 0xbc, 0xaf],
  ["an old Excel workbook (.xls) or one with a password", 0xd0, 0xcf, 0x11, 0xe0],
  ["a PDF", 0x25, 0x50, 0x44, 0x46],
];

/** Throws 422 for a packed or binary file. */
export function refuseOtherFiles(beginning: Uint8Array): void {
  const other = OTHERS.find(([, ...bytes]) => bytes.every((byte, index) => beginning[index] === byte));
  if (other !== undefined)
    throw problem(
      422,
      "invalid_file",
      `the file is ${other[0]}; send an .xlsx or .ods spreadsheet, CSV, NDJSON or vCard`,
    );
}
