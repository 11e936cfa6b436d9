import { problem } from "../http/problem.ts";
import { withWholeCharacters } from "./read/cards/folds.ts";
import { type Format, hasColumns, isSheet } from "./read/format.ts";
import { createTranscoder, refuseOtherFiles, type Transcoder } from "./read/text/encoding.ts";
import type { Encoding } from "./read/text/encodings.ts";
import { createLineMender } from "./read/text/line-ends.ts";
import { isSpreadsheet, openSheet } from "./sheets/open.ts";
import { rowsToCsv } from "./sheets/rows-to-csv.ts";

/** A request's options for its file. */
export type FileOptions = {
  format: Format;
  encoding: Encoding | undefined;
  sheet: string | undefined;
  /** Where the file is from: a hint to what its letters are. */
  default_country: string | null;
};

/** A file as text: a spreadsheet as CSV, any other as it is, in UTF-8. */
export type Source = {
  format: Format;
  /** The sheet that is read of a spreadsheet, and the names of those it has. */
  sheets: { chosen: string; names: readonly string[] } | null;
  parts: AsyncGenerator<Uint8Array>;
  /** As far as it is known; see `createTranscoder`. */
  encoding(): Encoding;
  /** Whether the encoding is a guess that may be wrong. */
  isUnsure(): boolean;
  close(): Promise<void>;
};

/**
 * Opens a file that arrives in parts; the first must hold its heading. The caller must close it. Rejects with 413 or
 * 422.
 */
export async function openSource(parts: AsyncGenerator<Uint8Array>, options: FileOptions): Promise<Source> {
  const given = options.format === "vcard" ? withWholeCharacters(parts) : parts;
  const { done, value: first } = await given.next();
  if (done === true || first.length === 0) throw problem(422, "invalid_file", "the file is empty");
  const whole = joined(first, given);
  if (isSpreadsheet(first) && hasColumns(options.format)) return await openSpreadsheet(whole, options.sheet);
  refuseOtherFiles(first);
  if (isSheet(options.format))
    throw problem(
      422,
      "invalid_file",
      `the file is no .${options.format} spreadsheet; if it is text, send it as CSV`,
    );
  if (options.sheet !== undefined) throw problem(422, "invalid_file", "only a spreadsheet has sheets");
  const transcoder = createTranscoder(first, options.encoding, options.default_country);
  return {
    format: options.format,
    sheets: null,
    parts: transcoded(whole, transcoder),
    encoding: transcoder.encoding,
    isUnsure: transcoder.isUnsure,
    async close() {},
  };
}

async function openSpreadsheet(
  whole: AsyncGenerator<Uint8Array>,
  wanted: string | undefined,
): Promise<Source> {
  const { format, sheet, close } = await openSheet(whole, wanted);
  return {
    format,
    sheets: { chosen: sheet.name, names: sheet.names },
    parts: rowsToCsv(sheet.rows()),
    encoding: () => "utf-8",
    isUnsure: () => false,
    close,
  };
}

async function* transcoded(
  parts: AsyncGenerator<Uint8Array>,
  transcoder: Transcoder,
): AsyncGenerator<Uint8Array> {
  const mend = createLineMender();
  for await (const part of parts) yield mend(transcoder.push(part));
  yield mend(transcoder.end());
}

async function* joined(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}
