import { parseFile } from "music-metadata";

/** Longer than it takes for the largest file that may be sent. */
const PATIENCE_MS = 5000;

/** How long a recording is, in seconds; null when its headers do not tell. */
export async function soundSeconds(path: string): Promise<number | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), PATIENCE_MS);
  const reading = parseFile(path, { duration: true, skipCovers: true, skipPostHeaders: true })
    .then(({ format }) => format.duration ?? null)
    .catch(() => null);
  const seconds = await Promise.race([reading, late.promise]).finally(() => clearTimeout(timer));
  return seconds !== null && Number.isFinite(seconds) ? seconds : null;
}
