/**
 * Files inside of events. Their bytes are in the store of files alone: what a delivery posts is kept with a string in place of
 * each file, which nobody can guess, and the bytes are filled in at each attempt.
 */
import type { Sql } from "../../../db/connection/client.ts";
import { databaseTime } from "../../../db/connection/database-time.ts";
import type { EventFile, EventRecords, FormRequest } from "./form.ts";

/** The bytes of files that an event brings along at most, all together, where its endpoint sets no limit. */
export const FILE_BYTES = 256 * 1024;
/** The highest limit that an endpoint can have. */
export const MOST_FILE_BYTES = 5 * 1024 * 1024;

/** For how long an event waits for a file, from when the file was announced. */
const AWAITED_MS = 20_000;

/** The files of a message, with a string in place of the bytes of those that fit; `ids` has an id each time the message does. */
export function withData(files: readonly EventFile[], ids: readonly string[], most: number): EventFile[] {
  let left = most;
  return files.map((file) => {
    const { size, media_id } = file;
    if (size === null) return { ...file, data_omitted: "not_fetched" };
    const all = size * ids.filter((id) => id === media_id).length;
    if (all > left) return { ...file, data_omitted: "too_large" };
    left -= all;
    return { ...file, data: crypto.randomUUID() };
  });
}

/** A request that says which strings in it stand for which files. */
export function namingFiles(request: FormRequest | null, written: readonly EventFile[]): FormRequest | null {
  if (request === null) return null;
  const files = written.flatMap(({ data, media_id }) =>
    data !== undefined && request.body.includes(JSON.stringify(data)) ? [[data, media_id] as const] : [],
  );
  return files.length === 0 ? request : { ...request, files: Object.fromEntries(files) };
}

/** Those of some events' records that have a file for which the event still waits. */
export async function filesAwaited(
  sql: Sql,
  records: readonly EventRecords[],
): Promise<ReadonlySet<EventRecords>> {
  const latest = (one: EventRecords) =>
    Math.max(0, ...one.files.map(({ pending_since }) => pending_since?.getTime() ?? 0));
  const pending = records.filter((one) => latest(one) > 0);
  if (pending.length === 0) return new Set();
  const now = (await databaseTime(sql)).getTime();
  return new Set(pending.filter((one) => latest(one) + AWAITED_MS > now));
}
