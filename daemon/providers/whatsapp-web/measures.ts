import { type Json, present } from "../cloud-api/inbound/values.ts";

/** What a message says of its file before that is fetched: as its sender wrote it. */
export type Measured = {
  width?: number | null;
  height?: number | null;
  seconds?: number | null;
  waveform?: Uint8Array | null;
  pageCount?: number | null;
  fileLength?: unknown;
};

/** More than any file has; what says so is made to trouble who draws it. */
const MOST = 2 ** 31 - 1;
/** Apps draw a voice message by so many values from 0 to 100. */
const WAVES = 64;

/**
 * Pixels, seconds, pages and bytes, as far as they are possible, and how loud a recording is from its beginning to its
 * end: from them a file's place is known before it is there.
 */
export function measuresOf({ width, height, seconds, waveform, pageCount, fileLength }: Measured): Json {
  const isPicture = possible(width) !== null && possible(height) !== null;
  return present({
    width: isPicture ? width : null,
    height: isPicture ? height : null,
    seconds: possible(seconds),
    waveform: waveform?.length ? [...waveform.slice(0, WAVES)].map((value) => Math.min(value, 100)) : null,
    pages: possible(pageCount),
    size: possible(Number(fileLength ?? 0)),
  });
}

function possible(measure: number | null | undefined): number | null {
  return Number.isInteger(measure) && Number(measure) > 0 && Number(measure) <= MOST ? Number(measure) : null;
}
