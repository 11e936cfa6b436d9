import type { Static } from "../lib/typebox.ts";
import { NONE_AMBIGUOUS, withDoubtful } from "./ambiguous.ts";
import { examplesOf, firstRecords } from "./first-records.ts";
import { createGathered } from "./gather.ts";
import { lookAt } from "./look.ts";
import type { PreviewSchema } from "./preview-schema.ts";
import { type ColumnChoices, identifyingOf } from "./read/columns.ts";
import { countryOfNumbers } from "./read/country.ts";
import { prepare, readPieces } from "./read/prepare.ts";
import { type FileOptions, openSource } from "./source.ts";
import { ambiguousNumbers, unsureEncoding, warningsOf } from "./warnings.ts";

const SHOWN_RECORDS = 5;
const PREVIEWED_BYTES = 1024 * 1024;

/** The parts of an upload that a preview needs. */
export type PreviewOptions = FileOptions & { choices: ColumnChoices };

/**
 * The result that a file's beginning predicts for its import; it yields to other requests. Of a
 * spreadsheet the whole file is needed. Rejects with 413 or 422 for no file of contacts.
 */
export async function preview(
  body: AsyncIterable<Uint8Array>,
  { choices, ...file }: PreviewOptions,
): Promise<Static<typeof PreviewSchema>> {
  const source = await openSource(chunksOf(body), file);
  try {
    const { format, sheets } = source;
    const text = await beginningOf(source.parts);
    const { settings, start } = prepare(format, text, choices);
    const country = file.default_country ?? countryOfNumbers(format, settings, start, text);
    const pieces = await firstRecords(format, settings, start, text);
    const columns = examplesOf(settings, pieces);
    const looked = await lookAt(readPieces(format, settings, pieces), country);
    const ambiguous = withDoubtful(NONE_AMBIGUOUS, looked);
    return {
      format,
      encoding: source.encoding(),
      delimiter: format === "csv" ? settings.delimiter : null,
      sheet: sheets?.chosen ?? null,
      sheets: [...(sheets?.names ?? [])],
      columns: columns.map(({ examples, ...column }) => ({
        ...column,
        examples: examples.slice(0, SHOWN_RECORDS),
      })),
      found_by: identifyingOf(settings.columns),
      default_country: country,
      records: looked.slice(0, SHOWN_RECORDS).map(({ doubtful, ...record }) => record),
      ambiguous_numbers: { looked_at: looked.length, ...ambiguous },
      warnings: [
        ...unsureEncoding(source.isUnsure() ? source.encoding() : null),
        ...warningsOf(columns, country),
        ...ambiguousNumbers(ambiguous, looked.length, country),
      ],
    };
  } finally {
    await source.close();
  }
}

/** The first chunk is large enough to recognise the format. */
async function* chunksOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gathered = createGathered();
  let wanted = PREVIEWED_BYTES;
  for await (const chunk of body) {
    gathered.add(chunk);
    if (gathered.size() < wanted) continue;
    yield gathered.take();
    wanted = 1;
  }
  if (gathered.size() > 0) yield gathered.take();
}

/** Reads only the beginning of a text. */
async function beginningOf(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const gathered = createGathered();
  for await (const part of parts) {
    gathered.add(part);
    if (gathered.size() >= PREVIEWED_BYTES) break;
  }
  return gathered.take();
}
